/** Editing entries by hand: add, edit, split, move, delete, trim. Rejected input throws AppError; times in ms. */

import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { type ErrorMessage, ValidationError } from '../../../shared/errors/app-error.ts';
import { clock, hoursMinutes, shortDay } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { type CellRefusal, planCell } from '../../../shared/time/cell-edit.ts';
import { dayBounds, type Span } from '../../../shared/time/day.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { overlapMs, spanOf as spanAt, subtractSpan } from '../../../shared/time/overlaps.ts';
import { shownDuration } from '../../../shared/time/shown-times.ts';
import type { EntryChange, EntryChanges } from './entry-changes.ts';
import { type Entries, successorId } from './entry-store.ts';
import { type Confirmed, checkNotFuture, checkSpan } from './entry-validation.ts';
import { overlapWarning } from './overlap-warning.ts';

export interface EntryEditorOptions {
  entries: Entries;
  changes: Pick<EntryChanges, 'apply'>;
  /** Called after an entry took over time from another one: pending questions about that time now concern it, too. */
  onSuccessor: (entryId: string, successorId: string) => void;
  now: () => number;
}

/** The fields of an entry that a person can edit. */
export interface EntryFields {
  start: number;
  /** null while the entry runs. */
  end: number | null;
  note: string;
}

export type EntryEditor = ReturnType<typeof createEntryEditor>;

export function createEntryEditor({ entries, changes, onSuccessor, now }: EntryEditorOptions) {
  function requireEntry(accountId: string, entryId: string): Entry {
    const entry = entries.find(accountId, entryId);
    if (entry && entry.discardedAt === null) return entry;
    throw new ValidationError(messages.time.gone);
  }

  const spanOf = (entry: Entry): Span => spanAt(entry, now());
  const warning = (entry: Entry, replacedId?: string): string => overlapWarning(entries, entry, now(), replacedId);

  function newEntry(accountId: string, task: TaskRef, fields: EntryFields): Entry {
    return {
      id: randomUUID(),
      accountId: task.accountId ?? accountId,
      task,
      startTime: toIsoInstant(fields.start),
      endTime: fields.end === null ? null : toIsoInstant(fields.end),
      note: fields.note,
      discardedAt: null,
      createdAt: toIsoInstant(now()),
    };
  }

  /** The service cannot move an entry: the old one stays there with no duration, and a new one is created. */
  function movedEntries(old: Entry, as: Entry, task: TaskRef): [old: Entry, moved: Entry] {
    const at = toIsoInstant(now());
    // The same instant and the id show later that they belong together (Entries.movedFrom).
    return [
      { ...old, discardedAt: at },
      { ...as, id: successorId(old.id), accountId: task.accountId ?? as.accountId, task, createdAt: at },
    ];
  }

  /** Throws a question, and then changes nothing. `successors`: entries that get time of another one. */
  function apply(
    change: Pick<EntryChange, 'accountId' | 'entries' | 'toast'>,
    { allowClosed }: Confirmed,
    successors: readonly (readonly [of: Entry, successor: Entry])[] = [],
  ): void {
    changes.apply({ ...change, allowClosed });
    for (const [of, successor] of successors) onSuccessor(of.id, successor.id);
  }

  function move(old: Entry, as: Entry, task: TaskRef, confirmed: Confirmed): void {
    const both = movedEntries(old, as, task);
    const [, moved] = both;
    const toast = (remains: boolean) =>
      `${messages.time.moved({ task: task.identifier, from: old.task.identifier, remains })}${warning(moved, old.id)}`;
    apply({ accountId: old.accountId, entries: both, toast }, confirmed, [both]);
  }

  function moveAllTo(accountId: string, all: readonly Entry[], task: TaskRef, confirmed: Confirmed): void {
    if (all.length === 0) return;
    const toast = messages.time.movedAll({ task: task.identifier, entries: all.length });
    const pairs = all.map((entry) => movedEntries(entry, entry, task));
    apply({ accountId, entries: pairs.flat(), toast }, confirmed, pairs);
  }

  function lineOf({ task, startTime, endTime }: Entry): string {
    const length = shownDuration(Date.parse(startTime), endTime === null ? now() : Date.parse(endTime));
    return messages.time.asText({
      day: shortDay(startTime),
      from: clock(startTime),
      to: endTime === null ? messages.time.now : clock(endTime),
      duration: hoursMinutes(length),
      task: `${task.identifier} ${task.title}`.trim(),
    });
  }

  /** In the order of their times. Throws ValidationError if one is gone. */
  const requireEntries = (accountId: string, entryIds: readonly string[]): Entry[] =>
    entryIds
      .map((entryId) => requireEntry(accountId, entryId))
      .sort((one, other) => one.startTime.localeCompare(other.startTime));

  return {
    /** A line for each: "Mon 23 Nov, 10:01–10:55 (0:54) WEB-62 Read the copy". Throws ValidationError if one is gone. */
    textOf: (accountId: string, entryIds: readonly string[]): string =>
      requireEntries(accountId, entryIds).map(lineOf).join('\n'),

    /** Returns its id. */
    add(accountId: string, task: TaskRef, fields: EntryFields & { end: number }, confirmed: Confirmed): string {
      checkSpan(fields.start, fields.end, now(), confirmed);
      const entry = newEntry(accountId, task, fields);
      const toast = `${messages.time.added({ task: task.identifier, duration: hoursMinutes(shownDuration(fields.start, fields.end)) })}${warning(entry)}`;
      apply({ accountId, entries: [entry], toast }, confirmed);
      return entry.id;
    },

    /**
     * Changes start, end, note and, if given, the task in one step. A running entry can be given an end; a completed one cannot run
     * again.
     */
    edit(accountId: string, entryId: string, fields: EntryFields, confirmed: Confirmed, task?: TaskRef): void {
      const old = requireEntry(accountId, entryId);
      if (fields.end === null && old.endTime !== null) {
        throw new ValidationError(messages.time.completed);
      }
      const entry = {
        ...old,
        startTime: toIsoInstant(fields.start),
        endTime: fields.end === null ? null : toIsoInstant(fields.end),
        note: fields.note,
      };
      const isSameTime = entry.startTime === old.startTime && entry.endTime === old.endTime;
      const isMoved = task !== undefined && !isOn(old, task);
      if (isSameTime && entry.note === old.note && !isMoved) return;
      // Do not ask again about unchanged times.
      if (fields.end === null) checkNotFuture(fields.start, now());
      else if (!isSameTime) checkSpan(fields.start, fields.end, now(), confirmed);
      if (isMoved) {
        move(old, entry, task, confirmed);
        return;
      }
      const toast = `${messages.time.changed({ task: old.task.identifier })}${warning(entry)}`;
      apply({ accountId, entries: [entry], toast }, confirmed);
    },

    /** Splits an entry in two at `at`. If it runs, the second part keeps running. */
    split(accountId: string, entryId: string, at: number, confirmed: Confirmed = {}): void {
      const old = requireEntry(accountId, entryId);
      const { from: start, to: end } = spanOf(old);
      if (at <= start || at >= end) {
        throw new ValidationError(messages.time.notWithin);
      }
      const first = { ...old, endTime: toIsoInstant(at) };
      const second = newEntry(old.accountId, old.task, {
        start: at,
        end: old.endTime === null ? null : end,
        note: old.note,
      });
      const toast = messages.time.split({
        task: old.task.identifier,
        first: hoursMinutes(shownDuration(start, at)),
        second: hoursMinutes(shownDuration(at, end)),
      });
      apply({ accountId, entries: [first, second], toast }, confirmed, [[old, second]]);
    },

    /** Moves an entry to another task and changes nothing else. */
    move(accountId: string, entryId: string, task: TaskRef, confirmed: Confirmed = {}): void {
      const old = requireEntry(accountId, entryId);
      if (!isOn(old, task)) move(old, old, task, confirmed);
    },

    /** Moves all of the person's time on a task, for example one that was deleted at the service. `of`: the account of that task. */
    moveAll(accountId: string, fromTaskId: string, task: TaskRef, confirmed: Confirmed = {}, of?: string): void {
      const ownerId = of ?? entries.trackedTask(accountId, fromTaskId)?.accountId ?? accountId;
      const others = entries.ofTask(ownerId, fromTaskId).filter((entry) => !isOn(entry, task));
      moveAllTo(accountId, others, task, confirmed);
    },

    /** Those that are on the task already stay as they are. */
    moveTo(accountId: string, entryIds: readonly string[], task: TaskRef, confirmed: Confirmed = {}): void {
      const others = requireEntries(accountId, entryIds).filter((entry) => !isOn(entry, task));
      moveAllTo(accountId, others, task, confirmed);
    },

    /** Moves entries to a local day, at the same time. A running one stays where it is. */
    moveToDay(accountId: string, entryIds: readonly string[], day: string, confirmed: Confirmed = {}): void {
      const moved = requireEntries(accountId, entryIds).flatMap((entry): Entry[] => {
        const { from, to } = spanOf(entry);
        const start = onDay(from, day);
        if (entry.endTime === null || start === from) return [];
        checkSpan(start, start + to - from, now(), confirmed);
        return [{ ...entry, startTime: toIsoInstant(start), endTime: toIsoInstant(start + to - from) }];
      });
      if (moved.length === 0) return;
      const toast = messages.time.movedToDay({ entries: moved.length, day: shortDay(dayBounds(day).from) });
      apply({ accountId, entries: moved, toast }, confirmed);
    },

    /** The service cannot delete an entry: one that it has stays there with no duration. */
    remove(accountId: string, entryIds: readonly string[], confirmed: Confirmed = {}): void {
      const all = requireEntries(accountId, entryIds);
      const [first] = all;
      const toast = (remains: boolean) =>
        all.length === 1 && first
          ? messages.time.deleted({ task: first.task.identifier, remains })
          : messages.time.deletedAll({ entries: all.length, remains });
      const discardedAt = toIsoInstant(now());
      apply({ accountId, entries: all.map((entry) => ({ ...entry, discardedAt })), toast }, confirmed);
    },

    /** Removes from an entry the time that another entry covers as well. */
    trim(accountId: string, entryId: string, otherId: string, confirmed: Confirmed = {}): void {
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
      const endOf = (piece: Span) => (isRunning && piece.to === span.to ? null : piece.to);
      if (first === undefined) {
        const toast = (remains: boolean) => messages.time.layWithin({ task: identifier, remains });
        apply({ accountId, entries: [{ ...old, discardedAt: toIsoInstant(now()) }], toast }, confirmed);
        return;
      }
      const end = endOf(first);
      const kept = { ...old, startTime: toIsoInstant(first.from), endTime: end === null ? null : toIsoInstant(end) };
      const rest =
        second && newEntry(old.accountId, old.task, { start: second.from, end: endOf(second), note: old.note });
      const toast = messages.time.trimmed({ task: identifier });
      apply({ accountId, entries: rest ? [kept, rest] : [kept], toast }, confirmed, rest && [[old, rest]]);
    },

    /**
     * Makes the entries of a task on a local day last `ms` in all, as one change (shared/time/cell-edit.ts). Throws AppError if that
     * cannot be done by changing one of them.
     */
    editCell(accountId: string, task: TaskRef, day: string, ms: number, confirmed: Confirmed = {}): void {
      const bounds = dayBounds(day);
      const plan = planCell({
        entries: entries.between(accountId, bounds.from, bounds.to),
        task,
        day: bounds,
        ms,
        now: now(),
      });
      if (plan.kind === 'unchanged') return;
      if (plan.kind === 'refused') throw new ValidationError(cellMessages()[plan.reason]);
      const changed = plan.steps.map((step): Entry => {
        if (step.do === 'add') return newEntry(accountId, task, { ...step, note: '' });
        const old = requireEntry(accountId, step.entryId);
        if (step.do === 'remove') return { ...old, discardedAt: toIsoInstant(now()) };
        return { ...old, [step.edge === 'start' ? 'startTime' : 'endTime']: toIsoInstant(step.at) };
      });
      const kept = changed.filter(({ discardedAt }) => discardedAt === null);
      for (const entry of kept) {
        const { from, to } = spanOf(entry);
        checkSpan(from, to, now(), confirmed);
      }
      const [entry] = kept;
      const text = { task: task.identifier, day: shortDay(bounds.from), duration: hoursMinutes(ms) };
      const toast = (remains: boolean) =>
        `${messages.time.cellChanged({ ...text, remains })}${entry === undefined ? '' : warning(entry)}`;
      apply({ accountId, entries: changed, toast }, confirmed);
    },
  };
}

/** A task of another account may have the same id. */
const isOn = (entry: Entry, { taskId, accountId = entry.accountId }: TaskRef): boolean =>
  entry.task.taskId === taskId && entry.accountId === accountId;

/** The same time on a local day (ms). */
function onDay(time: number, day: string): number {
  const date = new Date(time);
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return date.setFullYear(year, month - 1, dayOfMonth);
}

/** Read when they are needed, because the language can change. */
const cellMessages = (): Record<CellRefusal, ErrorMessage> => ({
  'needs-entries': messages.time.cellNeedsEntries,
  running: messages.time.cellRunning,
  'no-room': messages.time.cellNoRoom,
  future: messages.time.future,
});
