/** What is open in a week before it is closed. */
import { expect, test } from 'vitest';
import { DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import { daysOfWeek } from '../../../shared/time/period.ts';
import { weekReview } from '../../../shared/time/week-review.ts';
import { local, timeEntry } from './entries.ts';

const WEEK = daysOfWeek('2026-11-09');
const review = (entries: ReturnType<typeof timeEntry>[], rules = DEFAULT_TIME_RULES) =>
  weekReview(entries, WEEK, rules, local(13, 18));

test('nothing is open in a week without entries', () => {
  expect(review([])).toEqual({ gaps: [], overlaps: [], unsent: [], isRunning: false });
});

test('gaps of working days are listed; not those of weekends and days off, and none over night', () => {
  const entries = [9, 10, 14].flatMap((day) => [
    timeEntry(`${day} a`, local(day, 9), local(day, 11, 40)),
    timeEntry(`${day} b`, local(day, 12, 20), local(day, 17)),
  ]);
  const rules = { ...DEFAULT_TIME_RULES, daysOff: { '2026-11-10': 'Off' } };
  expect(review(entries, rules).gaps).toEqual([{ from: local(9, 11, 40), to: local(9, 12, 20) }]);
});

test('overlaps of a minute and more are listed, as shown', () => {
  const entries = [
    timeEntry('a', local(9, 9), local(9, 10)),
    timeEntry('b', local(9, 9, 45), local(9, 11) + 59_000),
    timeEntry('c', local(9, 11) + 1_000, local(9, 12)),
  ];
  expect(review(entries).overlaps).toEqual([{ from: local(9, 9, 45), to: local(9, 10) }]);
});

test('entries that are not at the service, and a running timer, are named', () => {
  const entries = [
    timeEntry('a', local(9, 9), local(9, 10)),
    timeEntry('b', local(9, 10), local(9, 11), 'waiting'),
    timeEntry('c', local(9, 11), local(9, 12), 'needs-you'),
    timeEntry('d', local(13, 17), null, 'sent'),
  ];
  expect(review(entries)).toMatchObject({ unsent: ['b', 'c'], isRunning: true });
});
