/** Which texts are a day or a week in the past, and which one. */
import { describe, expect, test } from 'vitest';
import { loadPastDates } from '../../../shared/quick-add/past-dates.ts';

/** A Saturday in week 48. */
const NOW = new Date(2026, 10, 28, 10);

const read = async (locale: string, text: string, now = NOW) => {
  const found = (await loadPastDates(locale))(text, now, 1);
  return found && `${found.isWeek ? 'week of ' : ''}${found.day}`;
};

describe('English', () => {
  test.each([
    ['12 Nov', '2026-11-12'],
    ['Nov 12', '2026-11-12'],
    ['on 12 November', '2026-11-12'],
    ['Thursday 12 Nov', '2026-11-12'],
    ['12.11.', '2026-11-12'],
    ['12/11', '2026-11-12'],
    ['12 Nov 2025', '2025-11-12'],
    ['2026-11-12', '2026-11-12'],
    ['yesterday', '2026-11-27'],
    ['3 days ago', '2026-11-25'],
    ['last Friday', '2026-11-27'],
    ['last sat', '2026-11-21'],
    ['Saturday', '2026-11-28'],
    ['week 45', 'week of 2026-11-02'],
    ['wk45', 'week of 2026-11-02'],
    ['last week', 'week of 2026-11-21'],
    ['2 weeks ago', 'week of 2026-11-14'],
  ])('%s', async (text, day) => expect(await read('en-GB', text)).toBe(day));

  test.each([
    ['12 Dec', '2025-12-12'],
    ['12 March', '2026-03-12'],
    ['Sunday', '2026-11-22'],
    ['week 49', 'week of 2025-12-01'],
  ])('%s is in the past', async (text, day) => expect(await read('en-GB', text)).toBe(day));

  test.each([
    'tomorrow',
    'next Friday',
    '12 Dec 2026',
    '31 April',
    '40.11.',
    'week 54',
    'March',
    'last month',
    'Friday 10:00',
    'now',
    '12',
    'sat',
    'MAR-12',
    'Refund of 12 Nov',
    'Monday last week',
  ])('%s is none', async (text) => expect(await read('en-GB', text)).toBeNull());

  test('the month is first in the United States', async () => {
    expect(await read('en-US', '11/12')).toBe('2026-11-12');
    expect(await read('en-GB', '11/12')).toBe('2025-12-11');
  });
});

describe('German', () => {
  test.each([
    ['12. Nov', '2026-11-12'],
    ['12 Nov', '2026-11-12'],
    ['12 Dez', '2025-12-12'],
    ['12. November', '2026-11-12'],
    ['12.11.', '2026-11-12'],
    ['1.12.', '2025-12-01'],
    ['gestern', '2026-11-27'],
    ['vorgestern', '2026-11-26'],
    ['Freitag', '2026-11-27'],
    ['am Freitag', '2026-11-27'],
    ['letzten Freitag', '2026-11-27'],
    ['letzter Samstag', '2026-11-21'],
    ['vor 3 Tagen', '2026-11-25'],
    ['KW 45', 'week of 2026-11-02'],
    ['Woche 45', 'week of 2026-11-02'],
    ['letzte Woche', 'week of 2026-11-21'],
    ['last Friday', '2026-11-27'],
  ])('%s', async (text, day) => expect(await read('de-DE', text)).toBe(day));

  test.each(['morgen', 'nächsten Freitag', 'nächster Freitag', 'MAR-12', 'Rückerstattung gestern'])(
    '%s is none',
    async (text) => expect(await read('de-DE', text)).toBeNull(),
  );
});

test('at the turn of the year', async () => {
  const january = new Date(2027, 0, 2, 10);
  expect(await read('en-GB', '30 Dec', january)).toBe('2026-12-30');
  expect(await read('en-GB', 'week 53', january)).toBe('week of 2026-12-28');
  expect(await read('en-GB', 'week 1', january)).toBe('week of 2025-12-29');
});
