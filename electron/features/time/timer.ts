/**
 * The running timer: one entry at a time. An entry is posted 15 s after its start and completed after it stops. It runs on while the
 * app is closed; that time is an away time then (features/idle/idle-store.ts, `recover`).
 */

import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { timerLength } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { LONGEST_GRACE_MS, type Outbox } from '../../outbox/outbox.ts';
import type { EntryChanges } from './entry-changes.ts';
import type { Entries } from './entry-store.ts';
import { checkNotFuture, checkSpan, LONG_ENTRY_MS } from './entry-validation.ts';
import { overlapWarning } from './overlap-warning.ts';
import type { RunClock } from './run-clock.ts';

/** A shorter entry is an accident and never reaches the service, unless its start was chosen (ms). */
const POST_DELAY_MS = LONGEST_GRACE_MS;

export interface TimerOptions {
  entries: Entries;
  outbox: Pick<Outbox, 'serverId' | 'openOf'>;
  changes: Pick<EntryChanges, 'apply'>;
  runClock: Pick<RunClock, 'elapsed'>;
  /** The permissions that the person lacks in the account, as far as known. */
  missingPermissions?: (accountId: string) => readonly string[];
  now: () => number;
}

export type Timer = ReturnType<typeof createTimer>;

/** A wall clock that gains more than this on the monotonic one was set forward; a suspended computer does not explain it (ms). */
const SET_FORWARD_MS = DAY_MS;

/** The running entry after it ended. */
export interface StoppedEntry {
  /** As it will be stored. */
  entry: Entry;
  text: string;
  /** Only for an accidental entry: the entry to store if the person keeps it. */
  restorable?: Entry;
  /** The end is unexpected, so the toast mentions it even when another timer starts. */
  isNotable: boolean;
}

export function createTimer({ entries, outbox, changes, runClock, missingPermissions = () => [], now }: TimerOptions) {
  function requireRunning(accountId: string): Entry {
    const running = entries.running(accountId);
    if (running) return running;
    throw new ValidationError(messages.time.noTimer);
  }

  /** A timer can always be stopped. */
  function end(running: Entry, at: number): StoppedEntry {
    const start = Date.parse(running.startTime);
    const { identifier } = running.task;
    const elapsed = runClock.elapsed(running);
    if (at < start || (elapsed !== null && at - start > elapsed + SET_FORWARD_MS)) {
      if (elapsed === null) {
        const text = messages.time.stoppedAtStart({ task: identifier });
        return { entry: { ...running, endTime: running.startTime }, text, isNotable: true };
      }
      // The wall clock was changed while the timer ran, so the monotonic clock decides.
      const message = at < start ? messages.time.stoppedClockBack : messages.time.stoppedClockForward;
      const entry = { ...running, endTime: toIsoInstant(start + elapsed) };
      return {
        entry,
        text: message({ task: identifier, duration: timerLength(start, start + elapsed) }),
        isNotable: true,
      };
    }
    const entry = { ...running, endTime: toIsoInstant(at) };
    const isChosen = running.startTime !== running.createdAt;
    if (at - start >= POST_DELAY_MS || isChosen || isOrMayBeAtService(running)) {
      const isLong = at - start > LONG_ENTRY_MS;
      const message = isLong ? messages.time.stoppedLong : messages.time.stopped;
      return {
        entry,
        text: message({ task: identifier, duration: timerLength(start, at) }),
        isNotable: isLong,
      };
    }
    const text = messages.time.notKept({ task: identifier, seconds: Math.round((at - start) / 1000) });
    return { entry: { ...entry, discardedAt: toIsoInstant(now()) }, restorable: entry, text, isNotable: true };
  }

  function isOrMayBeAtService(entry: Entry): boolean {
    if (outbox.serverId(entry.id) !== undefined) return true;
    return outbox.openOf(entry.id).some(({ state }) => state === 'sending' || state === 'unknown');
  }

  /** Throws AppError if the account's service would reject the person's time entries (docs/service.md#time-entries). */
  function checkMayTrack(accountId: string): void {
    if (missingPermissions(accountId).includes('task:update')) throw new ValidationError(messages.time.mayNotTrack);
  }

  return {
    checkMayTrack,

    /**
     * Starts a timer on a task and ends the running one at the same moment. `chosenStart` is in ms and defaults to now. Throws
     * AppError.
     */
    start(accountId: string, task: TaskRef, chosenStart?: number, note = '', allowClosed = false): void {
      const owner = task.accountId ?? accountId;
      checkMayTrack(owner);
      const createdAt = now();
      const startTime = chosenStart ?? createdAt;
      checkNotFuture(startTime, now());
      const running = entries.running(accountId);
      const isSameTask = running?.task.taskId === task.taskId && running.accountId === owner;
      if (running && isSameTask && running.note === note) {
        throw new ValidationError(messages.time.runsAlready({ task: task.identifier }));
      }
      // If now is before the running start, the wall clock was set back and `end` uses the monotonic clock.
      if (running && chosenStart !== undefined && startTime < Date.parse(running.startTime)) {
        throw new ValidationError(messages.time.startedLater({ task: running.task.identifier }));
      }
      const entry: Entry = {
        id: randomUUID(),
        accountId: owner,
        task,
        startTime: toIsoInstant(startTime),
        endTime: null,
        note,
        discardedAt: null,
        createdAt: toIsoInstant(createdAt),
      };
      const ended = running && end(running, startTime);
      // A new task has no number yet.
      const name = /-\d+$/.test(task.identifier) ? task.identifier : task.title;
      changes.apply({
        accountId,
        entries: ended ? [ended.entry, entry] : [entry],
        notBefore: createdAt + POST_DELAY_MS,
        allowClosed: allowClosed || chosenStart === undefined,
        toast: ended?.isNotable
          ? messages.time.startedAfter({ task: name, ended: ended.text })
          : messages.time.started({ task: name }),
      });
    },

    end,

    /**
     * Ends the running entry, now or at a chosen moment (ms). A chosen end after more than twelve hours needs confirmation; ending now
     * never does, because a timer must always stop, but the toast mentions the length.
     */
    stop(accountId: string, at?: number, allowLong = false): void {
      const running = requireRunning(accountId);
      if (at !== undefined) checkSpan(Date.parse(running.startTime), at, now(), { allowLong });
      const { entry, text, restorable } = end(running, at ?? now());
      const undo = restorable && { label: messages.time.keep, entries: [restorable] };
      changes.apply({ accountId, entries: [entry], toast: text, undo, allowClosed: true });
    },

    /**
     * Ends the running entry now and sets its start to a chosen moment (ms). Throws AppError if a closed week would change or the entry
     * would be longer than twelve hours: the command line cannot ask.
     */
    stopSince(accountId: string, startTime: number): void {
      const running = requireRunning(accountId);
      const at = now();
      checkSpan(startTime, at, at, {});
      const entry = { ...running, startTime: toIsoInstant(startTime), endTime: toIsoInstant(at) };
      const text = messages.time.stopped({
        task: running.task.identifier,
        duration: timerLength(startTime, at),
      });
      changes.apply({
        accountId,
        entries: [entry],
        toast: `${text}${overlapWarning(entries, entry, at)}`,
      });
    },

    /**
     * Each account may still have a running timer from the time when only one account could be open. The one started last goes on;
     * each earlier one ends when the next one started.
     */
    keepLast(accountId: string): void {
      const running = entries.between(accountId, now(), now() + 1).filter(({ endTime }) => endTime === null);
      for (const [at, { startTime }] of running.slice(1).entries()) {
        const { entry, text } = end(running[at] as Entry, Date.parse(startTime));
        changes.apply({ accountId: entry.accountId, entries: [entry], toast: text, allowClosed: true });
      }
    },

    /** Moves the start of the running entry (ms). */
    setStart(accountId: string, startTime: number, allowClosed = false): void {
      const running = requireRunning(accountId);
      checkNotFuture(startTime, now());
      const entry = { ...running, startTime: toIsoInstant(startTime) };
      const toast = `${messages.time.startMoved}${overlapWarning(entries, entry, now())}`;
      changes.apply({ accountId, entries: [entry], toast, allowClosed });
    },

    /** `entryId`: an entry that may have ended; by default the running one. */
    setNote(accountId: string, note: string, entryId?: string): void {
      const entry = entryId === undefined ? requireRunning(accountId) : entries.find(accountId, entryId);
      if (entry === undefined || entry.discardedAt !== null) throw new ValidationError(messages.time.gone);
      if (entry.note === note) return;
      changes.apply({
        accountId,
        entries: [{ ...entry, note }],
        toast: messages.time.noteKept,
        allowClosed: true,
      });
    },

    /** Discards the running entry. The service cannot delete it: one that it has is closed there with no duration. */
    discard(accountId: string): void {
      const running = requireRunning(accountId);
      const { identifier } = running.task;
      changes.apply({
        accountId,
        entries: [{ ...running, discardedAt: toIsoInstant(now()) }],
        toast: (remains) => messages.time.discarded({ task: identifier, remains }),
        allowClosed: true,
      });
    },
  };
}
