/**
 * The running timer: one entry at a time. Each change is one transaction over the entry and its write in the outbox,
 * committed before anybody sees it. An entry is posted 15 s after its start and completed when it stops.
 */
import { randomUUID } from 'node:crypto';
import type { Outbox } from '../outbox/outbox.ts';
import { TIME_ENTRY_CREATE, type TimeEntryCreatePayload } from '../outbox/time-entry-create.ts';
import { TIME_ENTRY_UPDATE, type TimeEntryUpdatePayload } from '../outbox/time-entry-update.ts';
import { type Database, transaction } from '../store/database.ts';
import { hoursMinutes } from '../words/en.ts';
import { ProblemError } from '../words/problems.ts';
import type { Entries, Entry, TaskRef } from './entries.ts';

/** An entry that ends sooner after its start was an accident, unless that start was chosen: it never reaches the service (ms). */
export const GRACE_MS = 15_000;
/** How long a discarded entry can be brought back (ms). */
export const UNDO_MS = 10_000;
/** Somebody's clock and ours may differ by this without a start counting as in the future (ms). */
const CLOCK_SLACK_MS = 1_000;

/** A sentence about what was just done, and how to undo it. */
export type Notify = (text: string, undo?: { label: string; entryId: string }) => void;

export interface TimerOptions {
  database: Database;
  entries: Entries;
  outbox: Outbox;
  now: () => number;
  /** A clock that nobody sets, in ms; its zero means nothing. */
  monotonic?: () => number;
  notify: Notify;
  onChange: () => void;
}

export type Timer = ReturnType<typeof createTimer>;

export function createTimer({
  database,
  entries,
  outbox,
  now,
  monotonic = () => performance.now(),
  notify,
  onChange,
}: TimerOptions) {
  /** How long the running entry had run (ms) when the clock that nobody sets showed `at`: for when the other one is set back. */
  let witness: { entryId: string; ran: number; at: number } | null = null;

  function watch(running: Entry): void {
    const ran = Math.max(0, now() - Date.parse(running.startTime));
    witness = { entryId: running.id, ran, at: monotonic() };
  }

  /** Commits, lets the outbox look, and tells. */
  function commit<T>(change: () => T): T {
    const result = transaction(database, change);
    outbox.wake();
    onChange();
    return result;
  }

  function needRunning(accountId: string): Entry {
    const running = entries.running(accountId);
    if (running) return running;
    throw invalid('No timer is running', 'It was already stopped.', 'Start one from your tasks.');
  }

  /** Puts the entry as it now is into the outbox: into the write that still waits, or as a further one. */
  function enqueue(entry: Entry, notBefore: number): void {
    const { accountId, task, startTime, endTime, note } = entry;
    const payload: TimeEntryCreatePayload = {
      taskId: task.taskId,
      identifier: task.identifier,
      startTime,
      endTime,
      note,
    };
    if (outbox.replace(entry.id, TIME_ENTRY_UPDATE, () => payload satisfies TimeEntryUpdatePayload, notBefore)) return;
    if (outbox.replace(entry.id, TIME_ENTRY_CREATE, () => payload, endTime === null ? undefined : notBefore)) return;
    const isNew = outbox.serverId(entry.id) === undefined && outbox.openOf(entry.id).length === 0;
    outbox.add(
      { accountId, kind: isNew ? TIME_ENTRY_CREATE : TIME_ENTRY_UPDATE, subject: entry.id, payload },
      notBefore,
    );
  }

  /** Ends the running entry inside a transaction; gives what to say of it. */
  function end(running: Entry, at: number): { text: string; kept: boolean } {
    const start = Date.parse(running.startTime);
    const { identifier } = running.task;
    if (at < start) {
      // The clock was set back while it ran: what was worked is told by the clock that nobody sets.
      if (witness?.entryId !== running.id) {
        throw invalid(
          `The clock says it is before ${identifier} started`,
          'It was set back while Punchcard was closed. The timer goes on.',
          'Set the clock right, or move the start in the timer’s menu.',
        );
      }
      const worked = witness.ran + monotonic() - witness.at;
      const entry = { ...running, endTime: iso(start + worked) };
      entries.update(entry);
      enqueue(entry, now());
      return { text: `The clock went back; ${identifier} stopped after ${hoursMinutes(worked)}`, kept: true };
    }
    const isChosen = running.startTime !== running.createdAt;
    if (at - start < GRACE_MS && !isChosen && outbox.serverId(running.id) === undefined) {
      const ended = { ...running, endTime: iso(at), discardedAt: iso(now()) };
      if (outbox.takeBack(running.id)) {
        entries.update(ended);
        return { text: `${identifier} ran ${Math.round((at - start) / 1000)} s and was not kept`, kept: false };
      }
    }
    const entry = { ...running, endTime: iso(at) };
    entries.update(entry);
    enqueue(entry, now());
    return { text: `${identifier} stopped after ${hoursMinutes(at - start)}`, kept: true };
  }

  function checkStart(startTime: number): void {
    if (startTime > now() + CLOCK_SLACK_MS) {
      throw invalid('That start is in the future', 'A timer cannot start later than now.', 'Choose an earlier time.');
    }
  }

  return {
    /** At the start of the app: the entry that runs is watched from here on, unless the clock makes no sense already. */
    watch(accountId: string): void {
      const running = entries.running(accountId);
      if (running && now() >= Date.parse(running.startTime)) watch(running);
    },

    /** Starts a timer on a task, ending the one that runs at the same moment. `chosenStart` in ms, now where it is missing. */
    start(accountId: string, task: TaskRef, chosenStart?: number): void {
      const createdAt = now();
      const startTime = chosenStart ?? createdAt;
      checkStart(startTime);
      const running = entries.running(accountId);
      if (running?.task.taskId === task.taskId) {
        throw invalid(
          `${task.identifier} is running already`,
          'Its timer goes on.',
          'To move its start, use its menu.',
        );
      }
      if (running && startTime < Date.parse(running.startTime)) {
        throw invalid(
          `${running.task.identifier} started later than that`,
          `Both would count the same time. ${running.task.identifier} goes on.`,
          'Stop or discard it first, or choose a later start.',
        );
      }
      const ended = commit(() => {
        const said = running && end(running, startTime);
        const entry: Entry = {
          id: randomUUID(),
          accountId,
          task,
          startTime: iso(startTime),
          endTime: null,
          note: '',
          discardedAt: null,
          createdAt: iso(createdAt),
        };
        entries.insert(entry);
        enqueue(entry, now() + GRACE_MS);
        watch(entry);
        return said;
      });
      if (running && ended && !ended.kept) notify(ended.text, { label: 'Keep', entryId: running.id });
    },

    stop(accountId: string): void {
      const running = needRunning(accountId);
      const said = commit(() => end(running, now()));
      if (said.kept) notify(said.text);
      else notify(said.text, { label: 'Keep', entryId: running.id });
    },

    /** Moves the start of the running entry (ms). */
    setStart(accountId: string, startTime: number): void {
      const running = needRunning(accountId);
      checkStart(startTime);
      commit(() => {
        const entry = { ...running, startTime: iso(startTime) };
        entries.update(entry);
        enqueue(entry, now());
        watch(entry);
      });
    },

    setNote(accountId: string, note: string): void {
      const running = needRunning(accountId);
      if (running.note === note) return;
      commit(() => {
        const entry = { ...running, note };
        entries.update(entry);
        enqueue(entry, now());
      });
    },

    /**
     * Throws the running entry away. The service has no delete: where it knows the entry already, it is closed there
     * with no length once it can no longer be brought back.
     */
    discard(accountId: string): void {
      const running = needRunning(accountId);
      const clean = commit(() => {
        const entry = { ...running, discardedAt: iso(now()) };
        entries.update(entry);
        const neverSent = outbox.takeBack(entry.id);
        // Not before the last moment to undo: the service cannot open an entry again.
        if (!neverSent) enqueue({ ...entry, endTime: entry.startTime }, now() + UNDO_MS + CLOCK_SLACK_MS);
        return neverSent;
      });
      const { identifier } = running.task;
      notify(clean ? `${identifier} discarded` : `${identifier} discarded; at the server 0:00 will remain`, {
        label: 'Undo',
        entryId: running.id,
      });
    },

    /** Brings back a discarded entry as it was: running where nothing else runs, else with the end it had. */
    restore(accountId: string, entryId: string): void {
      const entry = entries.find(accountId, entryId);
      const discardedAt = entry?.discardedAt == null ? Number.NaN : Date.parse(entry.discardedAt);
      if (!entry || Number.isNaN(discardedAt) || now() - discardedAt >= UNDO_MS + CLOCK_SLACK_MS) {
        throw invalid(
          'Too late to undo',
          'The entry was already given up.',
          'Start the timer again with an earlier start.',
        );
      }
      commit(() => {
        outbox.takeBack(entry.id);
        const isBusy = entry.endTime === null && entries.running(accountId) !== undefined;
        // Not before its start, where the clock was set back in between.
        const end = iso(Math.max(discardedAt, Date.parse(entry.startTime)));
        const back = { ...entry, endTime: isBusy ? end : entry.endTime, discardedAt: null };
        entries.update(back);
        enqueue(back, now());
        if (back.endTime === null && now() >= Date.parse(back.startTime)) watch(back);
      });
    },
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function invalid(title: string, what: string, todo: string): ProblemError {
  return new ProblemError({ kind: 'invalid', title, what, todo });
}
