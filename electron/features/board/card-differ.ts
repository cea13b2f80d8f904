/** Publishes the cards of the open board that look different from before. */

import type { CardView } from '../../../shared/contract/board-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { BoardState } from './board-state.ts';
import type { CardChannel } from './card-channel.ts';
import { pendingCards } from './pending-cards.ts';

export interface CardDifferOptions {
  /** Open writes of tasks and columns, oldest first. */
  openWrites: (accountId: string) => OutboxItem[];
  personName: (userId: string) => string | undefined;
}

export type CardDiffer = ReturnType<typeof createCardDiffer>;

export function createCardDiffer({ openWrites, personName }: CardDifferOptions, channel: CardChannel) {
  /** `cards`: as read. Returns how many cards look different. */
  function put(board: BoardState, cards: readonly CardView[], gone: readonly string[] = []): number {
    const { accountId, accepted, projectId } = board;
    const open = accountId === null ? [] : openWrites(accountId);
    const { changed, removed } = board.cards.update(cards, gone, (read) =>
      pendingCards(read, { open, accepted, projectId, personName }),
    );
    channel.queue(changed, removed);
    return changed.length + removed.length;
  }

  return {
    put,
    /** After a write or a completed read; does not wait for more cards. */
    sendChanges(board: BoardState, gone: readonly string[] = []): void {
      put(board, [], gone);
      channel.hurry();
    },
    /** For a window without cards. */
    sendAll(board: BoardState): void {
      channel.begin(board.view.boardId);
      channel.queue(board.cards.all(), []);
    },
  };
}
