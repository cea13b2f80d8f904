/** Targets, days off and the overtime account. Pure; lengths in ms, days local `YYYY-MM-DD`. */
import type { TimeRules } from '../contract/time-rules.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { dayBounds, localDay, type Span } from './day.ts';
import { daysBetween, daysOfWeek } from './period.ts';

type DayRules = Pick<TimeRules, 'targets' | 'daysOff'>;

/** The name of a day off; null for another day. */
export const dayOff = (day: string, { daysOff }: Pick<TimeRules, 'daysOff'>): string | null =>
  Object.hasOwn(daysOff, day) ? (daysOff[day] ?? null) : null;

function plannedMs(day: string, rules: DayRules): number {
  if (dayOff(day, rules) !== null) return 0;
  return (rules.targets.minutes[new Date(dayBounds(day).from).getDay()] ?? 0) * MINUTE_MS;
}

/** What should be tracked on the day; null without targets. */
export const targetOf = (day: string, rules: DayRules): number | null =>
  rules.targets.on ? plannedMs(day, rules) : null;

/** Whether gaps of the day are missing time. Weekdays count without targets, too. */
export const isWorkingDay = (day: string, rules: DayRules): boolean => plannedMs(day, rules) > 0;

/** The day from which a week can be closed: its last working day, or its first day if it has none. */
export const lastWorkingDay = (weekStart: string, rules: DayRules): string =>
  daysOfWeek(weekStart).findLast((day) => isWorkingDay(day, rules)) ?? weekStart;

/** The gaps that are missing time. */
export const workingGaps = (gaps: readonly Span[], rules: DayRules): Span[] =>
  gaps.filter(({ from }) => isWorkingDay(localDay(from), rules));

/**
 * The overtime at the end of `to`, carried over from the first day of the account; negative if time is owed. `tracked` is the exact
 * time by day. null without an account or targets, or before it begins.
 */
export function overtimeMs(
  rules: DayRules & Pick<TimeRules, 'overtime'>,
  tracked: ReadonlyMap<string, number>,
  to: string,
): number | null {
  const { from, openingMinutes } = rules.overtime;
  if (from === null || !rules.targets.on || to < from) return null;
  return daysBetween(from, to).reduce(
    (balance, day) => balance + (tracked.get(day) ?? 0) - (targetOf(day, rules) ?? 0),
    openingMinutes * MINUTE_MS,
  );
}
