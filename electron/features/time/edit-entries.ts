/** Changing entries by hand: add, edit, split, move, delete, trim. What is rejected throws AppError; times in ms. */

import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { overlapMs, type Span, subtractSpan } from '../../../shared/time/overlaps.ts';
import type { EntryChanges } from './entry-changes.ts';
import type { Entries } from './entry-store.ts';
import { checkNotFuture, checkSpan } from './entry-validation.ts';
import { overlapWarning, spanOf as spanAt } from './overlap-warning.ts';

export interface EntryEditorOptions {
  entries: Entries;
  changes: EntryChanges;
  /** What was to be asked about an entry is asked about the one that takes its place, too. */
  inherit: (entryId: string, heirId: string) => void;
  now: () => number;
}

/** What a person can say of an entry. */
export interface EntryText {
  start: number;
  /** null: it runs. */
  end: number | null;
  note: string;
}

export type EntryEditor = ReturnType<typeof createEntryEditor>;

export function createEntryEditor({ entries, changes, inherit, now }: EntryEditorOptions) {
  function need(accountId: string, entryId: string): Entry {
    const entry = entries.find(accountId, entryId);
    if (entry && entry.discardedAt === null) return entry;
    throw new ValidationError(messages.time.gone);
  }

  const spanOf = (entry: Entry): Span => spanAt(entry, now());
  const warning = (entry: Entry, replacedId?: string): string => overlapWarning(entries, entry, now(), replacedId);

  function made(accountId: string, task: TaskRef, text: EntryText): Entry {
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

  /** The service cannot move an entry: there the old one stays with no length, and another is made. */
  function replaced(old: Entry, as: Entry, task: TaskRef): [old: Entry, moved: Entry] {
    const moved: Entry = { ...as, id: randomUUID(), task, createdAt: toIsoInstant(now()) };
    inherit(old.id, moved.id);
    return [{ ...old, discardedAt: toIsoInstant(now()) }, moved];
  }

  function move(old: Entry, as: Entry, task: TaskRef): void {
    const both = replaced(old, as, task);
    const [, moved] = both;
    changes.apply({
      accountId: old.accountId,
      entries: both,
      say: (remains) =>
        `${messages.time.moved({ task: task.identifier, from: old.task.identifier, remains })}${warning(moved, old.id)}`,
      undo: { label: messages.time.undo },
    });
  }

  return {
    add(accountId: string, task: TaskRef, text: EntryText & { end: number }, isLongMeant: boolean): void {
      checkSpan(text.start, text.end, now(), isLongMeant);
      const entry = made(accountId, task, text);
      const say = `${messages.time.added({ task: task.identifier, duration: hoursMinutes(text.end - text.start) })}${warning(entry)}`;
      changes.apply({ accountId, entries: [entry], say, undo: { label: messages.time.undo } });
    },

    /**
     * Changes start, end, note, and the task where another one is given, all at once. A running entry may be given an end; a
     * completed one cannot run again.
     */
    edit(accountId: string, entryId: string, text: EntryText, isLongMeant: boolean, task?: TaskRef): void {
      const old = need(accountId, entryId);
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
      // Times that stay as they were are not asked about again.
      if (text.end === null) checkNotFuture(text.start, now());
      else if (!isSameTime) checkSpan(text.start, text.end, now(), isLongMeant);
      if (isMoved) {
        move(old, entry, task);
        return;
      }
      changes.apply({
        accountId,
        entries: [entry],
        say: `${messages.time.changed({ task: old.task.identifier })}${warning(entry)}`,
        undo: { label: messages.time.undo },
      });
    },

    /** Two entries out of one, meeting at `at`; where it runs, the second one runs on. */
    split(accountId: string, entryId: string, at: number): void {
      const old = need(accountId, entryId);
      const { start, end } = spanOf(old);
      if (at <= start || at >= end) {
        throw new ValidationError(messages.time.notWithin);
      }
      const first = { ...old, endTime: toIsoInstant(at) };
      const second = made(accountId, old.task, { start: at, end: old.endTime === null ? null : end, note: old.note });
      inherit(old.id, second.id);
      const say = messages.time.split({
        task: old.task.identifier,
        first: hoursMinutes(at - start),
        second: hoursMinutes(end - at),
      });
      changes.apply({ accountId, entries: [first, second], say, undo: { label: messages.time.undo } });
    },

    /** To another task, as it is. */
    move(accountId: string, entryId: string, task: TaskRef): void {
      const old = need(accountId, entryId);
      if (old.task.taskId !== task.taskId) move(old, old, task);
    },

    /** All of the person's time on a task, such as one that was deleted at the service. */
    moveAll(accountId: string, fromTaskId: string, task: TaskRef): void {
      const all = entries.on(accountId, fromTaskId);
      if (all.length === 0 || fromTaskId === task.taskId) return;
      changes.apply({
        accountId,
        entries: all.flatMap((entry) => replaced(entry, entry, task)),
        say: messages.time.movedAll({ task: task.identifier, entries: all.length }),
        undo: { label: messages.time.undo },
      });
    },

    /** The service has no delete: where it knows the entry, it stays there with no length. */
    remove(accountId: string, entryId: string): void {
      const old = need(accountId, entryId);
      const { identifier } = old.task;
      changes.apply({
        accountId,
        entries: [{ ...old, discardedAt: toIsoInstant(now()) }],
        say: (remains) => messages.time.deleted({ task: identifier, remains }),
        undo: { label: messages.time.undo },
      });
    },

    /** Takes out of an entry the time that another one covers too. */
    trim(accountId: string, entryId: string, otherId: string): void {
      const old = need(accountId, entryId);
      const span = spanOf(old);
      const other = spanOf(need(accountId, otherId));
      if (entryId === otherId || overlapMs(span, other) === 0) {
        throw new ValidationError(messages.time.noOverlap);
      }
      const { identifier } = old.task;
      // What runs, runs on after the other one, however short that piece is yet.
      const isRunning = old.endTime === null;
      const [first, second] = subtractSpan(span, other);
      const endOf = (piece: Span) => (isRunning && piece.end === span.end ? null : piece.end);
      if (first === undefined) {
        changes.apply({
          accountId,
          entries: [{ ...old, discardedAt: toIsoInstant(now()) }],
          say: (remains) => messages.time.layWithin({ task: identifier, remains }),
          undo: { label: messages.time.undo },
        });
        return;
      }
      const end = endOf(first);
      const kept = { ...old, startTime: toIsoInstant(first.start), endTime: end === null ? null : toIsoInstant(end) };
      const rest = second && made(accountId, old.task, { start: second.start, end: endOf(second), note: old.note });
      if (rest) inherit(old.id, rest.id);
      const say = messages.time.trimmed({ task: identifier });
      changes.apply({ accountId, entries: rest ? [kept, rest] : [kept], say, undo: { label: messages.time.undo } });
    },
  };
}
