/** The state of the open board, and whether it may be read again. */

import type { BoardView } from '../../../shared/contract/board-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { UnreadableRecords } from '../../service/records.ts';
import { type BoardCards, type BoardCardsOptions, createBoardCards } from './board-cards.ts';
import type { BoardSource } from './board-source.ts';

/** Where a board is read from. */
export interface BoardAccess {
  /** null for a public board, which is read-only and not stored. */
  accountId: string | null;
  /** Host name of the service, for messages. */
  server: string;
  reader: BoardSource;
}

export interface BoardState {
  projectId: string;
  accountId: string | null;
  /** null while signed out. */
  source: BoardAccess | null;
  view: BoardView;
  cards: BoardCards;
  /** Changes of columns that the service accepted; a read that began before may not contain them. */
  acceptedColumnWrites: { item: OutboxItem; sequence: number }[];
  /** The service's revision of the last read; null if it has none. */
  revision: string | null;
  /** Records that could not be read. */
  unreadable: UnreadableRecords | undefined;
  /** The stored board is being unpacked; reads wait for it. */
  isLoading: boolean;
  /** The next read ignores the revision. */
  isWholeWanted: boolean;
  /** Aborts the request for a description of a public board. */
  describing: AbortController | null;
  /** The last description that was read. */
  described: string;
  /** Ids of tasks that changed at the service, collected until `batchTimer` fires. */
  changedTasks: Set<string>;
  batchTimer: NodeJS.Timeout | undefined;
}

interface NewBoard {
  boardId: number;
  project: BoardView['project'];
  accountId: string | null;
  source: BoardAccess | null;
  missingPermissions: string[];
}

/** A board with more cards is not read at every change, to spare the service. */
const LARGE = 500;
/** Least time between two automatic reads of a large board (ms): with a revision, and without. */
const LARGE_REST_MS = 60_000;
const LARGE_BLIND_REST_MS = 300_000;

export function newBoardState(
  options: BoardCardsOptions,
  { boardId, project, accountId, source, missingPermissions }: NewBoard,
): BoardState {
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
      missingPermissions,
    },
    cards: createBoardCards(options, { boardId, projectId: project.id, accountId }),
    acceptedColumnWrites: [],
    revision: null,
    unreadable: undefined,
    isLoading: accountId !== null,
    isWholeWanted: false,
    describing: null,
    described: '',
    changedTasks: new Set(),
    batchTimer: undefined,
  };
}

/** Time since the last read (ms). */
export const ageOfBoard = (board: BoardState, now: number): number => {
  const { fetchedAt } = board.view;
  const ms = fetchedAt === null ? Number.POSITIVE_INFINITY : now - Date.parse(fetchedAt);
  // The clock was set back.
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
};

export const isLarge = (board: BoardState): boolean => board.cards.size() > LARGE;

export function mayRead(board: BoardState, now: number): boolean {
  if (board.view.error !== null || !isLarge(board)) return true;
  return ageOfBoard(board, now) >= (board.revision === null ? LARGE_BLIND_REST_MS : LARGE_REST_MS);
}

/** When the user opens a board with a revision, one small request tells whether it changed. */
export const mayRequest = (board: BoardState, now: number): boolean => board.revision !== null || mayRead(board, now);
