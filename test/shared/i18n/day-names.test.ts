/** Days in words, beside those of date-fns. */
import { format } from 'date-fns';
import { de } from 'date-fns/locale/de';
import { afterEach, describe, expect, test } from 'vitest';
import { dayIn } from '../../../shared/i18n/format-dates.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { localeFormats as german } from '../../../shared/i18n/locale-de.ts';
import { localeFormats as english } from '../../../shared/i18n/locale-en.ts';

afterEach(() => activeMessages.set({}));

/** Every month, and every day of the week. */
const dates = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1 + month));

describe.each([
  ['English', english, undefined],
  ['German', german, de],
])('%s', (_language, locale, dateFns) => {
  test.each(Object.keys(locale.patterns) as (keyof typeof locale.patterns)[])('%s', (pattern) => {
    activeMessages.set({ locale });
    // Of the weekdays, German has two letters, without a full stop.
    const written =
      dateFns === undefined ? locale.patterns[pattern] : locale.patterns[pattern].replace(/\bEEE\b/, 'EEEEEE');
    for (const date of dates)
      expect(dayIn(pattern, date)).toBe(format(date, written, dateFns === undefined ? {} : { locale: dateFns }));
  });
});

test('an invalid date has no name', () => expect(() => dayIn('month', 'x')).toThrow(RangeError));
