/** Labels: definitions of the workspace and their copies on tasks (docs/service.md#labels). */
import { expect, test } from 'vitest';
import { BoardResponse, Label } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function define({ call, workspaceId }: TestWorkspace, name = 'bug', taskId?: string) {
  return Label.parse((await call('POST', '/label', { name, color: '#f00', workspaceId, taskId })).json);
}

const onTask = async ({ call }: TestWorkspace, id: string) =>
  Label.array().parse((await call('GET', `/label/task/${id}`)).json);

test('the same name and colour return the existing label', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const definition = await define(local);
  expect(definition).toMatchObject({ taskId: null, workspaceId: local.workspaceId });
  expect(await define(local)).toEqual(definition);
  const copy = await define(local, 'bug', id);
  expect(copy).toMatchObject({ taskId: id });
  expect(await define(local, 'bug', id)).toEqual(copy);
  const all = Label.array().parse((await local.call('GET', `/label/workspace/${local.workspaceId}`)).json);
  expect(all.map((label) => label.id)).toEqual([definition.id, copy.id]);
});

test('a definition is copied to a task, and a copy moves to another task', async () => {
  const local = await testWorkspace();
  const [first, second] = [await local.addTask(), await local.addTask()];
  const definition = await define(local);
  const put = async (label: string, taskId: string) =>
    Label.parse((await local.call('PUT', `/label/${label}/task`, { taskId })).json);
  const copy = await put(definition.id, first.id);
  expect(copy.id).not.toBe(definition.id);
  expect(await onTask(local, first.id)).toEqual([copy]);
  const moved = await put(copy.id, second.id);
  expect(moved.id).not.toBe(copy.id);
  expect([await onTask(local, first.id), await onTask(local, second.id)]).toEqual([[], [moved]]);
  expect(await put(moved.id, second.id)).toEqual(moved);
});

test('a copy can be removed from its task; a definition is on no task', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const copy = await define(local, 'bug', id);
  expect((await local.call('DELETE', `/label/${copy.id}/task`)).json).toEqual(copy);
  expect(await onTask(local, id)).toEqual([]);
  const definition = await define(local);
  expect((await local.call('DELETE', `/label/${definition.id}/task`)).status).toBe(400);
});

test('deleting a definition deletes exactly its copies', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const definition = await define(local);
  await define(local, 'bug', id);
  const other = await define(local, 'customer', id);
  expect((await local.call('DELETE', `/label/${definition.id}`)).json).toEqual(definition);
  expect(await onTask(local, id)).toEqual([other]);
  await local.call('DELETE', `/label/${other.id}`);
  expect(await onTask(local, id)).toEqual([]);
});

test('renaming a definition renames its copies and changes boards', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const definition = await define(local);
  const copy = await define(local, 'bug', id);
  const other = await define(local, 'customer', id);
  const revision = async () =>
    BoardResponse.parse((await local.call('GET', `/task/tasks/${local.projectId}`)).json).pagination.revision;
  const before = await revision();
  const answer = await local.call('PUT', `/label/${definition.id}`, { name: 'defect', color: '#f00' });
  expect(answer.json).toEqual({ ...definition, name: 'defect' });
  expect(await onTask(local, id)).toEqual([other, { ...copy, name: 'defect' }]);
  expect(await revision()).not.toBe(before);
  await define(local, 'customer');
  const taken = await local.call('PUT', `/label/${definition.id}`, { name: 'customer', color: '#f00' });
  expect(taken.status).toBe(409);
});

test('rejects unknown ids', async () => {
  const { call, workspaceId, addTask } = await testWorkspace();
  const { id } = await addTask();
  const body = { name: 'bug', color: '#f00', workspaceId };
  expect((await call('POST', '/label', { ...body, workspaceId: 'nope' })).status).toBe(403);
  expect((await call('POST', '/label', { ...body, taskId: 'nope' })).status).toBe(400);
  expect((await call('POST', '/label', { ...body, name: '' })).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await call('GET', '/label/workspace/nope')).status).toBe(403);
  expect((await call('PUT', '/label/nope/task', { taskId: id })).status).toBe(400);
  expect((await call('PUT', '/label/nope', { name: 'bug', color: '#f00' })).status).toBe(400);
  expect((await call('DELETE', '/label/nope')).status).toBe(400);
});

test('a viewer can read labels but not change them', async () => {
  const local = await testWorkspace();
  const { token } = local.workspace.addPerson({ name: 'Vic', role: 'viewer' });
  const { id } = await define(local);
  expect((await local.call('GET', `/label/workspace/${local.workspaceId}`, undefined, { token })).status).toBe(200);
  expect((await local.call('DELETE', `/label/${id}`, undefined, { token })).json).toMatchObject({
    missingPermissions: ['label:delete'],
  });
  const taskId = (await local.addTask()).id;
  const copy = (await local.call('PUT', `/label/${id}/task`, { taskId })).json as { id: string };
  const bulk = (operation: string) => ({ taskIds: [taskId], operation, value: id });
  for (const [method, path, body] of [
    ['PUT', `/label/${id}`, { name: 'x', color: '#f00' }],
    ['PUT', `/label/${id}/task`, { taskId }],
    ['DELETE', `/label/${copy.id}/task`, undefined],
    ['PATCH', '/task/bulk', bulk('addLabel')],
    ['PATCH', '/task/bulk', bulk('removeLabel')],
  ] as const) {
    expect(await local.call(method, path, body, { token })).toMatchObject({
      status: 403,
      json: { code: 'MISSING_PERMISSION', missingPermissions: ['label:update'] },
    });
  }
  expect(await onTask(local, taskId)).toHaveLength(1);
});
