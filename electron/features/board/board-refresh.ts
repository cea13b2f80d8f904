/**
 * Follows changes at the service while the board is open. A board that is too large to be read at every change gets only the changed
 * tasks, one by one.
 */
import type { CardView } from '../../../shared/contract/board-view.ts';
import { type BoardState, mayRead } from './board-state.ts';
import type { CardDiffer } from './card-differ.ts';

interface TouchedOptions {
  cardDiffer: CardDiffer;
  check: (board: BoardState) => void;
  isOpen: (board: BoardState) => boolean;
  nextTurn: () => number;
  now: () => number;
}

/** Events come in bursts, which are collected for this time (ms). */
const DEBOUNCE_MS = 300;
/** Changed tasks of a large board that are read one by one. */
const MAX_SINGLE = 20;

export function createBoardRefresh({ cardDiffer, check, isOpen, nextTurn, now }: TouchedOptions) {
  /** `taskId`: undefined if it is not known what changed. */
  function touch(board: BoardState, taskId: string | undefined): void {
    if (taskId !== undefined) board.touched.add(taskId);
    if (board.batchTimer !== undefined) return;
    board.batchTimer = setTimeout(flush, DEBOUNCE_MS, board);
    board.batchTimer.unref?.();
  }

  function flush(board: BoardState): void {
    board.batchTimer = undefined;
    const touched = [...board.touched];
    board.touched.clear();
    if (!isOpen(board)) return;
    if (mayRead(board, now())) check(board);
    else void readSingle(board, touched.slice(0, MAX_SINGLE));
  }

  /** A task that fails is read with the whole board later. */
  async function readSingle(board: BoardState, taskIds: string[]): Promise<void> {
    for (const id of taskIds) {
      const began = nextTurn();
      const card = await board.source?.reader
        .card(id, board.cards.get(id), board.view.project.slug)
        .catch(() => undefined);
      if (!isOpen(board)) return;
      if (card !== undefined) putCard(board, id, card, began);
    }
  }

  /** Applies a card that was read by itself; `began`: the turn at the start of that read. */
  function putCard(board: BoardState, id: string, card: CardView | 'gone', began: number): void {
    if (card === 'gone') {
      board.accepted.taskIsGone(id);
      cardDiffer.sendChanges(board, [id]);
      return;
    }
    board.accepted.taskWasRead(id, began);
    cardDiffer.put(board, [card]);
  }

  return { touch, putCard };
}
