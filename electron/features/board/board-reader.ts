/**
 * Reads the open board page by page, publishes different cards as they arrive and stores the board on disk. A board whose revision
 * did not change is not read again.
 */

import type { BoardView, ColumnView } from '../../../shared/contract/board-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { boardError } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';
import { isNoBoard } from '../../service/read-boards.ts';
import { createReader } from '../../service/reader.ts';
import type { UnreadableRecords } from '../../service/records.ts';
import type { BoardCache } from './board-cache.ts';
import { type BoardAccess, type BoardState, isLarge, mayRead } from './board-state.ts';
import { FRAME_MS } from './card-channel.ts';
import { applyPendingToColumns } from './columns.ts';

export interface BoardReaderOptions {
  cache: BoardCache;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two polls before jitter (ms). */
  pollMs: () => number;
  /** Missing permissions, as `resource:action`. */
  missingPermissions: () => string[];
  /** The window is on screen. */
  isVisible: () => boolean;
  /** Called after a 401. If the credential is dead, the callee stops this reader. */
  isCredentialDead: () => Promise<boolean>;
  /** The board does not exist or the user may not read it. */
  onGone: (accountId: string, projectId: string) => void;
  /** Records of the board that could not be read. */
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

interface OpenBoard {
  /** Changes the view if the board is still open. */
  show: (board: BoardState, changed: Partial<BoardView>) => void;
  /** A sequence number, to order reads and writes. */
  nextSequence: () => number;
}

interface Opened {
  board: BoardState;
  access: BoardAccess;
}

export function createBoardReader(options: BoardReaderOptions, { show, nextSequence }: OpenBoard) {
  const { cache, now, random, pollMs, missingPermissions, isVisible, isCredentialDead, onGone, onUnreadable } = options;
  let saving: Promise<void> = Promise.resolve();

  const reader = createReader({
    async read({ board, access }: Opened, _part: undefined, signal) {
      const isWhole = board.isWholeWanted;
      board.isWholeWanted = false;
      const isUnchanged = !isWhole && (await isRevisionUnchanged(board, access, signal));
      signal.throwIfAborted();
      if (isUnchanged) done(board, {});
      else await readPages(board, access, signal);
    },
    fail(error, { board, access: { accountId, server } }) {
      const isMissing = error instanceof ServiceError && error.status === 403;
      const appError = boardError(error, server, accountId !== null);
      show(board, { progress: null, error: appError, ...(isMissing && { missingPermissions: missingPermissions() }) });
      if (isNoBoard(error) && accountId !== null) onGone(accountId, board.projectId);
    },
    polls: {
      everyMs: pollMs,
      // A hidden board is not polled; showing the window reads it.
      isWorthwhile(): boolean {
        const opened = reader.source();
        return isVisible() && opened !== null && mayRead(opened.board, now());
      },
      retryMs: (error) => (isNoBoard(error) ? Number.POSITIVE_INFINITY : undefined),
      random,
    },
    isCredentialDead: async (): Promise<boolean> =>
      reader.source()?.access.accountId !== null && (await isCredentialDead()),
    now,
  });

  async function isRevisionUnchanged(board: BoardState, access: BoardAccess, signal: AbortSignal): Promise<boolean> {
    if (board.revision === null || board.view.fetchedAt === null || board.view.error !== null) return false;
    return (await access.reader.revision(signal)) === board.revision;
  }

  async function readPages(board: BoardState, access: BoardAccess, signal: AbortSignal): Promise<void> {
    const startSequence = nextSequence();
    const seen = new Set<string>();
    let isDifferent = board.view.fetchedAt === null;
    show(board, { progress: { read: 0, total: 0 } });
    let shownAt = Number.NEGATIVE_INFINITY;
    const acceptedSince = () => board.acceptedColumnWrites.filter(({ sequence }) => sequence > startSequence);
    const withAccepted = (columns: ColumnView[]) => {
      const writes = acceptedSince().map(({ item }) => item);
      return applyPendingToColumns(columns, writes);
    };
    const { revision, unreadable, ...read } = await access.reader.read(signal, (page) => {
      if (page.isRestart) seen.clear();
      for (const { id } of page.cards) seen.add(id);
      isDifferent = board.cards.put(page.cards) > 0 || isDifferent;
      if (performance.now() - shownAt < FRAME_MS) return;
      shownAt = performance.now();
      show(board, {
        project: page.project,
        // A column is removed only after all pages were read.
        columns: union(withAccepted(page.columns), board.view.columns),
        progress: { read: page.read, total: page.total },
      });
    });
    signal.throwIfAborted();
    const columns = withAccepted(read.columns);
    board.acceptedColumnWrites = acceptedSince();
    isDifferent = board.cards.wasRead(seen, startSequence) > 0 || isDifferent || revision !== board.revision;
    isDifferent ||= JSON.stringify(columns) !== JSON.stringify(board.view.columns);
    board.revision = revision;
    board.unreadable = unreadable;
    done(board, { columns });
    onUnreadable?.(unreadable);
    if (isDifferent) save(board);
  }

  function done(board: BoardState, changed: Partial<BoardView>): void {
    show(board, {
      ...changed,
      progress: null,
      error: null,
      missingPermissions: missingPermissions(),
      fetchedAt: toIsoInstant(now()),
    });
  }

  /** Writes run one after the other. If one fails, the next start has to read the board. */
  function save(board: BoardState): void {
    const { accountId, view, cards } = board;
    const { project, columns, fetchedAt } = view;
    if (accountId === null || fetchedAt === null) return;
    const readCards = cards.allRead();
    // An incomplete board is stored without revision, so that the next start reads it again.
    const revision = board.unreadable === undefined ? board.revision : null;
    saving = saving
      .then(() => cache.write(accountId, { project, columns, fetchedAt, revision, cards: readCards }))
      .catch(() => undefined);
  }

  return {
    /** Starts polling this board, or stops if it has no session. */
    start(board: BoardState): void {
      void reader.start(board.source && { board, access: board.source });
    },
    stop: reader.stop,
    isReading: reader.isReading,

    /** Reads the board even if its revision did not change. */
    readWhole(board: BoardState): void {
      board.isWholeWanted = true;
      if (!board.isLoading) void reader.read();
    },
    /** Reads the board if it changed. A large one that is being read is not read again. */
    check(board: BoardState): void {
      if (!board.isLoading && !(reader.isReading() && isLarge(board))) reader.refresh();
    },
    /** Like `start`, but the first read comes with the next poll. */
    startLater(board: BoardState): void {
      show(board, { progress: null });
      reader.startLater(board.source && { board, access: board.source });
    },
  };
}

/** All of `first`, then the columns of `second` with other slugs. */
function union(first: ColumnView[], second: ColumnView[]): ColumnView[] {
  const slugs = new Set(first.map(({ slug }) => slug));
  return [...first, ...second.filter(({ slug }) => !slugs.has(slug))];
}
