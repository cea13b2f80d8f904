/** Editing entries by hand: add, edit, split, move, delete, trim. Rejected input throws AppError; times in ms. */

import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { overlapMs, type Span, subtractSpan } from '../../../shared/time/overlaps.ts';
import type { EntryChanges } from './entry-changes.ts';
import type { Entries } from './entry-store.ts';
import { checkNotFuture, checkSpan } from './entry-validation.ts';
import { overlapWarning, spanOf as spanAt } from './overlap-warning.ts';

export interface EntryEditorOptions {
  entries: Entries;
  changes: EntryChanges;
  /** Pending questions about an entry also apply to its heir. */
  inherit: (entryId: string, heirId: string) => void;
  now: () => number;
}

/** The fields of an entry that a person can edit. */
export interface EntryText {
  start: number;
  /** null while the entry runs. */
  end: number | null;
  note: string;
}

export type EntryEditor = ReturnType<typeof createEntryEditor>;

export function createEntryEditor({ entries, changes, inherit, now }: EntryEditorOptions) {
  function requireEntry(accountId: string, entryId: string): Entry {
    const entry = entries.find(accountId, entryId);
    if (entry && entry.discardedAt === null) return entry;
    throw new ValidationError(messages.time.gone);
  }

  const spanOf = (entry: Entry): Span => spanAt(entry, now());
  const warning = (entry: Entry, replacedId?: string): string => overlapWarning(entries, entry, now(), replacedId);

  function newEntry(accountId: string, task: TaskRef, text: EntryText): Entry {
    return {
      id: randomUUID(),
      accountId,
      task,
      startTime: toIsoInstant(text.start),
      endTime: text.end === null ? null : toIsoInstant(text.end),
      note: text.note,
      discardedAt: null,
      createdAt: toIsoInstant(now()),
    };
  }

  /** The service cannot move an entry: the old one stays there with no duration, and a new one is created. */
  function movedEntries(old: Entry, as: Entry, task: TaskRef): [old: Entry, moved: Entry] {
    const moved: Entry = { ...as, id: randomUUID(), task, createdAt: toIsoInstant(now()) };
    inherit(old.id, moved.id);
    return [{ ...old, discardedAt: toIsoInstant(now()) }, moved];
  }

  function move(old: Entry, as: Entry, task: TaskRef): void {
    const both = movedEntries(old, as, task);
    const [, moved] = both;
    changes.apply({
      accountId: old.accountId,
      entries: both,
      toast: (remains) =>
        `${messages.time.moved({ task: task.identifier, from: old.task.identifier, remains })}${warning(moved, old.id)}`,
      undo: { label: messages.time.undo },
    });
  }

  return {
    add(accountId: string, task: TaskRef, text: EntryText & { end: number }, allowLong: boolean): void {
      checkSpan(text.start, text.end, now(), allowLong);
      const entry = newEntry(accountId, task, text);
      const toast = `${messages.time.added({ task: task.identifier, duration: hoursMinutes(text.end - text.start) })}${warning(entry)}`;
      changes.apply({ accountId, entries: [entry], toast, undo: { label: messages.time.undo } });
    },

    /**
     * Changes start, end, note and, if given, the task in one step. A running entry can be given an end; a completed one cannot run
     * again.
     */
    edit(accountId: string, entryId: string, text: EntryText, allowLong: boolean, task?: TaskRef): void {
      const old = requireEntry(accountId, entryId);
      if (text.end === null && old.endTime !== null) {
        throw new ValidationError(messages.time.completed);
      }
      const entry = {
        ...old,
        startTime: toIsoInstant(text.start),
        endTime: text.end === null ? null : toIsoInstant(text.end),
        note: text.note,
      };
      const isSameTime = entry.startTime === old.startTime && entry.endTime === old.endTime;
      const isMoved = task !== undefined && task.taskId !== old.task.taskId;
      if (isSameTime && entry.note === old.note && !isMoved) return;
      // Do not ask again about unchanged times.
      if (text.end === null) checkNotFuture(text.start, now());
      else if (!isSameTime) checkSpan(text.start, text.end, now(), allowLong);
      if (isMoved) {
        move(old, entry, task);
        return;
      }
      changes.apply({
        accountId,
        entries: [entry],
        toast: `${messages.time.changed({ task: old.task.identifier })}${warning(entry)}`,
        undo: { label: messages.time.undo },
      });
    },

    /** Splits an entry in two at `at`. If it runs, the second part keeps running. */
    split(accountId: string, entryId: string, at: number): void {
      const old = requireEntry(accountId, entryId);
      const { start, end } = spanOf(old);
      if (at <= start || at >= end) {
        throw new ValidationError(messages.time.notWithin);
      }
      const first = { ...old, endTime: toIsoInstant(at) };
      const second = newEntry(accountId, old.task, {
        start: at,
        end: old.endTime === null ? null : end,
        note: old.note,
      });
      inherit(old.id, second.id);
      const toast = messages.time.split({
        task: old.task.identifier,
        first: hoursMinutes(at - start),
        second: hoursMinutes(end - at),
      });
      changes.apply({ accountId, entries: [first, second], toast, undo: { label: messages.time.undo } });
    },

    /** Moves an entry to another task and changes nothing else. */
    move(accountId: string, entryId: string, task: TaskRef): void {
      const old = requireEntry(accountId, entryId);
      if (old.task.taskId !== task.taskId) move(old, old, task);
    },

    /** Moves all of the person's time on a task, for example one that was deleted at the service. */
    moveAll(accountId: string, fromTaskId: string, task: TaskRef): void {
      const all = entries.on(accountId, fromTaskId);
      if (all.length === 0 || fromTaskId === task.taskId) return;
      changes.apply({
        accountId,
        entries: all.flatMap((entry) => movedEntries(entry, entry, task)),
        toast: messages.time.movedAll({ task: task.identifier, entries: all.length }),
        undo: { label: messages.time.undo },
      });
    },

    /** The service cannot delete an entry: one that it has stays there with no duration. */
    remove(accountId: string, entryId: string): void {
      const old = requireEntry(accountId, entryId);
      const { identifier } = old.task;
      changes.apply({
        accountId,
        entries: [{ ...old, discardedAt: toIsoInstant(now()) }],
        toast: (remains) => messages.time.deleted({ task: identifier, remains }),
        undo: { label: messages.time.undo },
      });
    },

    /** Removes from an entry the time that another entry covers as well. */
    trim(accountId: string, entryId: string, otherId: string): void {
      const old = requireEntry(accountId, entryId);
      const span = spanOf(old);
      const other = spanOf(requireEntry(accountId, otherId));
      if (entryId === otherId || overlapMs(span, other) === 0) {
        throw new ValidationError(messages.time.noOverlap);
      }
      const { identifier } = old.task;
      // A running entry keeps running after the other one, however short its remaining piece is.
      const isRunning = old.endTime === null;
      const [first, second] = subtractSpan(span, other);
      const endOf = (piece: Span) => (isRunning && piece.end === span.end ? null : piece.end);
      if (first === undefined) {
        changes.apply({
          accountId,
          entries: [{ ...old, discardedAt: toIsoInstant(now()) }],
          toast: (remains) => messages.time.layWithin({ task: identifier, remains }),
          undo: { label: messages.time.undo },
        });
        return;
      }
      const end = endOf(first);
      const kept = { ...old, startTime: toIsoInstant(first.start), endTime: end === null ? null : toIsoInstant(end) };
      const rest = second && newEntry(accountId, old.task, { start: second.start, end: endOf(second), note: old.note });
      if (rest) inherit(old.id, rest.id);
      const toast = messages.time.trimmed({ task: identifier });
      changes.apply({ accountId, entries: rest ? [kept, rest] : [kept], toast, undo: { label: messages.time.undo } });
    },
  };
}
