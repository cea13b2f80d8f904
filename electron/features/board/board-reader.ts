/**
 * Reading the open board: page by page and told as it comes, again when something may have changed, and then only what is
 * different; what was read is kept on disk.
 */

import type { BoardView, ColumnView } from '../../../shared/contract/board-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { boardError } from '../../service/app-error.ts';
import { ServiceError } from '../../service/errors.ts';
import { isNoBoard } from '../../service/read-boards.ts';
import { createReader } from '../../service/reader.ts';
import type { OddRecords } from '../../service/records.ts';
import type { BoardCache } from './board-cache.ts';
import { type BoardAccess, type BoardState, isLarge, mayRead } from './board-state.ts';
import { FRAME_MS } from './card-channel.ts';
import type { CardDiffer } from './card-differ.ts';

export interface BoardReaderOptions {
  kept: BoardCache;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two looks at an open board before jitter, in ms. */
  pollMs: () => number;
  /** Permissions that are known to be missing, as `resource:action`. */
  lacks: () => string[];
  /** Somebody can see it: the window is on screen. */
  isSeen: () => boolean;
  /** Asked after a 401: is the credential really dead? Where it is, whoever asked stops this. */
  isCredentialDead: () => Promise<boolean>;
  /** The service says that there is no such board for this person. */
  onGone: (accountId: string, projectId: string) => void;
  /** What of the open board could not be read. */
  onUnreadable?: (odd: OddRecords | undefined) => void;
}

/** What reading needs of whoever keeps the board open. */
interface Around {
  cardDiffer: CardDiffer;
  /** The view changes with that, if the board is still open. */
  show: (board: BoardState, changed: Partial<BoardView>) => void;
  /** The order of things: a number greater than all before. */
  nextDayTurn: () => number;
}

interface Opened {
  board: BoardState;
  access: BoardAccess;
}

export type BoardReader = ReturnType<typeof createBoardReader>;

export function createBoardReader(options: BoardReaderOptions, { cardDiffer, show, nextDayTurn }: Around) {
  const { kept, now, random, pollMs, lacks, isSeen, isCredentialDead, onGone, onUnreadable } = options;
  let keeping: Promise<void> = Promise.resolve();

  const reader = createReader({
    async read({ board, access }: Opened, _part: undefined, signal) {
      const isWhole = board.isWholeWanted;
      board.isWholeWanted = false;
      const isUnchanged = !isWhole && (await isAsItWas(board, access, signal));
      signal.throwIfAborted();
      if (isUnchanged) done(board, {});
      else await readPages(board, access, signal);
    },
    fail(error, { board, access: { accountId, server } }) {
      const isMissing = error instanceof ServiceError && error.status === 403;
      const appError = boardError(error, server, accountId !== null);
      show(board, { progress: null, error: appError, ...(isMissing && { lacks: lacks() }) });
      if (isNoBoard(error) && accountId !== null) onGone(accountId, board.projectId);
    },
    polls: {
      everyMs: pollMs,
      // While nobody sees the board nothing is asked; whoever looks then asks.
      isWorthwhile(): boolean {
        const opened = reader.source();
        return isSeen() && opened !== null && mayRead(opened.board, now());
      },
      retryMs: (error) => (isNoBoard(error) ? Number.POSITIVE_INFINITY : undefined),
      random,
    },
    isCredentialDead: async (): Promise<boolean> =>
      reader.source()?.access.accountId !== null && (await isCredentialDead()),
    now,
  });

  async function isAsItWas(board: BoardState, access: BoardAccess, signal: AbortSignal): Promise<boolean> {
    if (board.revision === null || board.view.fetchedAt === null || board.view.error !== null) return false;
    return (await access.reader.revision(signal)) === board.revision;
  }

  async function readPages(board: BoardState, access: BoardAccess, signal: AbortSignal): Promise<void> {
    const began = nextDayTurn();
    const seen = new Set<string>();
    let isDifferent = board.view.fetchedAt === null;
    show(board, { progress: { read: 0, total: 0 } });
    let shownAt = Number.NEGATIVE_INFINITY;
    const { columns, revision, odd } = await access.reader.read(signal, (page) => {
      if (page.isRestart) seen.clear();
      for (const { id } of page.cards) seen.add(id);
      isDifferent = cardDiffer.put(board, page.cards) > 0 || isDifferent;
      if (performance.now() - shownAt < FRAME_MS) return;
      shownAt = performance.now();
      show(board, {
        project: page.project,
        // Until all pages are there nobody knows whether a missing one is gone.
        columns: union(page.columns, board.view.columns),
        progress: { read: page.read, total: page.total },
      });
    });
    signal.throwIfAborted();
    board.accepted.wasRead(began);
    const gone = board.cards.except(seen);
    cardDiffer.sendChanges(board, gone);
    isDifferent ||= gone.length > 0 || revision !== board.revision;
    isDifferent ||= JSON.stringify(columns) !== JSON.stringify(board.view.columns);
    board.revision = revision;
    board.odd = odd;
    done(board, { columns });
    onUnreadable?.(odd);
    if (isDifferent) keep(board);
  }

  function done(board: BoardState, changed: Partial<BoardView>): void {
    show(board, { ...changed, progress: null, error: null, lacks: lacks(), fetchedAt: toIsoInstant(now()) });
  }

  /** In the background, one after the other. Without it the board is read anew the next time, that is all. */
  function keep(board: BoardState): void {
    const { accountId, view, cards } = board;
    const { project, columns, fetchedAt } = view;
    if (accountId === null || fetchedAt === null) return;
    const known = cards.known();
    // What could not be read is not kept: a board of the same revision would be taken for whole after the next start.
    const revision = board.odd === undefined ? board.revision : null;
    keeping = keeping
      .then(() => kept.write(accountId, { project, columns, fetchedAt, revision, cards: known }))
      .catch(() => undefined);
  }

  return {
    /** Reads this board with its session from now on, or none where there is no session. */
    start(board: BoardState): void {
      void reader.start(board.source && { board, access: board.source });
    },
    stop: reader.stop,
    isReading: reader.isReading,

    /** Reads the board in any case: a person asks. */
    readWhole(board: BoardState): void {
      board.isWholeWanted = true;
      if (!board.isLoading) void reader.ask();
    },
    /** Reads it where it changed, if the service can tell. A large one is not read twice in a row. */
    check(board: BoardState): void {
      if (!board.isLoading && !(reader.isReading() && isLarge(board))) reader.refresh();
    },
    /** The same, but it is not to be read now. */
    startLater(board: BoardState): void {
      show(board, { progress: null });
      reader.startLater(board.source && { board, access: board.source });
    },
  };
}

/** The first ones, and those of the second that are not among them. */
function union(first: ColumnView[], second: ColumnView[]): ColumnView[] {
  const slugs = new Set(first.map(({ slug }) => slug));
  return [...first, ...second.filter(({ slug }) => !slugs.has(slug))];
}
