/**
 * What the window is told of the open board's cards: the service's word, what the person changed over it, and the tasks that are
 * still to be made; only what looks different now.
 */

import type { CardView } from '../../../shared/contract/board-view.ts';
import { taskTitle } from '../../../shared/tasks/clean-text.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { PendingChange, PendingChanges } from '../tasks/apply-pending.ts';

import { type CardChange, type CardChanges, mergeCardChanges } from './board-cards.ts';
import type { BoardState } from './board-state.ts';
import type { CardChannel } from './card-channel.ts';

export interface CardDifferOptions {
  /** What the person changed and the service does not have yet. */
  pending: (accountId: string) => PendingChanges;
  /** Open writes about tasks, among them those that are still to be made; the oldest first. */
  openWrites: (accountId: string) => OutboxItem[];
}

export type CardDiffer = ReturnType<typeof createCardDiffer>;

export function createCardDiffer(
  { pending, openWrites }: CardDifferOptions,
  sender: CardChannel,
  isOpen: (board: BoardState) => boolean,
) {
  /** All that lies over the service's word. */
  function changes(board: BoardState): CardChanges {
    const all = new Map<string, CardChange>();
    for (const [id, { change }] of board.settled) all.set(id, change);
    if (board.accountId === null) return all;
    for (const [id, change] of pending(board.accountId))
      all.set(id, mergeCardChanges(all.get(id), cardChange(change, true)));
    return all;
  }

  /** Cards of tasks that were deleted here are gone. */
  function tell(cards: readonly CardView[], gone: readonly string[] = []): void {
    const deleted = cards.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
    sender.tell(deleted.length === 0 ? cards : cards.filter(({ isDeleted }) => !isDeleted), [...gone, ...deleted]);
  }

  /** Tells which cards stand for tasks that are still to be made, now that something changed. */
  function sendOptimisticCards(board: BoardState, over: CardChanges): void {
    if (!isOpen(board) || board.accountId === null) return;
    const { cards, gone } = board.optimisticCards.update(
      openWrites(board.accountId),
      over,
      (id) => board.cards.get(id) !== undefined,
    );
    sender.tell(cards, gone);
  }

  /** What lies over the cards is another now; `gone`: those that went meanwhile. */
  function sendChanges(board: BoardState, gone: readonly string[] = []): void {
    const over = changes(board);
    tell(board.cards.apply(over), gone);
    sendOptimisticCards(board, over);
    sender.hurry();
  }

  /** The service's word on these; gives how many look different now. */
  function put(board: BoardState, cards: readonly CardView[]): number {
    const over = changes(board);
    const different = board.cards.put(cards, over);
    tell(different);
    sendOptimisticCards(board, over);
    return different.length;
  }

  /** The window knows nothing yet. */
  function sendAll(board: BoardState): void {
    sender.begin(board.view.boardId);
    tell([...board.cards.all(), ...board.optimisticCards.all()]);
  }

  return { changes, sendOptimisticCards, sendChanges, put, sendAll };
}

/** Of a change only what a card shows. */
export function cardChange(change: PendingChange, isPending: boolean): CardChange {
  const { title, status, priority, dueDate, assignee, labels, unlabelled, position, isDeleted } = change;
  return {
    ...(title !== undefined && { title: taskTitle(title) }),
    ...(status && { status: status.slug }),
    ...(priority && { priority }),
    ...(dueDate !== undefined && { dueDate }),
    ...(assignee !== undefined && { assignee }),
    ...(labels && { labelled: labels }),
    ...(unlabelled && { unlabelled }),
    ...(position !== undefined && { position }),
    ...(isDeleted && { isDeleted }),
    isPending,
  };
}
