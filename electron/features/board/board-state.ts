/** What is known of the board that is open, and whether it may be read again. */

import type { BoardView } from '../../../shared/contract/board-view.ts';
import type { OddRecords } from '../../service/records.ts';
import { type BoardCardSet, createBoardCardSet } from './board-cards.ts';
import type { BoardSource } from './board-source.ts';
import { type AcceptedWrites, createAcceptedWrites } from './pending-cards.ts';

/** Where a board is read from. */
export interface BoardAccess {
  /** null for a public board: nothing of it is kept, and nothing on it changed. */
  accountId: string | null;
  /** Host people know the service by. */
  server: string;
  reader: BoardSource;
}

export interface BoardState {
  projectId: string;
  accountId: string | null;
  /** null while nobody is signed in. */
  source: BoardAccess | null;
  view: BoardView;
  cards: BoardCardSet;
  /** What the service calls the state that was read last; null where it has no name for it. */
  revision: string | null;
  accepted: AcceptedWrites;
  /** What of it could not be read. */
  odd: OddRecords | undefined;
  /** What is known from the last time is still being unpacked; whatever is to be read waits for it. */
  isLoading: boolean;
  /** A person asked for it: it is read next even if it did not change. */
  isWholeWanted: boolean;
  /** Ends the reading of a description of a public board. */
  describing: AbortController | null;
  /** The one that was read last. */
  described: string;
  /** Tasks that changed at the service, and the wait for more of them. */
  touched: Set<string>;
  swarm: NodeJS.Timeout | undefined;
}

interface NewBoard {
  boardId: number;
  project: BoardView['project'];
  accountId: string | null;
  source: BoardAccess | null;
  lacks: string[];
}

/** A board of more cards costs the service so much that it is not read at every change. */
const LARGE = 500;
/** How old a large board has to be before it is read again by itself (ms): with a revision that tells whether it changed, and without. */
const LARGE_REST_MS = 60_000;
const LARGE_BLIND_REST_MS = 300_000;

/** Nothing of it was read yet. */
export function newBoardState({ boardId, project, accountId, source, lacks }: NewBoard): BoardState {
  return {
    projectId: project.id,
    accountId,
    source,
    view: {
      boardId,
      project,
      isPublic: accountId === null,
      columns: [],
      progress: source === null ? null : { read: 0, total: 0 },
      fetchedAt: null,
      error: null,
      lacks,
    },
    cards: createBoardCardSet(),
    revision: null,
    odd: undefined,
    accepted: createAcceptedWrites(),
    isLoading: accountId !== null,
    isWholeWanted: false,
    describing: null,
    described: '',
    touched: new Set(),
    swarm: undefined,
  };
}

/** How old what is shown is (ms). */
export const ageOfBoard = (board: BoardState, now: number): number => {
  const { fetchedAt } = board.view;
  const ms = fetchedAt === null ? Number.POSITIVE_INFINITY : now - Date.parse(fetchedAt);
  // The clock was set back.
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
};

export const isLarge = (board: BoardState): boolean => board.cards.size() > LARGE;

/** A large one rests in between. */
export function mayRead(board: BoardState, now: number): boolean {
  if (board.view.error !== null || !isLarge(board)) return true;
  return ageOfBoard(board, now) >= (board.revision === null ? LARGE_BLIND_REST_MS : LARGE_REST_MS);
}

/** The person opens it: then one small request is little, where it tells whether the board changed. */
export const mayRequest = (board: BoardState, now: number): boolean => board.revision !== null || mayRead(board, now);
