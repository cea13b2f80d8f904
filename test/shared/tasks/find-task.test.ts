/** Finding a task by identifier or title. */

import { expect, test } from 'vitest';
import { findTask } from '../../../shared/tasks/filter-tasks.ts';

import type { TaskRef } from '../../../shared/time/entry.ts';

const ref = (taskId: string, identifier: string, title: string): TaskRef => ({
  taskId,
  identifier,
  title,
  projectName: 'Payments',
});
const TASKS = [
  ref('t1', 'PAY-1', 'Send the invoice'),
  ref('t2', 'PAY-12', 'Refund the deposit'),
  ref('t3', 'WEB-1', 'Invoice page'),
  // Recently tracked and assigned.
  ref('t1', 'PAY-1', 'Send the invoice'),
];

test.each([
  ['PAY-1', 't1'],
  ['pay-12', 't2'],
  [' WEB-1 ', 't3'],
  ['refund', 't2'],
  ['SEND THE', 't1'],
])('%s is %s', (name, taskId) => {
  expect(findTask(name, TASKS)).toMatchObject({ is: 'one', task: { taskId } });
});

test('none, and several', () => {
  expect(findTask('PAY-2', TASKS)).toEqual({ is: 'none' });
  expect(findTask('  ', TASKS)).toEqual({ is: 'none' });
  expect(findTask('invoice', TASKS)).toMatchObject({ is: 'several', tasks: [{ taskId: 't1' }, { taskId: 't3' }] });
});
