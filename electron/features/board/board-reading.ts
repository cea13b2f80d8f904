/**
 * Decides when a board is read: the open one (board.ts) and each watched one (watched-boards.ts). It is read after changes at the
 * service and with a slow poll, with a rest in between, and with back-off after failures. If its revision is known, one small request
 * first asks whether it changed. The users of a reading say what is read and apply it. Times in ms.
 */

import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { isRejected } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';

/**
 * The result of the last request. `unread`: there was none yet; `current`: an answer; `failing`: an error, so it is repeated with
 * back-off; `gone`: the board does not exist or the user may not see it, so it is repeated after a day.
 */
export type BoardReadingState = 'unread' | 'current' | 'failing' | 'gone';

/** What every reading shares. */
export interface ReadingSurroundings {
  /** Called after a 401. If the credential is dead, the callee stops the reading. */
  isCredentialDead: () => Promise<boolean>;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

export interface BoardReadingOptions<Source, Pages> extends ReadingSurroundings {
  /** The revision of the cards at hand; null if there is none or if all pages have to be read. */
  knownRevision: () => string | null;
  /** The board's revision at the service; null if it has none. Throws ServiceError. */
  readRevision: (source: Source, signal: AbortSignal) => Promise<string | null>;
  /** Throws ServiceError and the signal's reason. */
  readPages: (source: Source, signal: AbortSignal) => Promise<Pages>;
  /** Applies what was read; null if the board did not change. */
  onAnswer: (pages: Pages | null) => void;
  onFailed: (error: unknown, source: Source) => void;
  /** Time between two polls before jitter. */
  pollMs: () => number;
  /** Polls are postponed while it returns false. */
  isPolled?: () => boolean;
  /** Least time between two reads that nobody asked for. */
  restMs: () => number;
  /** Changes come in bursts, which are collected for this time. */
  burstMs: number;
  /** Reads tasks that change during a rest. Without it, and for all other changes, the end of the rest is awaited. */
  readTasks?: (taskIds: string[]) => void;
}

/** A younger answer is fresh: showing the board does not ask again. */
const FRESH_MS = 10_000;
/** Changed tasks that are read one by one. */
const MAX_SINGLE = 20;

export type BoardReading<Source> = ReturnType<typeof createBoardReading<Source, unknown>>;

export function createBoardReading<Source, Pages>(options: BoardReadingOptions<Source, Pages>) {
  const { knownRevision, readRevision, readPages, onAnswer, onFailed, readTasks } = options;
  const { pollMs, isPolled = () => true, restMs, burstMs, isCredentialDead, now, random } = options;
  let state: BoardReadingState = 'unread';
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Since a read began. */
  const changedTasks = new Set<string>();
  /** Something changed that reading single tasks does not bring, and no read has begun since. */
  let isMore = false;
  let timer: NodeJS.Timeout | undefined;
  let afterRest: NodeJS.Timeout | undefined;

  const reader = createReader({
    async read(source: Source, _part: undefined, signal) {
      isMore = false;
      changedTasks.clear();
      const known = knownRevision();
      const isUnchanged = known !== null && (await readRevision(source, signal)) === known;
      signal.throwIfAborted();
      const pages = isUnchanged ? null : await readPages(source, signal);
      signal.throwIfAborted();
      [state, answeredAt] = ['current', now()];
      onAnswer(pages);
    },
    fail(error, source) {
      state = isNoBoard(error) ? 'gone' : 'failing';
      onFailed(error, source);
    },
    polls: {
      everyMs: pollMs,
      isWorthwhile: () => isPolled() && restLeft() <= 0,
      retryMs: (error) => (isNoBoard(error) ? DAY_MS : undefined),
      random,
    },
    isCredentialDead,
    now,
  });

  const hasFailed = (): boolean => state === 'failing' || state === 'gone';
  /** Time since the last answer; no answer is fresh after the clock was set back. */
  const age = (): number => (now() < answeredAt ? Number.POSITIVE_INFINITY : now() - answeredAt);
  const restLeft = (): number => (hasFailed() ? 0 : restMs() - age());
  /** Asking for the revision needs no rest. */
  const mayAsk = (): boolean => knownRevision() !== null || restLeft() <= 0;
  /** A board with a rest is not read a second time right after the read in progress. */
  const isBusy = (): boolean => reader.isReading() && restMs() > 0;

  function check(): void {
    if (!isBusy()) reader.refresh();
  }

  function collect(): void {
    if (timer !== undefined) return;
    timer = setTimeout(flush, Math.max(burstMs, readTasks ? 0 : restLeft()));
    timer.unref?.();
  }

  function flush(): void {
    timer = undefined;
    if (!isMore && changedTasks.size === 0) return;
    const isResting = restLeft() > 0;
    if (isBusy() || (isResting && readTasks === undefined)) {
      collect();
      return;
    }
    const taskIds = [...changedTasks].slice(0, MAX_SINGLE);
    if (changedTasks.size > MAX_SINGLE) isMore = true;
    changedTasks.clear();
    if (!isResting) {
      check();
      return;
    }
    readTasks?.(taskIds);
    if (isMore) checkAfterRest();
  }

  function checkAfterRest(): void {
    clearTimeout(afterRest);
    afterRest = setTimeout(
      () => {
        if (!isMore) return;
        // Another read may have ended, or be about to end, in a new rest.
        if (isBusy() || restLeft() > 0) checkAfterRest();
        else check();
      },
      Math.max(burstMs, restLeft()),
    );
    afterRest.unref?.();
  }

  return {
    state: (): BoardReadingState => state,
    isReading: reader.isReading,
    /** The cards at hand were stored; the service sent them at this instant. */
    restore(at: number): void {
      answeredAt = at;
    },

    /** Replaces the source (null: none). Reads at once, and returns true, unless all pages would have to be read during a rest. */
    start(source: Source | null): boolean {
      const isAtOnce = mayAsk();
      if (isAtOnce) void reader.start(source);
      else reader.startLater(source);
      return isAtOnce;
    },
    stop(): void {
      clearTimeout(timer);
      clearTimeout(afterRest);
      timer = undefined;
      reader.stop();
    },

    /** Reads now: the user asked for it. */
    readNow: (): void => void reader.read(),
    /** The user opened the board. */
    opened(): void {
      if (age() >= FRESH_MS && mayAsk()) check();
    },
    /** The window is shown, the computer woke or the network is back. */
    refreshIfStale(): void {
      if (hasFailed() || (age() >= FRESH_MS && restLeft() <= 0)) check();
    },
    /** Something changed at the service; `taskId` if it is known what. After a failure, the back-off decides. */
    changed(taskId: string | undefined): void {
      if (hasFailed()) return;
      if (taskId === undefined) isMore = true;
      else changedTasks.add(taskId);
      collect();
    },
    missed(): void {
      if (state === 'gone') return;
      isMore = true;
      collect();
    },
  };
}

/** The board does not exist or the person may not see it, so there is no point in retrying soon. */
const isNoBoard = (error: unknown): boolean => isRejected(error, 400, 403, 404);
