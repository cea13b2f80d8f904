import { expect, test } from 'vitest';
import { awayFacts, awayShare } from '../../../../renderer/features/idle/away-question.tsx';
import type { AwayQuestion } from '../../../../shared/contract/index.ts';
import { minutesSeconds } from '../../../../shared/i18n/format-dates.ts';
import { local, MINUTE } from '../../../shared/time/entries.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const now = local(19, 14, 58);
const question: AwayQuestion = {
  id: 'q',
  entryId: 'e',
  identifier: 'PAY-142',
  title: 'Retry',
  from: iso(local(19, 14, 6)),
  to: iso(local(19, 14, 48)),
  kind: 'idle',
  workedMs: 46 * MINUTE,
  awayMs: 42 * MINUTE,
  entryEnd: null,
};

test('The facts of a running timer include worked, away and remaining time', () => {
  expect(awayFacts(question, now)).toMatchObject({
    start: local(19, 13, 20),
    restMs: 10 * MINUTE,
    isRunning: true,
    isBack: true,
    answers: ['keep', 'discard', 'discard-and-continue', 'split'],
  });
});

test('Time away grows until the person returns', () => {
  expect(awayFacts({ ...question, to: null, awayMs: 0 }, now)).toMatchObject({
    to: now,
    awayMs: 52 * MINUTE,
    restMs: 0,
    isBack: false,
  });
});

test('Continuing is offered only if there is time after the return', () => {
  const ended = { ...question, entryEnd: question.to };
  expect(awayFacts(ended, now)).toMatchObject({ isRunning: false, restMs: 0, answers: ['keep', 'discard', 'split'] });
  const later = { ...question, entryEnd: iso(local(19, 14, 53)) };
  expect(awayFacts(later, now)).toMatchObject({ isRunning: false, restMs: 5 * MINUTE });
  expect(awayFacts(later, now).answers).toContain('discard-and-continue');
});

test.each([
  [46, 42, 0.52],
  [0, 42, 0.04],
  [1000, 1, 0.96],
  [0, 0, 0.5],
])('%d min of work, %d away: the chart is split at %d', (workedMs, awayMs, share) => {
  expect(awayShare({ workedMs, awayMs })).toBeCloseTo(share, 2);
});

test.each([
  [581_000, '9:41'],
  [580_001, '9:41'],
  [59_000, '0:59'],
  [0, '0:00'],
  [-5, '0:00'],
])('%d ms left read %s', (ms, text) => {
  expect(minutesSeconds(ms)).toBe(text);
});
