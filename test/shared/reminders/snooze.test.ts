/** Snooze lengths: none ends after the due time unless its label says so. */
import { describe, expect, test } from 'vitest';
import {
  type SnoozeFor,
  snoozeButtons,
  snoozeButtonsOfSeveral,
  snoozeLengths,
  snoozeUntil,
  untilDue,
} from '../../../shared/reminders/snooze.ts';
import { type Due, parseDue } from '../../../shared/tasks/due-date.ts';
import { inZone } from '../tasks/zone.ts';

const MORNING = '09:00';
const local = (text: string) => new Date(text).getTime();
/** A local time, or a whole day. */
function due(text: string): Due {
  const parsed = parseDue(text.includes('T') ? new Date(text).toISOString() : text);
  if (parsed === null) throw new Error(`${text} is no due date.`);
  return parsed;
}

describe('buttons of one task', () => {
  test.each<[string, string, SnoozeFor[], SnoozeFor[]]>([
    ['a day before', '2026-11-19T15:00', ['1-hour', 'tomorrow'], ['1-hour', 'tomorrow', 'due']],
    ['five hours before', '2026-11-18T20:00', ['1-hour', 'due'], ['1-hour', 'evening', 'due']],
    ['an hour before', '2026-11-18T16:00', ['10-min', 'due'], ['10-min', 'due']],
    ['20 minutes before', '2026-11-18T15:20', ['10-min', 'due'], ['10-min', 'due']],
    ['5 minutes before', '2026-11-18T15:05', ['due'], ['due']],
    ['now', '2026-11-18T15:00', ['10-min', '1-hour'], ['10-min', '1-hour', 'tomorrow']],
    ['late', '2026-11-18T14:00', ['1-hour', 'tomorrow'], ['1-hour', 'evening', 'tomorrow']],
    ['late for days', '2026-11-10', ['1-hour', 'tomorrow'], ['1-hour', 'evening', 'tomorrow']],
    ['today', '2026-11-18', ['1-hour', 'evening'], ['1-hour', 'evening']],
    ['tomorrow', '2026-11-19', ['1-hour', 'tomorrow'], ['1-hour', 'evening', 'tomorrow']],
  ])('%s (%s)', (_, text, two, three) => {
    inZone('Europe/Berlin');
    const now = local('2026-11-18T15:00');
    expect(snoozeButtons(now, due(text), MORNING, 2)).toEqual(two);
    expect(snoozeButtons(now, due(text), MORNING, 3)).toEqual(three);
  });

  test('“Until evening” is not offered within an hour of the evening or later', () => {
    inZone('Europe/Berlin');
    for (const time of ['17:00', '18:00', '23:00']) {
      expect(snoozeButtons(local(`2026-11-18T${time}`), due('2026-11-10'), MORNING, 3)).toEqual(['1-hour', 'tomorrow']);
    }
  });

  test('A whole day that ends within an hour is offered 10 minutes only', () => {
    inZone('Europe/Berlin');
    expect(snoozeButtons(local('2026-11-18T23:30'), due('2026-11-18'), MORNING, 2)).toEqual(['10-min']);
  });
});

test('All lengths are sorted by end, and those past the due time are marked', () => {
  inZone('Europe/Berlin');
  const now = local('2026-11-18T15:00');
  expect(
    snoozeLengths(now, due('2026-11-18T15:20'), MORNING).map(({ length, isPastDue }) => [length, isPastDue]),
  ).toEqual([
    ['10-min', false],
    ['due', false],
    ['1-hour', true],
    ['evening', true],
    ['tomorrow', true],
  ]);
  expect(snoozeLengths(now, due('2026-11-18T14:20'), MORNING).some(({ isPastDue }) => isPastDue)).toBe(false);
});

test('A snooze of several tasks does not pass a due day and ends at a due time', () => {
  inZone('Europe/Berlin');
  const now = local('2026-11-18T15:00');
  const soon = due('2026-11-18T15:20');
  expect(snoozeButtonsOfSeveral(now, [soon, due('2026-11-10')], MORNING)).toEqual(['1-hour', 'evening', 'tomorrow']);
  expect(snoozeButtonsOfSeveral(now, [soon, due('2026-11-18')], MORNING)).toEqual(['1-hour', 'evening']);
  const hour = now + 3_600_000;
  expect(untilDue(hour, now, soon)).toBe(soon.at.getTime());
  expect(untilDue(hour, now, due('2026-11-18'))).toBe(hour);
  expect(untilDue(hour, soon.at.getTime(), soon)).toBe(hour);
});

test.each([
  ['10-min', '2026-03-28T22:10'],
  ['1-hour', '2026-03-28T23:00'],
  // It is evening already, so one hour.
  ['evening', '2026-03-28T23:00'],
  ['tomorrow', '2026-03-29T09:00'],
  ['due', '2026-03-29T12:00'],
] as const)('“%s” on the evening before a clock change', (length, until) => {
  inZone('Europe/Berlin');
  expect(snoozeUntil(length, local('2026-03-28T22:00'), MORNING, due('2026-03-29T12:00'))).toBe(local(until));
});

test('At night, “tomorrow” is the coming morning; a past due time is now', () => {
  inZone('Europe/Berlin');
  const night = local('2026-11-18T02:00');
  expect(snoozeUntil('tomorrow', night, MORNING)).toBe(local('2026-11-18T09:00'));
  expect(snoozeUntil('due', night, MORNING, due('2026-11-18T01:30'))).toBe(night);
});
