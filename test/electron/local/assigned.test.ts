/** GET /task/assigned (docs/service.md#assigned-tasks). */
import { expect, test } from 'vitest';
import { AssignedTasks } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function assigned({ call, workspaceId }: TestWorkspace, query = '') {
  return AssignedTasks.parse((await call('GET', `/task/assigned?workspaceId=${workspaceId}${query}`)).json);
}

test('is sorted by due date (none last), priority (urgent first) and age', async () => {
  const local = await testWorkspace();
  const { addTask, userId, clock } = local;
  for (const fields of [
    { title: 'no date, low', priority: 'low' },
    { title: 'no date, urgent', priority: 'urgent' },
    { title: 'later', dueDate: '2026-12-02', priority: 'urgent' },
    { title: 'soon, none', dueDate: '2026-12-01', priority: 'no-priority' },
    { title: 'soon, high, older', dueDate: '2026-12-01', priority: 'high' },
    { title: 'soon, high, newer', dueDate: '2026-12-01', priority: 'high' },
    { title: 'soon, medium', dueDate: '2026-12-01T00:00:00Z', priority: 'medium' },
  ]) {
    await addTask({ ...fields, userId });
    clock.ms += 1;
  }
  expect((await assigned(local)).tasks.map((task) => task.title)).toEqual([
    'soon, high, older',
    'soon, high, newer',
    'soon, medium',
    'soon, none',
    'later',
    'no date, urgent',
    'no date, low',
  ]);
});

test('includes planned tasks, but not tasks that are done, archived or other people’s', async () => {
  const local = await testWorkspace();
  const { addTask, userId } = local;
  await addTask({ title: 'open', userId });
  await addTask({ title: 'planned', status: 'planned', userId });
  await addTask({ title: 'done', status: 'done', userId });
  await addTask({ title: 'archived', status: 'archived', userId });
  await addTask({ title: 'nobody’s' });
  expect(await assigned(local)).toMatchObject({
    total: 2,
    tasks: [
      { title: 'open', status: 'to-do', statusName: 'To do', projectSlug: 'ME', labels: [] },
      { title: 'planned', status: 'planned', statusName: null },
    ],
  });
});

test('returns the first 100 and counts all', async () => {
  const local = await testWorkspace();
  for (let count = 0; count < 103; count += 1) await local.addTask({ userId: local.userId });
  const { tasks, total } = await assigned(local);
  expect([tasks.length, total]).toEqual([100, 103]);
  expect(tasks.map((task) => task.number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(await assigned(local, '&countOnly=true')).toEqual({ tasks: [], total: 103 });
});

test('needs a known workspace', async () => {
  const { call } = await testWorkspace();
  expect((await call('GET', '/task/assigned')).json).toMatchObject({ issues: [{ path: 'query.workspaceId' }] });
  expect((await call('GET', '/task/assigned?workspaceId=nope')).status).toBe(403);
});

test('omits the tasks of an archived project until it is restored', async () => {
  const local = await testWorkspace();
  const { addTask, call, projectId, userId } = local;
  await addTask({ title: 'open', userId });
  const titles = async () => (await assigned(local)).tasks.map(({ title }) => title);
  await call('PUT', `/project/${projectId}/archive`);
  expect([await titles(), (await assigned(local, '&countOnly=true')).total]).toEqual([[], 0]);
  await call('PUT', `/project/${projectId}/unarchive`);
  expect([await titles(), (await assigned(local, '&countOnly=true')).total]).toEqual([['open'], 1]);
});
