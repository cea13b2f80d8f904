/**
 * Reading the open board: page by page and told as it comes, again when something may have changed, and then only what is
 * different; what was read is kept on disk.
 */

import type { BoardView, ColumnView } from '../../../shared/contract/board-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { boardError } from '../../service/app-error.ts';
import { ServiceError } from '../../service/errors.ts';
import { delayBeforeNextPoll, delayBeforeRetry } from '../../service/poll-schedule.ts';
import type { OddRecords } from '../../service/records.ts';
import type { BoardCache } from './board-cache.ts';
import { type BoardAccess, type BoardReadState, type BoardState, mayRead } from './board-state.ts';
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
  isOpen: (board: BoardState) => boolean;
  /** The view changes with that, if the board is still open. */
  show: (board: BoardState, changed: Partial<BoardView>) => void;
  /** The order of things: a number greater than all before. */
  nextDayTurn: () => number;
}

export type BoardReader = ReturnType<typeof createBoardReader>;

export function createBoardReader(options: BoardReaderOptions, { cardDiffer, isOpen, show, nextDayTurn }: Around) {
  const { kept, now, random, pollMs, lacks, isSeen, isCredentialDead, onGone, onUnreadable } = options;
  let keeping: Promise<void> = Promise.resolve();

  function read(board: BoardState, how: BoardReadState): void {
    if (!isOpen(board) || board.source === null) return;
    if (board.reading !== null || board.isLoading) {
      board.next = board.next === 'whole' ? 'whole' : how;
      return;
    }
    clearTimeout(board.timer);
    const controller = new AbortController();
    board.reading = controller;
    void readNow(board, board.source, how, controller.signal).finally(() => {
      if (board.reading !== controller) return;
      board.reading = null;
      const { next } = board;
      board.next = null;
      if (next !== null && (next === 'whole' || mayRead(board, now()))) read(board, next);
    });
  }

  async function readNow(
    board: BoardState,
    source: BoardAccess,
    how: BoardReadState,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      if (how === 'check' && board.view.fetchedAt !== null && (await isUnchanged(board, source, signal))) {
        if (!signal.aborted) done(board, {});
      } else if (!signal.aborted) {
        await readPages(board, source, signal);
      }
    } catch (error) {
      if (!signal.aborted) await refuse(board, source, error, signal);
    }
  }

  async function isUnchanged(board: BoardState, { reader }: BoardAccess, signal: AbortSignal): Promise<boolean> {
    if (board.revision === null || board.view.error !== null) return false;
    return (await reader.revision(signal)) === board.revision;
  }

  async function readPages(board: BoardState, { reader }: BoardAccess, signal: AbortSignal): Promise<void> {
    const began = nextDayTurn();
    const seen = new Set<string>();
    let isDifferent = board.view.fetchedAt === null;
    show(board, { progress: { read: 0, total: 0 } });
    let shownAt = Number.NEGATIVE_INFINITY;
    const { columns, revision, odd } = await reader.read(signal, (page) => {
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
    if (signal.aborted) return;
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
    board.failures = 0;
    show(board, { ...changed, progress: null, error: null, lacks: lacks(), fetchedAt: toIsoInstant(now()) });
    schedule(board, delayBeforeNextPoll(pollMs(), random()));
  }

  /** It is not to be read now. */
  function rest(board: BoardState): void {
    show(board, { progress: null });
    schedule(board, pollMs());
  }

  async function refuse(board: BoardState, source: BoardAccess, error: unknown, signal: AbortSignal): Promise<void> {
    const status = error instanceof ServiceError && error.kind === 'rejected' ? error.status : undefined;
    const isOwn = source.accountId !== null;
    if (isOwn && status === 401 && (await isCredentialDead())) return;
    if (signal.aborted) return;
    const appError = boardError(error, source.server, isOwn);
    show(board, { progress: null, error: appError, ...(status === 403 && { lacks: lacks() }) });
    if (status === 400 || status === 403 || status === 404) {
      // It will not get better by being asked again.
      if (source.accountId !== null) onGone(source.accountId, board.projectId);
      return;
    }
    const asked = error instanceof ServiceError ? error.retryAfterMs : undefined;
    const wait = delayBeforeRetry(board.failures, asked, random());
    board.failures += 1;
    schedule(board, wait);
  }

  function schedule(board: BoardState, ms: number): void {
    clearTimeout(board.timer);
    if (!isOpen(board)) return;
    board.timer = setTimeout(look, ms, board);
    board.timer.unref?.();
  }

  /** Time has gone by. While nobody sees the board nothing is asked; whoever looks then asks. */
  function look(board: BoardState): void {
    if (isSeen() && mayRead(board, now())) read(board, 'check');
    else schedule(board, pollMs());
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

  return { read, rest };
}

/** The first ones, and those of the second that are not among them. */
function union(first: ColumnView[], second: ColumnView[]): ColumnView[] {
  const slugs = new Set(first.map(({ slug }) => slug));
  return [...first, ...second.filter(({ slug }) => !slugs.has(slug))];
}
