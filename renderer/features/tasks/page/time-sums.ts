/** Everyone's time on a task, added up. Pure; durations in ms. */
import type { TaskEntryView } from '../../../../shared/contract/index.ts';

export interface Timed {
  entry: TaskEntryView;
  /** null where it runs. */
  end: number | null;
  start: number;
  ms: number;
}

export interface PersonSum {
  /** Who; null for oneself and for somebody without a name. */
  person: string | null;
  isMine: boolean;
  ms: number;
}

/** The latest first. What is no time at all is left out; what ends before it starts has no length. */
export function timed(entries: readonly TaskEntryView[], now: number): Timed[] {
  return entries
    .flatMap((entry) => {
      const start = Date.parse(entry.startTime);
      const end = entry.endTime === null ? null : Date.parse(entry.endTime);
      if (Number.isNaN(start) || Number.isNaN(end ?? 0)) return [];
      return [{ entry, start, end, ms: Math.max(0, (end ?? now) - start) }];
    })
    .sort((one, other) => other.start - one.start);
}

export const sum = (all: readonly { ms: number }[]): number => all.reduce((total, { ms }) => total + ms, 0);

/** One line a person: oneself first, then by time. */
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

/** What goes with a task that is deleted: one's own entries that have ended, and how many there are of others. */
export function timeLost(entries: readonly TaskEntryView[]): { own: number; ownMs: number; others: number } {
  const own = timed(
    entries.filter(({ isMine, endTime }) => isMine && endTime !== null),
    0,
  );
  return { own: own.length, ownMs: sum(own), others: entries.filter(({ isMine }) => !isMine).length };
}
