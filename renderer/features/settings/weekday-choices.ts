/** Weekday options in the order of the user's locale. */
import { weekStart } from '../../../shared/dates/week-start.ts';
import { dayName, shortDayName, weekOrder } from '../../../shared/i18n/weekdays.ts';

export const FIRST_DAY = weekStart(navigator.language);

export const weekDays = () =>
  weekOrder(FIRST_DAY).map((value) => ({
    value,
    label: shortDayName(value),
    long: dayName(value),
  }));
