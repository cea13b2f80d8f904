/** Finds the day of an entry by its id. */
import type { DayView, EntryView } from '../contract/index.ts';
import { localDay } from './day.ts';

/** Number of days searched before the day of its last change. */
const DAYS_BACK = 31;

/**
 * The local day of an entry; null if none of the searched days has it. Usually that is the day of its last change or one shortly
 * before, so days are read one by one, backwards. `today` is not read again.
 */
export async function findDay(
  entryId: string,
  today: Pick<DayView, 'day' | 'entries'>,
  changedAt: string,
  readDay: (day: string) => Promise<readonly EntryView[]>,
): Promise<string | null> {
  const isIn = (entries: readonly EntryView[]): boolean => entries.some(({ id }) => id === entryId);
  if (isIn(today.entries)) return today.day;
  for (const day of daysBefore(changedAt, DAYS_BACK)) {
    if (day !== today.day && isIn(await readDay(day))) return day;
  }
  return null;
}

/** The day of the instant and the days before it. */
export function daysBefore(instant: string, count: number): string[] {
  const date = new Date(instant);
  return Array.from({ length: count }, (_, back) =>
    localDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime()),
  );
}
