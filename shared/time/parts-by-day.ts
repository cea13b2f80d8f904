/** Cuts a span at local midnights. Pure. entry-sums.ts cuts entries in the same way, in bulk; day.ts shows one day's pieces. */
import { dayAfter, dayBounds, localDay } from './day.ts';

/** The parts of a span (ms since 1970) on each local day that it touches. One without a duration has a part of 0. */
export function partsByDay(start: number, end: number): { day: string; from: number; to: number }[] {
  const parts: { day: string; from: number; to: number }[] = [];
  let day = localDay(start);
  do {
    const bounds = dayBounds(day);
    parts.push({ day, from: Math.max(start, bounds.from), to: Math.max(start, Math.min(end, bounds.to)) });
    day = dayAfter(day, 1);
  } while (end > dayBounds(day).from);
  return parts;
}
