/**
 * Keeps data of the service up to date: at most one read in progress and one queued, polls with jitter, back-off after failures. An
 * answer for a replaced source is dropped. The feature decides what to read and how to apply the answer. Times in ms.
 *
 * Not TanStack's query-core: it adds 33 kB (9.5 kB gzipped) to main's bundle and lacks incremental pages, partial reads, jitter,
 * tolerance of a clock that is set back, and a credential check after a 401.
 */

import { delayBeforeNextPoll, delayBeforeRetry } from './delays.ts';
import { ServiceError } from './errors.ts';

export interface ReaderOptions<Source, Wanted> {
  /**
   * Reads a part, or everything if `wanted` is undefined, and applies the answer. Must not change anything after `signal` is
   * aborted, because the source was replaced.
   */
  read: (source: Source, wanted: Wanted | undefined, signal: AbortSignal) => Promise<void>;
  /** A read failed and is retried after `retryMs`. */
  fail?: (error: unknown, source: Source, retryMs: number) => void;
  /** Combines two queued requests. Default: read everything. */
  merge?: (one: Wanted | undefined, other: Wanted | undefined) => Wanted | undefined;
  /** `refreshIfStale` does nothing while the last answer is younger than this. */
  freshMs?: number;
  /** Without it the reader never polls. */
  polls?: {
    everyMs: () => number;
    /** What a poll reads; everything if missing. */
    wanted?: Wanted;
    /** While it returns false, polls are postponed. */
    isWorthwhile?: () => boolean;
    /** Overrides the back-off. */
    retryMs?: (error: unknown) => number | undefined;
    /** 0 ≤ x < 1. */
    random?: () => number;
  };
  /** Called after a 401. If the credential is dead, the reader stops, because its session is over. */
  isCredentialDead?: () => Promise<boolean>;
  now: () => number;
}

const newSession = <Source, Wanted>(source: Source) => ({
  source,
  controller: new AbortController(),
  running: null as Promise<void> | null,
  wanted: undefined as Wanted | undefined,
  next: null as { wanted: Wanted | undefined; done: PromiseWithResolvers<void> } | null,
  /** When everything was read, and when what a poll reads. */
  readAt: Number.NEGATIVE_INFINITY,
  polledAt: Number.NEGATIVE_INFINITY,
  failures: 0,
  failedAt: Number.NEGATIVE_INFINITY,
  /** Wait that the service asked for at `failedAt`. */
  waitMs: 0,
  timer: undefined as NodeJS.Timeout | undefined,
  later: undefined as NodeJS.Timeout | undefined,
});
type Session<Source, Wanted> = ReturnType<typeof newSession<Source, Wanted>>;

export function createReader<Source, Wanted>(options: ReaderOptions<Source, Wanted>) {
  const { read, fail, merge, freshMs = 0, polls, isCredentialDead, now } = options;
  const random = polls?.random ?? Math.random;
  let session: Session<Source, Wanted> | null = null;

  async function run(mine: Session<Source, Wanted>): Promise<void> {
    const { signal } = mine.controller;
    while (mine.next !== null && !signal.aborted) {
      const { wanted, done } = mine.next;
      [mine.wanted, mine.next] = [wanted, null];
      clearTimeout(mine.timer);
      try {
        await read(mine.source, wanted, signal);
        if (!signal.aborted) succeeded(mine, wanted);
        done.resolve();
      } catch (error) {
        if (!signal.aborted) await failed(mine, error);
        if (signal.aborted) done.resolve();
        else done.reject(error);
      }
    }
    mine.next?.done.resolve();
    mine.running = null;
  }

  function succeeded(mine: Session<Source, Wanted>, wanted: Wanted | undefined): void {
    [mine.failures, mine.waitMs] = [0, 0];
    if (wanted === undefined) mine.readAt = now();
    if (polls === undefined) return;
    // Reading another part does not postpone the next poll.
    if (wanted === undefined || wanted === polls.wanted) mine.polledAt = now();
    const age = Number.isFinite(mine.polledAt) ? Math.abs(now() - mine.polledAt) : 0;
    schedule(mine, Math.max(0, delayBeforeNextPoll(polls.everyMs(), random()) - age));
  }

  async function failed(mine: Session<Source, Wanted>, error: unknown): Promise<void> {
    const { kind, status, retryAfterMs, isTransient } = error instanceof ServiceError ? error : {};
    if (kind === 'rejected' && status === 401 && (await isCredentialDead?.())) return;
    if (mine.controller.signal.aborted) return;
    // A rejection counts as a fresh answer, so that `refreshIfStale` does not repeat it.
    if (kind === 'rejected' && (status === 429 || (!isTransient && status !== 401))) mine.readAt = now();
    [mine.failedAt, mine.waitMs] = [now(), retryAfterMs ?? 0];
    const retryMs = polls?.retryMs?.(error) ?? delayBeforeRetry(mine.failures, retryAfterMs, random());
    mine.failures += 1;
    schedule(mine, retryMs);
    fail?.(error, mine.source, retryMs);
  }

  function schedule(mine: Session<Source, Wanted>, ms: number): void {
    clearTimeout(mine.timer);
    if (polls === undefined || mine.controller.signal.aborted) return;
    mine.timer = setTimeout(poll, ms);
    mine.timer.unref?.();
  }

  function poll(): void {
    if (session !== null && polls?.isWorthwhile?.() === false) schedule(session, polls.everyMs());
    else void readNow(polls?.wanted);
  }

  function readNow(wanted?: Wanted): Promise<void> {
    if (session === null) return Promise.resolve();
    if (session.next === null) {
      session.next = { wanted, done: Promise.withResolvers() };
      session.next.done.promise.catch(() => undefined);
    } else session.next.wanted = merge?.(session.next.wanted, wanted);
    const { promise } = session.next.done;
    session.running ??= run(session);
    return promise;
  }

  function refresh(wanted?: Wanted): void {
    if (session !== null && Math.abs(now() - session.failedAt) >= session.waitMs) void readNow(wanted);
  }

  /** Aborts the read of the previous source. */
  function replaceSource(source: Source | null): void {
    session?.controller.abort();
    clearTimeout(session?.timer);
    clearTimeout(session?.later);
    session = source === null ? null : newSession(source);
  }

  return {
    /** Replaces the source (null: none) and reads it. Resolves and rejects like `read`. */
    start(source: Source | null): Promise<void> {
      replaceSource(source);
      return readNow();
    },
    /** Replaces the source. Reads it at once only if a poll is worthwhile. */
    startLater(source: Source | null): void {
      replaceSource(source);
      poll();
    },
    stop: (): void => replaceSource(null),
    source: (): Source | null => session?.source ?? null,

    /** Reads now, or again after the read in progress. Rejects if that read fails. */
    read: readNow,
    /** Reads like `read`, except while the service asked to wait. */
    refresh,
    /** Refreshes after `ms`, once for all calls until then. */
    refreshWithin(ms: number, wanted?: Wanted): void {
      const mine = session;
      if (mine === null || mine.later !== undefined) return;
      mine.later = setTimeout(() => {
        mine.later = undefined;
        refresh(wanted);
      }, ms);
      mine.later.unref?.();
    },
    /** Refreshes unless the last answer is fresh or a full read is in progress. */
    refreshIfStale(): void {
      if (session === null || (session.running !== null && session.wanted === undefined)) return;
      if (Math.abs(now() - session.readAt) >= freshMs) refresh();
    },
    isReading: (): boolean => session?.running != null,
    /** Resolves when nothing is being read. */
    async idle(): Promise<void> {
      while (session?.running) await session.running;
    },
  };
}
