/**
 * Follows changes at the service while the board is open. A board that is too large to be read at every change gets only the changed
 * tasks, one by one.
 */
import { type BoardState, mayRead } from './board-state.ts';

interface BoardRefreshOptions {
  check: (board: BoardState) => void;
  isOpen: (board: BoardState) => boolean;
  nextSequence: () => number;
  now: () => number;
}

/** Events come in bursts, which are collected for this time (ms). */
const DEBOUNCE_MS = 300;
/** Changed tasks of a large board that are read one by one. */
const MAX_SINGLE = 20;

export function createBoardRefresh({ check, isOpen, nextSequence, now }: BoardRefreshOptions) {
  /** `taskId`: undefined if it is not known what changed. */
  function scheduleRefresh(board: BoardState, taskId: string | undefined): void {
    if (taskId !== undefined) board.changedTasks.add(taskId);
    if (board.batchTimer !== undefined) return;
    board.batchTimer = setTimeout(flush, DEBOUNCE_MS, board);
    board.batchTimer.unref?.();
  }

  function flush(board: BoardState): void {
    board.batchTimer = undefined;
    const changed = [...board.changedTasks];
    board.changedTasks.clear();
    if (!isOpen(board)) return;
    if (mayRead(board, now())) check(board);
    else void readSingle(board, changed.slice(0, MAX_SINGLE));
  }

  /** A task that fails is read with the whole board later. */
  async function readSingle(board: BoardState, taskIds: string[]): Promise<void> {
    for (const id of taskIds) {
      const startSequence = nextSequence();
      const card = await board.source?.reader
        .card(id, board.cards.confirmed(id), board.view.project.slug)
        .catch(() => undefined);
      if (!isOpen(board)) return;
      if (card !== undefined) board.cards.taskWasRead(id, card, startSequence);
    }
  }

  return scheduleRefresh;
}
