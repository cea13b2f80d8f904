/** How English writes dates and numbers. */
export const localeFormats = {
  /** BCP 47, for Intl: British lists have no comma before "and". */
  tag: 'en-GB',
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  /** From Sunday. */
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  /** `EEEE` and `EEE`: the weekday and its short name; `MMMM` and `MMM`: the month likewise. */
  patterns: {
    shortDay: 'EEE d MMM',
    shortDayYear: 'EEE d MMM yyyy',
    month: 'MMMM yyyy',
    shortMonth: 'MMM',
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
