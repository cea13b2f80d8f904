/** Words, dates, numbers and amounts in a report's language, which may differ from the app's. */
import type { Rate } from '../../../shared/contract/time-rules.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages as german } from '../../../shared/i18n/generated/de/report.ts';
import { messages as english } from '../../../shared/i18n/generated/en/report.ts';
import { isMonth } from '../../../shared/time/period.ts';
import type { Money, Report } from '../../../shared/time/report.ts';

export type ReportLanguage = 'en' | 'de';

const LANGUAGES = { en: { texts: english, tag: 'en-GB' }, de: { texts: german, tag: 'de' } };

export type Formats = ReturnType<typeof createFormats>;

export function createFormats(language: ReportLanguage, report: Report) {
  const { texts, tag } = LANGUAGES[language];
  const { from, to, rounding } = report;
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const day = dates({ weekday: 'short', day: 'numeric', month: 'short' });
  const longDate = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const dayAndMonth = dates({ day: 'numeric', month: 'long' });
  const month = dates({ month: 'long', year: 'numeric' });
  const percents = new Intl.NumberFormat(tag, { style: 'percent' });

  function range(format: Intl.DateTimeFormat, first: string, last: string): string {
    const text = format.formatRange(noon(first), noon(last));
    return first.slice(0, 7) === last.slice(0, 7) ? text.replace(/\s–\s/, '–') : text;
  }

  return {
    tag,
    texts,
    hours: hoursMinutes,
    /** "Mon 9 Nov". */
    day: (date: string): string => day.format(noon(date)),
    /** "9 November 2026". */
    date: (date: string): string => longDate.format(noon(date)),
    /** "9–15 November". */
    days: (first: string, last: string): string => range(dayAndMonth, first, last),
    /** "October 2026", or "9–15 November 2026". */
    period: isMonth(report) ? month.format(noon(from)) : range(longDate, from, to),
    percent: (value: number): string => percents.format(value / 100),
    money: ({ amount, currency }: Money): string =>
      new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount),
    rate: ({ amount, currency }: Rate): string =>
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        // A rate may have parts of a cent.
        maximumFractionDigits: 4,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount),
    /** How the hours were rounded, as a sentence. */
    rounding:
      rounding === null || rounding.mode === 'none'
        ? texts.exact
        : texts.rounded({
            ...rounding,
            mode: rounding.mode === 'nearest' ? 'other' : rounding.mode,
            per: rounding.per === 'task' ? 'other' : 'project',
          }),
  };
}

/** Days are formatted in UTC, so that no time zone moves them. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
