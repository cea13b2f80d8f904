/** The running timer: one entry at a time. An entry is posted 15 s after its start and completed after it stops. */
import { randomUUID } from 'node:crypto';
import type { Outbox } from '../outbox/outbox.ts';
import { hoursMinutes } from '../words/en.ts';
import type { Changes } from './changes.ts';
import type { Entries, Entry, TaskRef } from './entries.ts';
import { overlapWarning } from './overlap-warning.ts';
import { checkNotFuture, checkSpan, invalid, LONG_MS } from './refusals.ts';
import type { Witness } from './witness.ts';

/** An entry that ends sooner after its start was an accident, unless that start was chosen: it never reaches the service (ms). */
export const GRACE_MS = 15_000;

export interface TimerOptions {
  entries: Entries;
  outbox: Pick<Outbox, 'serverId' | 'openOf'>;
  changes: Changes;
  witness: Pick<Witness, 'worked'>;
  now: () => number;
}

export type Timer = ReturnType<typeof createTimer>;

/** What becomes of the running entry when it ends. */
export interface Ended {
  /** How it is on disk from now on. */
  entry: Entry;
  text: string;
  /** Set where it was an accident: how it is if the person wants to keep it. */
  kept?: Entry;
  /** More often a forgotten timer than a day's work. */
  isLong: boolean;
}

/** Said of a stop after more than twelve hours; short, because the status line is. */
const CHECK_IT = 'check its times';

export function createTimer({ entries, outbox, changes, witness, now }: TimerOptions) {
  function needRunning(accountId: string): Entry {
    const running = entries.running(accountId);
    if (running) return running;
    throw invalid('No timer is running', 'It was already stopped.', 'Start one from your tasks.');
  }

  /** Throws ProblemError where the clock says that it has not begun, and nobody watched it run. */
  function end(running: Entry, at: number): Ended {
    const start = Date.parse(running.startTime);
    const { identifier } = running.task;
    if (at < start) {
      // The clock was set back while it ran: what was worked is told by the clock that nobody sets.
      const worked = witness.worked(running);
      if (worked === null) {
        throw invalid(
          `The clock says it is before ${identifier} started`,
          'It was set back while Punchcard was closed. The timer goes on.',
          'Set the clock right, or move the start in the timer’s menu.',
        );
      }
      const entry = { ...running, endTime: iso(start + worked) };
      const text = `The clock went back; ${identifier} stopped after ${hoursMinutes(worked)}`;
      return { entry, text, isLong: false };
    }
    const entry = { ...running, endTime: iso(at) };
    const isChosen = running.startTime !== running.createdAt;
    if (at - start >= GRACE_MS || isChosen || isOrMayBeAtService(running)) {
      const isLong = at - start > LONG_MS;
      const text = `${identifier} stopped after ${hoursMinutes(at - start)}`;
      return { entry, text: isLong ? `${text}; ${CHECK_IT}` : text, isLong };
    }
    const text = `${identifier} ran ${Math.round((at - start) / 1000)} s and was not kept`;
    return { entry: { ...entry, discardedAt: iso(now()) }, kept: entry, text, isLong: false };
  }

  function isOrMayBeAtService(entry: Entry): boolean {
    if (outbox.serverId(entry.id) !== undefined) return true;
    return outbox.openOf(entry.id).some(({ state }) => state === 'sending' || state === 'unknown');
  }

  return {
    /**
     * Starts a timer on a task, ending the one that runs at the same moment. `chosenStart` in ms, now where it is missing.
     * Throws ProblemError.
     */
    start(accountId: string, task: TaskRef, chosenStart?: number, note = ''): void {
      const createdAt = now();
      const startTime = chosenStart ?? createdAt;
      checkNotFuture(startTime, now());
      const running = entries.running(accountId);
      if (running?.task.taskId === task.taskId && running.note === note) {
        const { identifier } = task;
        throw invalid(`${identifier} is running already`, 'Its timer goes on.', 'To move its start, use its menu.');
      }
      if (running && startTime < Date.parse(running.startTime)) {
        throw invalid(
          `${running.task.identifier} started later than that`,
          `Both would count the same time. ${running.task.identifier} goes on.`,
          'Stop or discard it first, or choose a later start.',
        );
      }
      const entry: Entry = {
        id: randomUUID(),
        accountId,
        task,
        startTime: iso(startTime),
        endTime: null,
        note,
        discardedAt: null,
        createdAt: iso(createdAt),
      };
      const ended = running && end(running, startTime);
      changes.apply({
        accountId,
        entries: ended ? [ended.entry, entry] : [entry],
        notBefore: createdAt + GRACE_MS,
        say: ended?.kept || ended?.isLong ? `${task.identifier} started; ${ended.text}` : `${task.identifier} started`,
        undo: { label: 'Undo' },
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
      const undo = kept ? { label: 'Keep', entries: [kept] } : { label: 'Undo' };
      changes.apply({ accountId, entries: [entry], say: text, undo });
    },

    /** Moves the start of the running entry (ms). */
    setStart(accountId: string, startTime: number): void {
      const running = needRunning(accountId);
      checkNotFuture(startTime, now());
      const entry = { ...running, startTime: iso(startTime) };
      const say = `Start moved${overlapWarning(entries, entry, now())}`;
      changes.apply({ accountId, entries: [entry], say, undo: { label: 'Undo' } });
    },

    setNote(accountId: string, note: string): void {
      const running = needRunning(accountId);
      if (running.note === note) return;
      changes.apply({ accountId, entries: [{ ...running, note }], say: 'Note kept', undo: { label: 'Undo' } });
    },

    /** Throws the running entry away. The service has no delete: where it knows the entry, it is closed there with no length. */
    discard(accountId: string): void {
      const running = needRunning(accountId);
      const { identifier } = running.task;
      changes.apply({
        accountId,
        entries: [{ ...running, discardedAt: iso(now()) }],
        say: (remains) =>
          remains ? `${identifier} discarded; at the server 0:00 will remain` : `${identifier} discarded`,
        undo: { label: 'Undo' },
      });
    },
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
