/** The number of unreadable records per view. */
import { expect, test } from 'vitest';
import { createUnreadable } from '../../../electron/app/diagnostics.ts';
import { assignedTask, clientWith } from '../service/malformed.ts';

const read = async (tasks: unknown[]) =>
  (await clientWith(() => ({ tasks, total: 2 })).listAssignedTasks('w')).unreadable;

test('counts missing records, gives the reasons, and clears both', async () => {
  let changes = 0;
  const unreadable = createUnreadable(
    () => {
      changes += 1;
    },
    { each: () => [{ accountId: null }], inFront: () => ({ accountId: null }) },
    () => true,
  );
  unreadable.set('tasks', await read([null, assignedTask('a')]), null);
  // No record is missing: it was read in part.
  unreadable.set('board', await read([{ ...assignedTask('b'), title: null }]), null);
  expect(unreadable.view()).toEqual({ tasks: { task: 1 } });
  expect(unreadable.text('board')).toContain('task b: title');
  expect([unreadable.text('tasks').split('\n')[0], unreadable.text('time')]).toEqual(['Left out: task: 1', '']);
  unreadable.set('tasks', undefined, null);
  unreadable.set('tasks', undefined, null);
  expect([unreadable.view(), changes]).toEqual([{}, 3]);
});

test('a list of all accounts counts those of each, a page those of the account in front', async () => {
  const [a, b] = [{ accountId: 'a' }, { accountId: 'b' }];
  let [front, isTogether] = [a, true];
  const unreadable = createUnreadable(
    () => undefined,
    { each: () => [a, b], inFront: () => front },
    () => isTogether,
  );
  const dropped = await read([null, assignedTask('a')]);
  for (const { accountId } of [a, b]) unreadable.set('tasks', dropped, accountId);
  unreadable.set('board', dropped, 'b');
  expect(unreadable.view()).toEqual({ tasks: { task: 2 } });
  expect(unreadable.text('board')).toBe('');
  front = b;
  expect(unreadable.view()).toEqual({ tasks: { task: 2 }, board: { task: 1 } });
  isTogether = false;
  unreadable.set('time', dropped, 'a');
  expect(unreadable.view()).toEqual({ tasks: { task: 1 }, board: { task: 1 }, time: { task: 1 } });
  isTogether = true;
  unreadable.set('tasks', undefined, 'a');
  expect(unreadable.view()).toMatchObject({ tasks: { task: 1 } });
  expect(unreadable.text('tasks')).toMatch(/^Left out: task: 1$/m);
});
