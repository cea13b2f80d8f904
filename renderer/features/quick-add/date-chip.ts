/** Texts of the dates that quick add parsed. Pure; in the local zone. */
import { differenceInCalendarDays } from 'date-fns';
import { clock, shortDay, weekday } from '../../../shared/i18n/format-clock.ts';
import { dayIn } from '../../../shared/i18n/format-dates.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import type { DateField } from '../../../shared/quick-add/date-languages.ts';
import type { ParsedDates } from '../../../shared/quick-add/types.ts';
import { dayOf, parseDue } from '../../../shared/tasks/due-date.ts';

export interface DateChip {
  field: DateField;
  value: string;
  /** The date beside it; null if the value is the date. */
  aside: string | null;
}

export const dateChips = (dates: ParsedDates, now: Date): DateChip[] =>
  (Object.entries(dates) as [DateField, string][]).map(([field, date]) => dateChip(field, date, now));

/** "Tomorrow 17:00" with "Fri 20 Nov" as `aside`. */
function dateChip(field: DateField, date: string, now: Date): DateChip {
  const due = parseDue(date);
  if (due === null) return { field, value: date, aside: null };
  const day = dayOf(due);
  const time = due.allDay ? '' : ` ${clock(due.at)}`;
  const days = differenceInCalendarDays(day, now);
  const text = day.getFullYear() === now.getFullYear() ? shortDay(day) : dayIn('shortDayYear', day);
  const value = (name: 'today' | 'tomorrow' | 'other', when: string) =>
    quickAddPageMessages.dates[field]({ day: name, when, time });
  if (days === 0) return { field, value: value('today', ''), aside: text };
  if (days === 1) return { field, value: value('tomorrow', ''), aside: text };
  if (days > 1 && days < 7) return { field, value: value('other', weekday(day)), aside: dayIn('dayAndMonth', day) };
  return { field, value: value('other', text), aside: null };
}
