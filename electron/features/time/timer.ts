/** The running timer: one entry at a time. An entry is posted 15 s after its start and completed after it stops. */

import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { EntryChanges } from './entry-changes.ts';
import type { Entries } from './entry-store.ts';
import { checkNotFuture, checkSpan, LONG_ENTRY_MS } from './entry-validation.ts';
import type { MonotonicClock } from './monotonic-clock.ts';
import { overlapWarning } from './overlap-warning.ts';

/** An entry that ends sooner after its start was an accident, unless that start was chosen: it never reaches the service (ms). */
export const POST_DELAY_MS = 15_000;

export interface TimerOptions {
  entries: Entries;
  outbox: Pick<Outbox, 'serverId' | 'openOf'>;
  changes: EntryChanges;
  runClock: Pick<MonotonicClock, 'worked'>;
  /** Permissions that the person is known to lack. */
  lacks?: () => readonly string[];
  now: () => number;
}

export type Timer = ReturnType<typeof createTimer>;

/** The wall clock gained more than this on the other one: it was set forward, and no absence explains it (ms). */
const SET_FORWARD_MS = 24 * 3_600_000;

/** What becomes of the running entry when it ends. */
export interface StoppedEntry {
  /** How it is on disk from now on. */
  entry: Entry;
  text: string;
  /** Set where it was an accident: how it is if the person wants to keep it. */
  kept?: Entry;
  /** Nobody expects it: to be said where another one starts as well. */
  isNotable: boolean;
}

export function createTimer({ entries, outbox, changes, runClock, lacks = () => [], now }: TimerOptions) {
  function needRunning(accountId: string): Entry {
    const running = entries.running(accountId);
    if (running) return running;
    throw new ValidationError(messages.time.noTimer);
  }

  /** Throws AppError where the clock says that it has not begun, and nobody watched it run. */
  function end(running: Entry, at: number): StoppedEntry {
    const start = Date.parse(running.startTime);
    const { identifier } = running.task;
    const worked = runClock.worked(running);
    if (at < start || (worked !== null && at - start > worked + SET_FORWARD_MS)) {
      // The clock was set while it ran: what was worked is told by the clock that nobody sets.
      if (worked === null) throw new ValidationError(messages.time.clockBack({ task: identifier }));
      const say = at < start ? messages.time.stoppedClockBack : messages.time.stoppedClockForward;
      const entry = { ...running, endTime: toIsoInstant(start + worked) };
      return { entry, text: say({ task: identifier, duration: hoursMinutes(worked) }), isNotable: true };
    }
    const entry = { ...running, endTime: toIsoInstant(at) };
    const isChosen = running.startTime !== running.createdAt;
    if (at - start >= POST_DELAY_MS || isChosen || isOrMayBeAtService(running)) {
      // More often a forgotten timer than a day's work.
      const isLong = at - start > LONG_ENTRY_MS;
      const say = isLong ? messages.time.stoppedLong : messages.time.stopped;
      return { entry, text: say({ task: identifier, duration: hoursMinutes(at - start) }), isNotable: isLong };
    }
    const text = messages.time.notKept({ task: identifier, seconds: Math.round((at - start) / 1000) });
    return { entry: { ...entry, discardedAt: toIsoInstant(now()) }, kept: entry, text, isNotable: true };
  }

  function isOrMayBeAtService(entry: Entry): boolean {
    if (outbox.serverId(entry.id) !== undefined) return true;
    return outbox.openOf(entry.id).some(({ state }) => state === 'sending' || state === 'unknown');
  }

  /** Throws AppError where no time of the person would ever reach the service (docs/service.md#time-entries). */
  function checkMayTrack(): void {
    if (lacks().includes('task:update')) throw new ValidationError(messages.time.mayNotTrack);
  }

  return {
    checkMayTrack,

    /**
     * Starts a timer on a task, ending the one that runs at the same moment. `chosenStart` in ms, now where it is missing.
     * Throws AppError.
     */
    start(accountId: string, task: TaskRef, chosenStart?: number, note = ''): void {
      checkMayTrack();
      const createdAt = now();
      const startTime = chosenStart ?? createdAt;
      checkNotFuture(startTime, now());
      const running = entries.running(accountId);
      if (running?.task.taskId === task.taskId && running.note === note) {
        throw new ValidationError(messages.time.runsAlready({ task: task.identifier }));
      }
      // Now is earlier only where the clock was set back: then the running one ends by the other clock.
      if (running && chosenStart !== undefined && startTime < Date.parse(running.startTime)) {
        throw new ValidationError(messages.time.startedLater({ task: running.task.identifier }));
      }
      const entry: Entry = {
        id: randomUUID(),
        accountId,
        task,
        startTime: toIsoInstant(startTime),
        endTime: null,
        note,
        discardedAt: null,
        createdAt: toIsoInstant(createdAt),
      };
      const ended = running && end(running, startTime);
      changes.apply({
        accountId,
        entries: ended ? [ended.entry, entry] : [entry],
        notBefore: createdAt + POST_DELAY_MS,
        say: ended?.isNotable
          ? messages.time.startedAfter({ task: task.identifier, ended: ended.text })
          : messages.time.started({ task: task.identifier }),
        undo: { label: messages.time.undo },
      });
    },

    end,

    /**
     * Ends the running entry, now or at a chosen moment (ms). One chosen after more than twelve hours is asked about; one that
     * ends now is not, because a timer must always stop: then it is said.
     */
    stop(accountId: string, at?: number, isLongMeant = false): void {
      const running = needRunning(accountId);
      if (at !== undefined) checkSpan(Date.parse(running.startTime), at, now(), isLongMeant);
      const { entry, text, kept } = end(running, at ?? now());
      const undo = kept ? { label: messages.time.keep, entries: [kept] } : { label: messages.time.undo };
      changes.apply({ accountId, entries: [entry], say: text, undo });
    },

    /** Ends the running entry now, as one that began at a chosen moment (ms). */
    stopSince(accountId: string, startTime: number): void {
      const running = needRunning(accountId);
      const at = now();
      checkSpan(startTime, at, at, true);
      const entry = { ...running, startTime: toIsoInstant(startTime), endTime: toIsoInstant(at) };
      const text = messages.time.stopped({ task: running.task.identifier, duration: hoursMinutes(at - startTime) });
      changes.apply({
        accountId,
        entries: [entry],
        say: `${text}${overlapWarning(entries, entry, at)}`,
        undo: { label: messages.time.undo },
      });
    },

    /** Moves the start of the running entry (ms). */
    setStart(accountId: string, startTime: number): void {
      const running = needRunning(accountId);
      checkNotFuture(startTime, now());
      const entry = { ...running, startTime: toIsoInstant(startTime) };
      const say = `${messages.time.startMoved}${overlapWarning(entries, entry, now())}`;
      changes.apply({ accountId, entries: [entry], say, undo: { label: messages.time.undo } });
    },

    setNote(accountId: string, note: string): void {
      const running = needRunning(accountId);
      if (running.note === note) return;
      changes.apply({
        accountId,
        entries: [{ ...running, note }],
        say: messages.time.noteKept,
        undo: { label: messages.time.undo },
      });
    },

    /** Throws the running entry away. The service has no delete: where it knows the entry, it is closed there with no length. */
    discard(accountId: string): void {
      const running = needRunning(accountId);
      const { identifier } = running.task;
      changes.apply({
        accountId,
        entries: [{ ...running, discardedAt: toIsoInstant(now()) }],
        say: (remains) => messages.time.discarded({ task: identifier, remains }),
        undo: { label: messages.time.undo },
      });
    },
  };
}
