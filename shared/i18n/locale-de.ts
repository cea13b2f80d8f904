/** How German writes dates (date-fns patterns) and numbers. */
import { de } from 'date-fns/locale/de';
import type { LocaleFormats } from './locale-en.ts';

export const localeFormats: LocaleFormats = {
  tag: 'de',
  dateFns: de,
  patterns: {
    shortDay: 'EEEEEE d. MMM',
    shortDayYear: 'EEEEEE d. MMM yyyy',
    month: 'LLLL yyyy',
    weekday: 'EEEE',
    shortWeekday: 'EEEEEE',
    dayOnly: 'd.',
    dayAndMonth: 'd. MMM',
    dayMonthYear: 'd. MMM yyyy',
    longDay: 'EEEE, d. MMM',
    longDayYear: 'EEEE, d. MMM yyyy',
  },
};
