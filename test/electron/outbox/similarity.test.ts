/** Recognising times and texts that a server may have changed. */
import { expect, test } from 'vitest';
import { isNearText, isNearTime, learnHabits, NO_SERVER_HABITS } from '../../../electron/outbox/similarity.ts';

const NOON = Date.UTC(2026, 10, 18, 12);

test.each([
  [NOON + 457, NOON + 457, true],
  [NOON + 457, NOON, true],
  [NOON + 600, NOON + 1000, true],
  [NOON + 3000, NOON, true],
  [NOON + 59_999, NOON + 60_000, true],
  [NOON + 60_000, NOON, false],
  [NOON, NOON + 2_001, false],
])('times: %i and %i: %s', (sent, stored, isNear) => {
  expect(isNearTime(sent, stored, NO_SERVER_HABITS)).toBe(isNear);
});

test('an observed shift widens the tolerance, unless it is hours long', () => {
  const habits = learnHabits(NO_SERVER_HABITS, { shiftMs: 400_000, losesNotes: false });
  expect(isNearTime(NOON, NOON + 399_000, habits)).toBe(true);
  expect(isNearTime(NOON, NOON + 401_000, habits)).toBe(false);
  expect(learnHabits(habits, { shiftMs: 3_600_000, losesNotes: true })).toEqual({ shiftMs: 400_000, losesNotes: true });
});

test('a smaller shift observed later does not narrow the tolerance again', () => {
  const habits = learnHabits({ shiftMs: 400_000, losesNotes: true }, { shiftMs: 0, losesNotes: false });
  expect(habits).toEqual({ shiftMs: 400_000, losesNotes: true });
});

test.each([
  ['Mail', 'Mail', true],
  ['', '', true],
  ['  Mail \r\n and  more', 'Mail\nand more', true],
  ['Über', 'U\u0308ber', true],
  ['A <b>bold</b> note', 'A bold note', true],
  ['Research & more', 'Research &amp; more', true],
  ['a < b > c', 'a &lt; b &gt; c', true],
  ['A long note', 'A lo', true],
  ['Research & more', 'Research &am', true],
  ['Research & more', 'Research &apples', false],
  ['🎉', '', true],
  ['Straße, ﬁle', 'STRASSE, FILE', true],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
  ['Mail', '', false],
  ['', 'Mail', false],
  ['Mail', 'Mails', false],
  ['Mail', 'Post', false],
])('texts: %j and %j: %s', (sent, stored, isNear) => {
  expect(isNearText(sent, stored)).toBe(isNear);
});

test('the start of a text matches from a given length', () => {
  expect(isNearText('Send the invoice', 'Send', 10)).toBe(false);
  expect(isNearText('Send the invoice', 'Send the invo', 10)).toBe(true);
});
