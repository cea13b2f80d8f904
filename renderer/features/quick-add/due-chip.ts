/** Text of a due-date chip. Pure; in the local zone. */
import { differenceInCalendarDays } from 'date-fns';
import { clock, shortDay, weekday } from '../../../shared/i18n/format-clock.ts';
import { dayIn } from '../../../shared/i18n/format-dates.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { dayOf, parseDue } from '../../../shared/tasks/due-date.ts';

/** "Tomorrow 17:00" with "Fri 20 Nov" as `aside`, which is null if the value is the date. */
export function dueChip(dueDate: string, now: Date): { value: string; aside: string | null } {
  const due = parseDue(dueDate);
  if (due === null) return { value: dueDate, aside: null };
  const day = dayOf(due);
  const time = due.allDay ? '' : ` ${clock(due.at)}`;
  const days = differenceInCalendarDays(day, now);
  const date = day.getFullYear() === now.getFullYear() ? shortDay(day) : dayIn('shortDayYear', day);
  if (days === 0) return { value: `${quickAddPageMessages.today}${time}`, aside: date };
  if (days === 1) return { value: `${quickAddPageMessages.tomorrow}${time}`, aside: date };
  if (days > 1 && days < 7) return { value: `${weekday(day)}${time}`, aside: dayIn('dayAndMonth', day) };
  return { value: `${date}${time}`, aside: null };
}
