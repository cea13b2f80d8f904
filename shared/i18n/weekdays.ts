/** Days of the week in words: "Monday to Friday", "every day", "Saturday and Sunday", "Mon, Wed and Fri". Pure; Sunday is 0. */
import type { Day } from '../dates/week-start.ts';
import { messages } from './window-messages.ts';

/** The seven days from the first day of the week. */
export function weekOrder(first: Day): number[] {
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7);
}

export function weekdaysText(days: readonly number[], first: Day): string {
  const { weekdays, short, everyDay, noDay, dayTo, dayList } = messages.settings.remindDays;
  const order = weekOrder(first);
  const chosen = order.filter((day) => days.includes(day));
  const long = (day: number | undefined): string => weekdays[day ?? 0] ?? '';
  if (chosen.length === 0) return noDay;
  if (chosen.length === 7) return everyDay;
  const [one] = chosen;
  if (chosen.length === 1) return long(one);
  const from = order.indexOf(one ?? 0);
  const isRun = chosen.every((day, index) => day === order[from + index]);
  if (isRun && chosen.length > 2) return dayTo(long(one), long(chosen.at(-1)));
  if (chosen.length === 2) return dayList(weekendInOrder(chosen).map(long));
  return dayList(chosen.map((day) => short[day] ?? ''));
}

/** Where the week starts with Sunday, the weekend is still "Saturday and Sunday". */
function weekendInOrder(days: readonly number[]): readonly number[] {
  return days.includes(0) && days.includes(6) ? [6, 0] : days;
}
