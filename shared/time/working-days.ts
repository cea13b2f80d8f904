/** Working hours, targets, days off, half days and the overtime account. Pure; lengths in ms, days local `YYYY-MM-DD`. */
import type { ClockSpan, TimeRules, WorkingHours } from '../contract/time-rules.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { dayAfter, dayBounds, type Span } from './day.ts';
import { USUAL_TARGETS } from './default-rules.ts';
import { daysBetween, daysOfWeek } from './period.ts';
import { subtract, union, within } from './spans.ts';

export type DayRules = Pick<TimeRules, 'targets' | 'hours' | 'daysOff' | 'halfDays' | 'holidays'>;

/** The name of a day off; null for another day. */
export function dayOff(day: string, { daysOff, holidays }: Pick<TimeRules, 'daysOff' | 'holidays'>): string | null {
  if (Object.hasOwn(daysOff, day)) return daysOff[day] ?? null;
  const holiday = holidays && Object.hasOwn(holidays.days, day) ? holidays.days[day] : undefined;
  return holiday?.isOff ? holiday.name : null;
}

/** When work ends on a half day (minutes since midnight); undefined on another day. */
const halfDayUntil = (day: string, { halfDays }: DayRules): number | undefined =>
  Object.hasOwn(halfDays, day) ? halfDays[day] : undefined;

const weekdayOf = (day: string): number => new Date(dayBounds(day).from).getDay();

/** The working hours that begin on the day; null on a free day, and if none are set. */
function hoursOn(day: string, rules: DayRules): WorkingHours | null {
  const hours = dayOff(day, rules) === null ? (rules.hours?.[weekdayOf(day)] ?? null) : null;
  const until = halfDayUntil(day, rules);
  if (hours === null || until === undefined) return hours;
  return until > hours.from ? { ...hours, to: Math.min(hours.to, until) } : null;
}

/** Their length on the clock, without the break (minutes). */
export function minutesOf({ from, to, break: pause }: WorkingHours): number {
  const [part] = pause === null ? [] : within([pause], { from, to });
  return Math.max(0, to - from) - (part === undefined ? 0 : part.to - part.from);
}

/** The working hours on the local day, or the breaks in them. Hours after midnight belong to the evening before. */
function spansOn(day: string, rules: DayRules, part: (hours: WorkingHours) => ClockSpan | null): Span[] {
  const spans = [dayAfter(day, -1), day].flatMap((begin) => {
    const hours = hoursOn(begin, rules);
    const span = hours && part(hours);
    return span ? [{ from: clockAt(begin, span.from), to: clockAt(begin, span.to) }] : [];
  });
  return union(within(spans, dayBounds(day)));
}

/** The instant at which the clock has counted that many minutes since midnight. */
function clockAt(day: string, minutes: number): number {
  const date = new Date(dayBounds(day).from);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 0, minutes).getTime();
}

/** The working hours on the local day, with and without their breaks, by start; null if none are set. */
export function workOn(day: string, rules: DayRules): { hours: Span[]; breaks: Span[]; work: Span[] } | null {
  if (rules.hours === null) return null;
  const hours = spansOn(day, rules, (one) => one);
  const breaks = spansOn(day, rules, (one) => one.break).flatMap((pause) => within(hours, pause));
  return { hours, breaks, work: subtract(hours, breaks) };
}

/** The target of a day of the week (minutes). */
export function usualTarget(weekday: number, { targets, hours }: Pick<TimeRules, 'targets' | 'hours'>): number {
  const set = targets.minutes[weekday] ?? null;
  if (set !== null) return set;
  if (hours === null) return USUAL_TARGETS[weekday] ?? 0;
  const ofDay = hours[weekday] ?? null;
  return ofDay === null ? 0 : minutesOf(ofDay);
}

function plannedMs(day: string, rules: DayRules): number {
  if (dayOff(day, rules) !== null) return 0;
  const weekday = weekdayOf(day);
  const usual = usualTarget(weekday, rules);
  if (halfDayUntil(day, rules) === undefined) return usual * MINUTE_MS;
  // A target that was set says nothing about half of a day.
  const hours = hoursOn(day, rules);
  const isOfHours = rules.hours !== null && (rules.targets.minutes[weekday] ?? null) === null;
  return (isOfHours ? (hours === null ? 0 : minutesOf(hours)) : usual / 2) * MINUTE_MS;
}

/** What should be tracked on the day; null without targets. */
export const targetOf = (day: string, rules: DayRules): number | null =>
  rules.targets.on ? plannedMs(day, rules) : null;

/** Whether the day has working hours, or a target if none are set, which counts here even while targets are switched off. */
export const isWorkingDay = (day: string, rules: DayRules): boolean =>
  rules.hours === null ? plannedMs(day, rules) > 0 : hoursOn(day, rules) !== null;

/** The day from which a week can be closed: its last working day, or its first day if it has none. */
export const lastWorkingDay = (weekStart: string, rules: DayRules): string =>
  daysOfWeek(weekStart).findLast((day) => isWorkingDay(day, rules)) ?? weekStart;

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
