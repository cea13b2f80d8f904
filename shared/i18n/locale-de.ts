/** How German writes dates and numbers. */
import type { LocaleFormats } from './locale-en.ts';

export const localeFormats: LocaleFormats = {
  tag: 'de',
  months: [
    ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni'],
    ...['Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
  ],
  shortMonths: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sep.', 'Okt.', 'Nov.', 'Dez.'],
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  shortWeekdays: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
  patterns: {
    shortDay: 'EEE d. MMM',
    shortDayYear: 'EEE d. MMM yyyy',
    month: 'MMMM yyyy',
    shortMonth: 'MMM',
    weekday: 'EEEE',
    shortWeekday: 'EEE',
    dayOnly: 'd.',
    dayAndMonth: 'd. MMM',
    dayMonthYear: 'd. MMM yyyy',
    longDay: 'EEEE, d. MMM',
    longDayYear: 'EEEE, d. MMM yyyy',
  },
};
