import { expect, test } from 'vitest';
import { type LikelyTask, likelyTasks } from '../../../shared/palette/likely.ts';
import { HALF_LIFE_MS, ONE_USE, usedAgain, weightAt } from '../../../shared/palette/use.ts';
import { parseDue } from '../../../shared/tasks/due-date.ts';

const NOW = new Date(2026, 10, 19, 14).getTime();

test('a use counts half as much after two weeks, and uses add up', () => {
  const first = usedAgain(undefined, NOW);
  expect(weightAt(first, NOW)).toBe(ONE_USE);
  expect(weightAt(first, NOW + HALF_LIFE_MS)).toBe(ONE_USE / 2);
  expect(usedAgain(first, NOW + HALF_LIFE_MS)).toEqual({ weight: 1.5 * ONE_USE, usedAt: NOW + HALF_LIFE_MS });
});

test('a clock that was set back makes nothing heavier', () => {
  expect(weightAt({ weight: ONE_USE, usedAt: NOW }, NOW - HALF_LIFE_MS)).toBe(ONE_USE);
});

test('likely are the task tracked last, what is due soon and what is often chosen; others are left out', () => {
  const task = (id: string, part: Partial<LikelyTask> = {}): LikelyTask => ({
    id,
    due: null,
    recency: null,
    weight: 0,
    ...part,
  });
  const due = (days: number) => parseDue(new Date(2026, 10, 19 + days, 17).toISOString());
  const tasks = [
    task('nothing'),
    task('next month', { due: due(30) }),
    task('today', { due: due(0) }),
    task('overdue', { due: due(-2) }),
    task('last', { recency: 0 }),
    task('often', { weight: 7 * ONE_USE }),
  ];
  const ids = (most: number) => likelyTasks(tasks, new Date(NOW), most).map(({ id }) => id);
  expect(ids(10)).toEqual(['last', 'today', 'often', 'overdue']);
  expect(ids(2)).toEqual(['last', 'today']);
});
