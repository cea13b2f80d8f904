/** Days of the week, Sunday first. */
export type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface WeekInfo {
  firstDay: number;
}

/** The first day of the week in a locale; Monday if unknown. Sunday is 0. */
export function weekStart(locale: string): Day {
  try {
    // Not in TypeScript's library yet: a method in newer engines, a property in older ones.
    const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
    const firstDay = (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
    return (firstDay % 7) as Day;
  } catch {
    return 1;
  }
}
