/** The days of a month with their time and target, for the calendar and the month at a glance. */
import { useEffect, useMemo } from 'react';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutes, longDay, shortDay } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { type DayColumn, sumTimesheet, withRunning } from '../../../shared/time/timesheet.ts';
import { isWorkingDay } from '../../../shared/time/working-days.ts';
import { useAppState } from '../../state/main-process.ts';
import { setHint } from '../../state/notices.ts';
import { useRead } from '../../state/use-read.ts';
import { monthWeeks } from '../../ui/calendar-month.ts';
import { useNow } from '../../ui/use-now.ts';

/** A working day with less is missing. */
const LEAST_MS = 15 * MINUTE_MS;

export interface MonthDay extends DayColumn {
  /** A working day before today without time, in a month with time. */
  isMissing: boolean;
  isHalf: boolean;
}

/** `day`: one of the month. Its first and last week are complete. */
export function useMonth(day: string) {
  const rules = useAppState((state) => state.timeRules);
  const { running, day: today, weekStartsOn } = useAppState((state) => state.time);
  const weeks = useMemo(() => monthWeeks(day, weekStartsOn), [day, weekStartsOn]);
  const [from = day, to = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const { value, error, load } = useRead('timesheet.read', { from, to });
  const now = useNow(MINUTE_MS, running?.startTime ?? 0).getTime();
  const days = useMemo((): ReadonlyMap<string, MonthDay> | null => {
    if (value?.from !== from || value.to !== to) return null;
    const columns = sumTimesheet(withRunning(value, running, now), rules).days;
    const tracked = new Set(columns.filter(({ exact }) => exact > 0).map((column) => column.day.slice(0, 7)));
    return new Map(
      columns.map((column) => {
        const isDue = column.day < today && tracked.has(column.day.slice(0, 7)) && isWorkingDay(column.day, rules);
        return [
          column.day,
          {
            ...column,
            isMissing: isDue && column.exact < LEAST_MS,
            isHalf: column.dayOff === null && Object.hasOwn(rules.halfDays, column.day),
          },
        ];
      }),
    );
  }, [value, from, to, running, now, rules, today]);
  useEffect(() => () => setHint(null), []);
  const { calendar } = timePageMessages;
  const { keys } = messages.status;
  return {
    weeks,
    days,
    error,
    load,
    nameOf: (one: string) => monthDayText(longDay(`${one}T12:00`, new Date()), days?.get(one)),
    /** Names the day under the pointer or the focus in the status line. */
    point: (one: string | null) =>
      setHint(one && monthDayText(shortDay(`${one}T12:00`), days?.get(one)), [
        [keys.arrows, calendar.keys.day],
        [keys.pageUp, calendar.keys.month],
        [keys.enter, calendar.keys.open],
      ]),
  };
}

/** "Thursday 12 Nov, 6:39 of 8:00". `date`: the day as it is named. */
function monthDayText(date: string, one: MonthDay | undefined): string {
  const { calendar } = timePageMessages;
  if (one === undefined) return date;
  if (one.isMissing) return calendar.missingOn({ day: date });
  if (one.exact === 0) return one.dayOff === null ? date : calendar.off({ day: date, name: one.dayOff });
  const time = hoursMinutes(one.exact);
  return one.target
    ? timePageMessages.dayOfTarget({ day: date, time, target: hoursMinutes(one.target) })
    : timePageMessages.bar({ day: date, time });
}
