/** The number of unreadable records per view. */
import { expect, test } from 'vitest';
import { createUnreadable } from '../../../electron/app/diagnostics.ts';
import { assignedTask, clientWith } from '../service/malformed.ts';

const read = async (tasks: unknown[]) =>
  (await clientWith(() => ({ tasks, total: 2 })).listAssignedTasks('w')).unreadable;

test('counts missing records, gives the reasons, and clears both', async () => {
  let changes = 0;
  const unreadable = createUnreadable(() => {
    changes += 1;
  });
  unreadable.set('tasks', await read([null, assignedTask('a')]));
  // No record is missing: it was read in part.
  unreadable.set('board', await read([{ ...assignedTask('b'), title: null }]));
  expect(unreadable.view()).toEqual({ tasks: { task: 1 } });
  expect(unreadable.text('board')).toContain('task b: title');
  expect([unreadable.text('tasks').split('\n')[0], unreadable.text('time')]).toEqual(['Left out: task: 1', '']);
  unreadable.set('tasks', undefined);
  unreadable.set('tasks', undefined);
  expect([unreadable.view(), changes]).toEqual([{}, 3]);
});
