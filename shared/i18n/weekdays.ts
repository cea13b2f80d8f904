/** Formats days of the week: "Monday to Friday", "every day", "Saturday and Sunday", "Mon, Wed and Fri". Pure; Sunday is 0. */
import type { Day } from '../dates/week-start.ts';
import { list, shortWeekday, weekday } from './format-dates.ts';
import { settingsPageMessages } from './generated/settings-page.ts';

/** A date on that day of the week. 1 November 2026 is a Sunday. */
const dateOn = (day: number): Date => new Date(2026, 10, 1 + day);

/** "Monday". */
export const dayName = (day: number): string => weekday(dateOn(day));
/** "Mon". */
export const shortDayName = (day: number): string => shortWeekday(dateOn(day));

/** The seven days from the first day of the week. */
export function weekOrder(first: Day): number[] {
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7);
}

export function weekdaysText(days: readonly number[], weekStart: Day): string {
  const { everyDay, noDay, dayTo } = settingsPageMessages.remindDays;
  const order = weekOrder(weekStart);
  const chosen = order.filter((day) => days.includes(day));
  if (chosen.length === 0) return noDay;
  if (chosen.length === 7) return everyDay;
  const [first = 0] = chosen;
  if (chosen.length < 2) return dayName(first);
  const from = order.indexOf(first);
  const isRun = chosen.every((day, index) => day === order[from + index]);
  if (isRun && chosen.length > 2) return dayTo({ from: dayName(first), to: dayName(chosen.at(-1) ?? first) });
  if (chosen.length === 2) return list(weekendInOrder(chosen).map(dayName));
  return list(chosen.map(shortDayName));
}

/** The weekend is "Saturday and Sunday" even if the week starts on Sunday. */
function weekendInOrder(days: readonly number[]): readonly number[] {
  return days.includes(0) && days.includes(6) ? [6, 0] : days;
}
