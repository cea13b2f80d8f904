/** Tasks and their labels (docs/service.md#tasks). */
import { describe, expect, test } from 'vitest';
import { Label } from '../../../electron/service/records.ts';
import { inZone } from '../../shared/tasks/zone.ts';
import { testWorkspace } from './workspace.ts';

const NEW = { title: 'Call the bank', description: '', priority: 'high', status: 'to-do' };

describe('creating a task', () => {
  test('assigns the next number of its project', async () => {
    const { call, projectId, userId } = await testWorkspace();
    await call('POST', `/task/${projectId}`, NEW);
    const second = await call('POST', `/task/${projectId}`, { ...NEW, dueDate: '2026-12-24', userId });
    expect(second).toMatchObject({
      status: 200,
      json: { number: 2, projectId, title: 'Call the bank', dueDate: '2026-12-24T00:00:00.000Z', assigneeName: 'You' },
    });
    expect((await call('GET', `/project/${projectId}`)).json).toMatchObject({ lastTaskNumber: 2 });
  });

  test('names every invalid field', async () => {
    const { call, projectId } = await testWorkspace();
    const body = { title: '', priority: 'soon', status: 'to-do', dueDate: 'one day' };
    const { status, json } = await call('POST', `/task/${projectId}`, body);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [
        { path: 'body.title' },
        { path: 'body.description' },
        { path: 'body.priority' },
        { path: 'body.dueDate', message: 'Invalid date' },
      ],
    });
  });

  test('accepts titles of up to 10,000 characters', async () => {
    const { call, projectId } = await testWorkspace();
    const create = (length: number) => call('POST', `/task/${projectId}`, { ...NEW, title: 'x'.repeat(length) });
    expect((await create(10_000)).status).toBe(200);
    expect((await create(10_001)).json).toMatchObject({ issues: [{ path: 'body.title' }] });
  });

  test('rejects an unknown status and lists the valid ones', async () => {
    const { call, projectId } = await testWorkspace();
    const { status, json } = await call('POST', `/task/${projectId}`, { ...NEW, status: 'someday' });
    expect(status).toBe(400);
    expect(json).toEqual({
      code: 'BAD_REQUEST',
      message: 'Invalid status "someday". Valid statuses: to-do, in-progress, in-review, done, planned, archived',
    });
  });

  test('accepts the same day as start and due date in any form', async () => {
    inZone('Pacific/Auckland');
    const { call, projectId } = await testWorkspace();
    const dates = { startDate: '2026-12-24', dueDate: new Date(2026, 11, 24).toISOString() };
    expect(dates.dueDate < '2026-12-24').toBe(true);
    expect((await call('POST', `/task/${projectId}`, { ...NEW, ...dates })).status).toBe(200);
  });

  test('rejects a start after the due date, an unknown assignee and an unknown project', async () => {
    const { call, projectId } = await testWorkspace();
    const create = async (fields: object, project = projectId) =>
      (await call('POST', `/task/${project}`, { ...NEW, ...fields })).status;
    expect(await create({ startDate: '2026-12-02', dueDate: '2026-12-01' })).toBe(400);
    expect(await create({ userId: 'nobody' })).toBe(400);
    expect(await create({}, 'nope')).toBe(400);
  });
});

describe('changing a task', () => {
  test('moves it to another column, to planned and to archived', async () => {
    const { call, addTask } = await testWorkspace();
    const { id } = await addTask();
    for (const status of ['in-review', 'planned', 'archived']) {
      expect((await call('PUT', `/task/status/${id}`, { status })).json).toMatchObject({ id, status });
    }
    expect((await call('PUT', `/task/status/${id}`, { status: 'nowhere' })).status).toBe(400);
  });

  test('changes priority and title', async () => {
    const { call, addTask } = await testWorkspace();
    const { id } = await addTask();
    await call('PUT', `/task/priority/${id}`, { priority: 'urgent' });
    await call('PUT', `/task/title/${id}`, { title: 'Better' });
    expect((await call('GET', `/task/${id}`)).json).toMatchObject({ priority: 'urgent', title: 'Better' });
  });

  test('sets the due date; {} or an empty body clears it, null and garbage are rejected', async () => {
    const { call, addTask } = await testWorkspace();
    const { id } = await addTask();
    const put = async (body?: unknown) => (await call('PUT', `/task/due-date/${id}`, body)).json;
    expect(await put({ dueDate: '2026-12-24' })).toMatchObject({ dueDate: '2026-12-24T00:00:00.000Z' });
    expect(await put({ dueDate: null })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await put({ dueDate: 'x' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await call('GET', `/task/${id}`)).json).toMatchObject({ dueDate: '2026-12-24T00:00:00.000Z' });
    expect(await put({})).toMatchObject({ dueDate: null });
    await put({ dueDate: '2026-12-24' });
    expect(await put()).toMatchObject({ dueDate: null });
  });

  test('an unknown task is 400', async () => {
    const { call } = await testWorkspace();
    expect((await call('PUT', '/task/title/nope', { title: 'x' })).status).toBe(400);
    expect((await call('GET', '/task/nope')).status).toBe(400);
    expect((await call('GET', '/label/task/nope')).status).toBe(400);
  });
});

test('GET /task lists the tasks of the workspace', async () => {
  const { call, addTask, workspaceId } = await testWorkspace();
  await addTask({ title: 'One' });
  await addTask({ title: 'Two', status: 'archived' });
  expect((await call('GET', `/task?workspaceId=${workspaceId}`)).json).toMatchObject([
    { title: 'One' },
    { title: 'Two' },
  ]);
});

test('GET /label/task lists the labels of a task', async () => {
  const { call, workspace, workspaceId } = await testWorkspace();
  workspace.addSample();
  const { json } = await call('GET', `/task/assigned?workspaceId=${workspaceId}`);
  const { tasks } = json as { tasks: { id: string; labels: { name: string }[] }[] };
  const task = tasks.find(({ labels }) => labels.length > 1);
  const labels = Label.array().parse((await call('GET', `/label/task/${task?.id}`)).json);
  expect(labels.map(({ name }) => name)).toEqual(task?.labels.map(({ name }) => name));
  expect(labels.every((label) => label.taskId === task?.id && label.workspaceId === workspaceId)).toBe(true);
});
