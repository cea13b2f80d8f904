/** A task of the service as the list shows it. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { taskView } from '../../../../electron/features/tasks/task-view.ts';
import { AssignedTask } from '../../../../electron/service/records.ts';
import { taskRef } from '../../../../shared/time/entry.ts';

const RECORD = {
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
const TASK = AssignedTask.parse(RECORD);

/** The length of the longest text that is read during the work. To cut a text does not read it. */
function longestRead(work: () => unknown): number {
  const ways = [
    'replace',
    'replaceAll',
    'split',
    'match',
    'matchAll',
    'search',
    'trim',
    'normalize',
    'toWellFormed',
  ] as const;
  const spies = ways.map((way) => vi.spyOn(String.prototype, way));
  const tests = vi.spyOn(RegExp.prototype, 'test');
  onTestFinished(() => void vi.restoreAllMocks());
  work();
  const texts = [...spies.flatMap(({ mock }) => mock.contexts), ...tests.mock.calls.map(([text]) => text)];
  return Math.max(...texts.map((text) => String(text).length));
}

describe('a task', () => {
  test('is shown with its identifier, and without unused fields', () => {
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

  test('without a number has its project as identifier', () => {
    expect(taskView({ ...TASK, number: null }).identifier).toBe('PAY');
    expect(taskView({ ...TASK, number: 0 }).identifier).toBe('PAY-0');
  });

  test.each(['', '   ', '\n\t\u0000', '\u2028'])('with the title %j has an empty one', (title) => {
    expect(taskView(AssignedTask.parse({ ...RECORD, title })).title).toBe('');
  });

  test('outside a column has no status name', () => {
    expect(taskView({ ...TASK, status: 'planned', statusName: null }).statusName).toBeNull();
  });

  test('with megabytes in every field is shown in a few characters, and quickly', () => {
    const huge = 'wörd\n🎉 '.repeat(700_000);
    const texts = { title: huge, statusName: huge, projectName: huge, projectSlug: huge };
    const record = { ...RECORD, ...texts, labels: [{ id: 'l', name: huge, color: huge }] };
    const view = taskView(AssignedTask.parse(record));
    expect(longestRead(() => taskView(AssignedTask.parse(record)))).toBeLessThan(huge.length / 1_000);
    expect(view.title).toHaveLength(500);
    expect(view.title.endsWith('…')).toBe(true);
    expect(view.identifier).toMatch(/^.{1,20}-142$/u);
    for (const text of [view.projectName, view.statusName, view.labels[0]?.name]) {
      expect(text?.length).toBeLessThanOrEqual(200);
    }
    expect(view.labels[0]?.color).toHaveLength(100);
  });

  test('is stored in a time entry with the fields to show it', () => {
    expect(taskRef(taskView(TASK))).toEqual({
      taskId: 't1',
      identifier: 'PAY-142',
      title: 'Refund twice',
      projectId: 'p1',
      projectName: 'Payments',
    });
  });
});
