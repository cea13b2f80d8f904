/** PATCH /task/bulk (docs/service.md#tasks). */
import { expect, test } from 'vitest';
import { BulkTaskResult, Label, Task } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function two() {
  const local = await testWorkspace();
  const ids = [(await local.addTask()).id, (await local.addTask()).id];
  const bulk = (operation: string, value?: unknown, init = {}) =>
    local.call('PATCH', '/task/bulk', { taskIds: ids, operation, value }, init);
  return { ...local, ids, bulk };
}

const tasks = async ({ call, workspaceId }: TestWorkspace) =>
  Task.array().parse((await call('GET', `/task?workspaceId=${workspaceId}`)).json);

test.each([
  ['updateStatus', 'done', { status: 'done' }],
  ['updatePriority', 'urgent', { priority: 'urgent' }],
  ['updateDueDate', '2026-12-24', { dueDate: '2026-12-24T00:00:00.000Z' }],
  ['updateDueDate', undefined, { dueDate: null }],
  ['updateDueDate', null, { dueDate: null }],
  ['updateAssignee', null, { userId: null }],
])('%s with %s', async (operation, value, expected) => {
  const local = await two();
  await local.bulk('updateDueDate', '2026-11-30');
  await local.bulk('updateAssignee', local.userId);
  const { status, json } = await local.bulk(operation, value);
  expect(status).toBe(200);
  expect(BulkTaskResult.parse(json)).toEqual({ success: true, updatedCount: 2 });
  expect(await tasks(local)).toMatchObject([expected, expected]);
});

test('delete removes the tasks that exist', async () => {
  const local = await two();
  const { json } = await local.call('PATCH', '/task/bulk', {
    taskIds: [local.ids[0], 'nope'],
    operation: 'delete',
  });
  expect(json).toEqual({ success: true, updatedCount: 1 });
  expect(await tasks(local)).toHaveLength(1);
});

test('addLabel adds one copy to each task, removeLabel removes it', async () => {
  const local = await two();
  const { call, workspaceId, ids } = local;
  const definition = Label.parse((await call('POST', '/label', { name: 'bug', color: '#f00', workspaceId })).json);
  const labels = async () =>
    Promise.all(ids.map(async (id) => Label.array().parse((await call('GET', `/label/task/${id}`)).json).length));
  await local.bulk('addLabel', definition.id);
  await local.bulk('addLabel', definition.id);
  expect(await labels()).toEqual([1, 1]);
  await local.bulk('removeLabel', definition.id);
  expect(await labels()).toEqual([0, 0]);
});

test('changes all tasks or none', async () => {
  const local = await two();
  const slug = { name: 'Other', slug: 'OTH', icon: '', workspaceId: local.workspaceId };
  const other = (await local.call('POST', '/project', slug)).json as { id: string };
  const [column] = (await local.call('GET', `/column/${local.projectId}`)).json as { slug: string }[];
  const there = await local.call('POST', `/task/${other.id}`, {
    title: 'There',
    description: '',
    priority: 'low',
    status: column?.slug,
  });
  const taskIds = [...local.ids, (there.json as { id: string }).id];
  const answer = await local.call('PATCH', '/task/bulk', { taskIds, operation: 'updateAssignee', value: 'nobody' });
  expect(answer.status).toBe(400);
  expect((await tasks(local)).every(({ userId }) => userId === null)).toBe(true);
});

test('rejects invalid values, unknown tasks and an empty list', async () => {
  const local = await two();
  expect((await local.bulk('updateStatus', 'nowhere')).status).toBe(400);
  expect((await local.bulk('updateStatus')).status).toBe(400);
  expect((await local.bulk('updatePriority', 'soon')).status).toBe(400);
  expect((await local.bulk('updateDueDate', 'one day')).status).toBe(400);
  expect((await local.bulk('updateAssignee')).status).toBe(400);
  expect((await local.bulk('addLabel', 'nope')).status).toBe(400);
  expect((await local.bulk('paint')).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  const bulk = (taskIds: string[]) => local.call('PATCH', '/task/bulk', { taskIds, operation: 'delete' });
  expect((await bulk(['nope'])).status).toBe(404);
  expect((await bulk([])).json).toMatchObject({ issues: [{ path: 'body.taskIds' }] });
});

test('needs the permission of its operation', async () => {
  const local = await two();
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await local.bulk('updateStatus', 'done', { token })).status).toBe(200);
  expect((await local.bulk('updateAssignee', null, { token })).json).toMatchObject({
    missingPermissions: ['task:assign'],
  });
  expect((await local.bulk('delete', undefined, { token })).json).toMatchObject({
    missingPermissions: ['task:delete'],
  });
});
