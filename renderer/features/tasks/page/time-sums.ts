/** Sums of everyone's time on a task. Pure; durations in ms. */
import type { TaskEntryView } from '../../../../shared/contract/index.ts';
import { dayAfter, dayBounds, localDay } from '../../../../shared/time/day.ts';
import { overlapMs } from '../../../../shared/time/overlaps.ts';
import { shownSpan } from '../../../../shared/time/shown-times.ts';

export interface Timed {
  entry: TaskEntryView;
  /** null while the timer is running. */
  end: number | null;
  start: number;
  ms: number;
}

export interface PersonSum {
  /** The person's name; null for the user and for people without a name. */
  person: string | null;
  isMine: boolean;
  ms: number;
}

/** Latest first. Leaves out invalid times; an entry that ends before it starts has length 0. */
export function timed(entries: readonly TaskEntryView[], now: number): Timed[] {
  return entries
    .flatMap((entry) => {
      const { from: start, to } = shownSpan(entry, now);
      if (Number.isNaN(start) || Number.isNaN(to)) return [];
      return [{ entry, start, end: entry.endTime === null ? null : to, ms: to - start }];
    })
    .sort((one, other) => other.start - one.start);
}

export const sum = (all: readonly { ms: number }[]): number => all.reduce((total, { ms }) => total + ms, 0);

/** A sum per person: the user first, then by time. */
export function byPerson(all: readonly Timed[]): PersonSum[] {
  const sums = new Map<string, PersonSum>();
  for (const { entry, ms } of all) {
    const { isMine } = entry;
    const person = isMine ? null : entry.person;
    const key = isMine ? 'me' : `person ${person ?? ''}`;
    sums.set(key, { person, isMine, ms: (sums.get(key)?.ms ?? 0) + ms });
  }
  return [...sums.values()].sort((one, other) => Number(other.isMine) - Number(one.isMine) || other.ms - one.ms);
}

/** Sums of the last `days` local days, today last. */
export function byDay(all: readonly Timed[], now: number, days: number): number[] {
  const today = localDay(now);
  return Array.from({ length: days }, (_, index) => {
    const { from, to } = dayBounds(dayAfter(today, index - days + 1));
    return all.reduce((sum, { start, ms }) => sum + overlapMs({ from: start, to: start + ms }, { from, to }), 0);
  });
}

/** Time that is deleted together with a task: the user's finished entries, and the number of other people's entries. */
export function timeLost(entries: readonly TaskEntryView[]): { own: number; ownMs: number; others: number } {
  const own = timed(
    entries.filter(({ isMine, endTime }) => isMine && endTime !== null),
    0,
  );
  return { own: own.length, ownMs: sum(own), others: entries.filter(({ isMine }) => !isMine).length };
}
