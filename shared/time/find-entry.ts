/** Where an entry stands that only its id is known of. */
import type { DayView, EntryView } from '../contract/index.ts';
import { localDay } from './day.ts';

/** How many days before the one it was changed on are looked through. */
const DAYS_BACK = 31;

/**
 * The local day an entry touches; null where it is on none that is looked at. It mostly is on the day it was last changed,
 * sometimes days before, so those are asked for one by one. `today` is known already.
 */
export async function findDay(
  entryId: string,
  today: Pick<DayView, 'day' | 'entries'>,
  changedAt: string,
  askDay: (day: string) => Promise<readonly EntryView[]>,
): Promise<string | null> {
  const isIn = (entries: readonly EntryView[]): boolean => entries.some(({ id }) => id === entryId);
  if (isIn(today.entries)) return today.day;
  for (const day of daysBefore(changedAt, DAYS_BACK)) {
    if (day !== today.day && isIn(await askDay(day))) return day;
  }
  return null;
}

/** That day and those before it. */
export function daysBefore(instant: string, count: number): string[] {
  const date = new Date(instant);
  return Array.from({ length: count }, (_, back) =>
    localDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime()),
  );
}
