/**
 * What changed at the service while the board is open: it is read again, or, where it is too large to be read at every change,
 * the tasks that changed are asked for one by one.
 */
import type { CardView } from '../../../shared/contract/board-view.ts';
import { type BoardState, mayRead } from './board-state.ts';
import type { CardDiffer } from './card-differ.ts';

interface TouchedOptions {
  cardDiffer: CardDiffer;
  check: (board: BoardState) => void;
  isOpen: (board: BoardState) => boolean;
  nextDayTurn: () => number;
  now: () => number;
}

/** Changes that are told come in swarms; this is waited for more of them (ms). */
const SWARM_MS = 300;
/** Tasks of a large board that are asked for one by one after they changed. */
const MAX_SINGLE = 20;

export function createBoardRefresh({ cardDiffer, check, isOpen, nextDayTurn, now }: TouchedOptions) {
  /** Something changed there: a task, or what is not said (undefined). */
  function touch(board: BoardState, taskId: string | undefined): void {
    if (taskId !== undefined) board.touched.add(taskId);
    if (board.swarm !== undefined) return;
    board.swarm = setTimeout(settleSwarm, SWARM_MS, board);
    board.swarm.unref?.();
  }

  function settleSwarm(board: BoardState): void {
    board.swarm = undefined;
    const touched = [...board.touched];
    board.touched.clear();
    if (!isOpen(board)) return;
    if (mayRead(board, now())) check(board);
    else void readSingle(board, touched.slice(0, MAX_SINGLE));
  }

  /** A few tasks of a board that is too large to be read for each of them. What fails is read with the whole. */
  async function readSingle(board: BoardState, taskIds: string[]): Promise<void> {
    for (const id of taskIds) {
      const began = nextDayTurn();
      const card = await board.source?.reader
        .card(id, board.cards.get(id), board.view.project.slug)
        .catch(() => undefined);
      if (!isOpen(board)) return;
      if (card !== undefined) putCard(board, id, card, began);
    }
  }

  /** A card that was asked for by itself; `began`: when, in the order of things. */
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
