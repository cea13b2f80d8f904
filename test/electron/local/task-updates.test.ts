/** The routes that change one task (docs/service.md#tasks). */
import { describe, expect, test } from 'vitest';
import { Project, Task } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

const UNKNOWN = { status: 400, json: { message: 'Workspace ID could not be determined', code: 'BAD_REQUEST' } };

test('a task is found by its identifier, ignoring case', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask();
  expect((await call('GET', '/task/by-ticket-id/ME-1')).json).toMatchObject({ id, number: 1 });
  expect((await call('GET', '/task/by-ticket-id/me-1')).json).toMatchObject({ id });
  expect(await call('GET', '/task/by-ticket-id/ME-2')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  expect((await call('GET', '/task/by-ticket-id/ME')).status).toBe(400);
});

describe('assigning', () => {
  test('sets a person, or clears the assignee with null', async () => {
    const { call, addTask, workspace } = await testWorkspace();
    const { id } = await addTask();
    const { user } = workspace.addPerson({ name: 'Mira', role: 'member' });
    const put = (userId: unknown) => call('PUT', `/task/assignee/${id}`, { userId });
    expect((await put(user.id)).json).toMatchObject({ userId: user.id, assigneeName: 'Mira' });
    expect((await put(null)).json).toMatchObject({ userId: null, assigneeName: null });
    expect((await put('nobody')).status).toBe(400);
    expect((await call('PUT', `/task/assignee/${id}`, {})).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('needs task:assign, which members lack; they can still set the assignee of a new task', async () => {
    const { call, addTask, workspace, userId } = await testWorkspace();
    const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
    const { id, projectId } = await addTask();
    expect(await call('PUT', `/task/assignee/${id}`, { userId }, { token })).toMatchObject({
      status: 403,
      json: { code: 'MISSING_PERMISSION', missingPermissions: ['task:assign'] },
    });
    const body = { title: 'New', description: '', priority: 'low', status: 'to-do', userId };
    expect((await call('POST', `/task/${projectId}`, body, { token })).json).toMatchObject({ userId });
  });
});

test('sets a description', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask();
  expect((await call('PUT', `/task/description/${id}`, { description: '**New**' })).json).toMatchObject({
    description: '**New**',
  });
  expect((await call('PUT', `/task/description/${id}`, {})).json).toMatchObject({
    issues: [{ path: 'body.description' }],
  });
});

test('a due date before the start is rejected', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask({ startDate: '2026-12-02' });
  expect((await call('PUT', `/task/due-date/${id}`, { dueDate: '2026-12-01' })).status).toBe(400);
  expect((await call('PUT', `/task/due-date/${id}`, { dueDate: '2026-12-03' })).status).toBe(200);
});

describe('PUT /task/{id}', () => {
  const FULL = { title: 'All new', description: 'x', priority: 'low', status: 'in-review' };

  test('replaces the task and clears absent dates and assignee', async () => {
    const { call, addTask, userId } = await testWorkspace();
    const { id } = await addTask({ dueDate: '2026-12-24', startDate: '2026-12-01', userId });
    expect((await call('PUT', `/task/${id}`, { ...FULL, position: 7 })).json).toMatchObject({
      ...FULL,
      position: 7,
      dueDate: null,
      startDate: null,
      userId: null,
    });
    expect(await call('PUT', '/task/nope', FULL)).toMatchObject(UNKNOWN);
    expect((await call('PUT', `/task/${id}`, { title: 'x' })).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('by a member must keep the assignee', async () => {
    const { call, addTask, workspace, userId } = await testWorkspace();
    const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
    const { id } = await addTask({ userId });
    expect((await call('PUT', `/task/${id}`, FULL, { token })).json).toMatchObject({
      missingPermissions: ['task:assign'],
    });
    expect((await call('PUT', `/task/${id}`, { ...FULL, userId }, { token })).status).toBe(200);
  });
});

describe('moving to another project', () => {
  test('assigns the next number there, and by default the same column or the first one', async () => {
    const { call, addTask, workspaceId } = await testWorkspace();
    const { id, projectId } = await addTask();
    const body = { name: 'Other', slug: 'OTH', icon: '', workspaceId };
    const other = Project.parse((await call('POST', '/project', body)).json);
    const move = (destinationProjectId: string, destinationStatus?: string) =>
      call('PUT', `/task/move/${id}`, { destinationProjectId, destinationStatus });
    expect((await move(other.id)).json).toMatchObject({
      id,
      projectId: other.id,
      number: 1,
      status: 'to-do',
      sourceProjectId: projectId,
      destinationProjectId: other.id,
    });
    expect((await move(projectId, 'done')).json).toMatchObject({ number: 2, status: 'done' });
    expect((await move(other.id)).json).toMatchObject({ number: 2, status: 'done' });
    await call('PUT', `/task/status/${id}`, { status: 'planned' });
    expect((await move(projectId)).json).toMatchObject({ number: 3, status: 'to-do' });
    expect((await move(projectId)).status).toBe(400);
    expect((await move(other.id, 'nowhere')).status).toBe(400);
    expect((await move('nope')).status).toBe(404);
  });
});

test('deleting returns the task, deletes its time entries, and needs task:delete', async () => {
  const { call, addTask, workspace } = await testWorkspace();
  const { id } = await addTask();
  const entry = (await call('POST', '/time-entry', { taskId: id, startTime: '2026-11-18T09:00:00Z' })).json;
  const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await call('DELETE', `/task/${id}`, undefined, { token })).json).toMatchObject({
    missingPermissions: ['task:delete'],
  });
  expect(Task.parse((await call('DELETE', `/task/${id}`)).json).id).toBe(id);
  expect(await call('GET', `/task/${id}`)).toMatchObject(UNKNOWN);
  expect((await call('GET', `/time-entry/${(entry as { id: string }).id}`)).status).toBe(400);
});
