/** How English writes dates (date-fns patterns) and numbers. */
import type { Locale } from 'date-fns';

export const localeFormats = {
  /** BCP 47, for Intl: British lists have no comma before "and". */
  tag: 'en-GB',
  /** undefined: English, the default of date-fns. */
  dateFns: undefined as Locale | undefined,
  patterns: {
    shortDay: 'EEE d MMM',
    shortDayYear: 'EEE d MMM yyyy',
    month: 'MMMM yyyy',
    weekday: 'EEEE',
    shortWeekday: 'EEE',
    /** The first day of a span within one month. */
    dayOnly: 'd',
    dayAndMonth: 'd MMM',
    dayMonthYear: 'd MMM yyyy',
    longDay: 'EEEE d MMM',
    longDayYear: 'EEEE d MMM yyyy',
  },
};

export type LocaleFormats = typeof localeFormats;
