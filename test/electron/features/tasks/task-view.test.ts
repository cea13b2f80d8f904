/** A task as it is shown: whatever the service sends becomes one short line of text. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taskView } from '../../../../electron/features/tasks/task-view.ts';
import type { AssignedTask } from '../../../../electron/service/records.ts';
import { oneLine } from '../../../../shared/tasks/clean-text.ts';
import { taskRef } from '../../../../shared/time/entry.ts';

const TASK: AssignedTask = {
  id: 't1',
  projectId: 'p1',
  number: 142,
  title: 'Refund twice',
  status: 'in-progress',
  statusName: 'In progress',
  statusIcon: null,
  priority: 'high',
  dueDate: '2026-11-21T00:00:00.000Z',
  projectName: 'Payments',
  projectSlug: 'PAY',
  projectIcon: 'CreditCard',
  labels: [{ id: 'l1', name: 'Bug', color: '#f00' }],
};

/** The shortest of some runs (ms): on a busy machine some of them wait. */
function least(work: () => unknown): number {
  const took = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...took);
}

describe('a task', () => {
  test('is shown with its identifier, and with nothing that no one looks at', () => {
    expect(taskView(TASK)).toEqual({
      id: 't1',
      identifier: 'PAY-142',
      title: 'Refund twice',
      projectId: 'p1',
      projectName: 'Payments',
      status: 'in-progress',
      statusName: 'In progress',
      priority: 'high',
      dueDate: '2026-11-21T00:00:00.000Z',
      labels: [{ name: 'Bug', color: '#f00' }],
    });
  });

  test('without a number is known by its project', () => {
    expect(taskView({ ...TASK, number: null }).identifier).toBe('PAY');
    expect(taskView({ ...TASK, number: 0 }).identifier).toBe('PAY-0');
  });

  test.each(['', '   ', '\n\t\u0000', '\u2028'])('whose title is %j says that it has none', (title) => {
    expect(taskView({ ...TASK, title }).title).toBe('(no title)');
  });

  test('outside a column has no status name', () => {
    expect(taskView({ ...TASK, status: 'planned', statusName: null }).statusName).toBeNull();
  });

  test('with megabytes in every field is shown in a few characters, and quickly', () => {
    const huge = 'wörd\n🎉 '.repeat(700_000);
    const viewed = () =>
      taskView({
        ...TASK,
        title: huge,
        statusName: huge,
        projectName: huge,
        projectSlug: huge,
        labels: [{ id: 'l', name: huge, color: huge }],
      });
    const view = viewed();
    // Not even once is every letter looked at.
    expect(least(viewed)).toBeLessThan(least(() => [...huge].length));
    expect(view.title).toHaveLength(500);
    expect(view.title.endsWith('…')).toBe(true);
    expect(view.identifier).toMatch(/^.{1,20}-142$/u);
    for (const text of [view.projectName, view.statusName, view.labels[0]?.name]) {
      expect(text?.length).toBeLessThanOrEqual(100);
    }
    expect(view.labels[0]?.color).toHaveLength(50);
  });

  test('is remembered by a time entry with what it takes to show it', () => {
    expect(taskRef(taskView(TASK))).toEqual({
      taskId: 't1',
      identifier: 'PAY-142',
      title: 'Refund twice',
      projectName: 'Payments',
    });
  });
});

describe('one line', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly 10', 10, 'exactly 10'],
    ['just over 10', 10, 'just over…'],
    ['  two\r\nlines\tand   tabs  ', 50, 'two lines and tabs'],
    ['bell\u0007 null\u0000 escape\u001b[31m delete\u007f c1\u0085', 50, 'bell null escape [31m delete c1'],
    ['line\u2028paragraph\u2029end', 50, 'line paragraph end'],
    ['non\u00a0breaking', 50, 'non breaking'],
    ['', 5, ''],
    ['1234🎉', 6, '1234🎉'],
    // The cut would fall between the two halves of the last character.
    ['1234🎉56', 6, '1234…'],
    ['🎉🎉🎉🎉', 5, '🎉🎉…'],
  ])('of %j in %i is %j', (text, max, line) => {
    expect(oneLine(text, max)).toBe(line);
  });

  test('is never too long, has no control character, and never half a character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom('🎉', ' ', '\n', 'a', '\u0000'), { maxLength: 200 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (given, max) => {
        const line = oneLine(given, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(line.isWellFormed()).toBe(true);
        expect(line).toBe(line.trim());
      }),
      { numRuns: 1000 },
    );
  });
});
