/** Tasks (docs/service.md#tasks). */
import { describe, expect, test } from 'vitest';
import type { TaskCreate } from '../../../../electron/service/records.ts';
import { isOlder, NO_ROUTE, served } from './served.ts';

const plain: TaskCreate = { title: 'Water the plants', description: '', priority: 'low', status: 'to-do' };

describe('a task', () => {
  test('is created with all fields', async () => {
    const { client, projectId, userId } = await served();
    const task = await client.createTask(projectId, {
      ...plain,
      description: 'Both of them',
      startDate: '2026-11-20T08:00:00.000Z',
      dueDate: '2026-11-21',
      userId,
    });
    expect(task).toMatchObject({
      projectId,
      number: 1,
      title: 'Water the plants',
      description: 'Both of them',
      priority: 'low',
      status: 'to-do',
      startDate: '2026-11-20T08:00:00.000Z',
      dueDate: '2026-11-21T00:00:00.000Z',
      userId,
    });
    expect(await client.getTask(task.id)).toEqual(task);
  });

  test('is replaced, and omitted fields are cleared', async () => {
    const { client, projectId } = await served();
    const { id } = await client.createTask(projectId, { ...plain, dueDate: '2026-11-21' });
    expect(await client.replaceTask(id, { ...plain, projectId, position: 7 })).toMatchObject({
      title: plain.title,
      position: 7,
      dueDate: null,
    });
  });

  test('is deleted, and then reported as gone', async () => {
    const { client, projectId } = await served();
    const { id } = await client.createTask(projectId, plain);
    expect(await client.deleteTask(id)).toMatchObject({ id });
    await expect(client.getTask(id)).rejects.toMatchObject({ isGone: true });
    await expect(client.deleteTask(id)).rejects.toMatchObject({ isGone: true });
  });

  test('with an invalid status is rejected with the valid ones', async () => {
    const { client, projectId } = await served();
    await expect(client.createTask(projectId, { ...plain, status: 'someday' })).rejects.toMatchObject({
      kind: 'rejected',
      status: 400,
      message: expect.stringContaining('to-do'),
    });
  });

  test('is found by its identifier', async () => {
    const { client, addTask } = await served();
    const { id } = await addTask();
    if (isOlder) {
      await expect(client.getTaskByTicketId('ME-1')).rejects.toMatchObject(NO_ROUTE);
      return;
    }
    expect(await client.getTaskByTicketId('ME-1')).toMatchObject({ id });
    await expect(client.getTaskByTicketId('ME-99')).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('changes its status, priority, title, description, due date and assignee', async () => {
    const { client, addTask, userId } = await served();
    const { id } = await addTask();
    expect(await client.setTaskStatus(id, 'done')).toMatchObject({ id, status: 'done' });
    expect(await client.setTaskStatus(id, 'planned')).toMatchObject({ status: 'planned' });
    expect(await client.setTaskPriority(id, 'urgent')).toMatchObject({ priority: 'urgent' });
    expect(await client.setTaskTitle(id, 'Water them well')).toMatchObject({ title: 'Water them well' });
    const description = 'Not the *cactus*\r\n<kaneo-mention id="u" label="Ada"></kaneo-mention>\n';
    expect(await client.setTaskDescription(id, description)).toMatchObject({ description });
    expect(await client.setTaskDueDate(id, '2026-12-01T09:00:00.000Z')).toMatchObject({
      dueDate: '2026-12-01T09:00:00.000Z',
    });
    expect(await client.setTaskAssignee(id, userId)).toMatchObject({ userId });
    expect(await client.getTask(id)).toMatchObject({
      status: 'planned',
      priority: 'urgent',
      title: 'Water them well',
      description,
      dueDate: '2026-12-01T09:00:00.000Z',
      userId,
    });
  });

  test('can lose its due date and its assignee', async () => {
    const { client, addTask, userId } = await served();
    const { id } = await addTask({ dueDate: '2026-12-01', userId });
    expect(await client.setTaskDueDate(id, null)).toMatchObject({ dueDate: null });
    expect(await client.setTaskAssignee(id, null)).toMatchObject({ userId: null });
  });
});

describe('many tasks', () => {
  test('of a workspace are listed', async () => {
    const { client, addTask, workspaceId, lastRequest } = await served();
    const ids = [(await addTask()).id, (await addTask()).id];
    if (isOlder) await expect(client.listTasks(workspaceId)).rejects.toMatchObject(NO_ROUTE);
    else expect((await client.listTasks(workspaceId)).map(({ id }) => id)).toEqual(ids);
    expect(lastRequest()).toBe(`GET /task?workspaceId=${workspaceId}`);
  });

  test('assigned to the caller are counted', async () => {
    const { client, addTask, workspaceId, userId } = await served();
    for (let count = 0; count < 3; count += 1) await addTask({ userId });
    await addTask();
    const rejection = { status: 404, message: 'Task not found' };
    if (isOlder) await expect(client.countAssignedTasks(workspaceId)).rejects.toMatchObject(rejection);
    else expect(await client.countAssignedTasks(workspaceId)).toBe(3);
  });

  test('are changed with one request', async () => {
    const { client, addTask, userId, workspaceId } = await served();
    const taskIds = [(await addTask()).id, (await addTask()).id];
    const each = () => Promise.all(taskIds.map((id) => client.getTask(id)));
    const change = (operation: Parameters<typeof client.updateTasks>[0]['operation'], value?: string | null) =>
      client.updateTasks({ taskIds, operation, ...(value !== undefined && { value }) });

    expect(await change('updateStatus', 'done')).toEqual({ success: true, updatedCount: 2 });
    await change('updatePriority', 'high');
    await change('updateAssignee', userId);
    await change('updateDueDate', '2026-12-24T12:00:00.000Z');
    for (const task of await each()) {
      expect(task).toMatchObject({ status: 'done', priority: 'high', userId, dueDate: '2026-12-24T12:00:00.000Z' });
    }
    await change('updateDueDate');
    for (const task of await each()) expect(task.dueDate).toBeNull();

    const { id: label } = await client.createLabel({ name: 'Plants', color: '#00ff00', workspaceId });
    await change('addLabel', label);
    expect(await client.listTaskLabels(taskIds[0] ?? '')).toMatchObject([{ name: 'Plants' }]);
    await change('removeLabel', label);
    expect(await client.listTaskLabels(taskIds[0] ?? '')).toEqual([]);

    await change('delete');
    await expect(client.getTask(taskIds[0] ?? '')).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('that are all unknown are rejected', async () => {
    const { client } = await served();
    const body = { taskIds: ['nothing'], operation: 'delete' as const };
    await expect(client.updateTasks(body)).rejects.toMatchObject({ kind: 'rejected', status: 404 });
  });
});

test('a task moves to another project with its time, and gets a number there', async () => {
  const { client, addTask, projectId, workspaceId } = await served();
  const { id } = await addTask({ status: 'in-review' });
  const entry = await client.createTimeEntry({ taskId: id, startTime: '2026-11-18T09:00:00.000Z' });
  const shop = await client.createProject({ name: 'Shop', slug: 'SHO', icon: '', workspaceId });
  await client.moveTask(id, shop.id);
  expect(await client.getTask(id)).toMatchObject({ projectId: shop.id, number: 1, status: 'in-review' });
  expect(await client.listTimeEntries(id)).toMatchObject([{ id: entry.id }]);
  await expect(client.moveTask(id, shop.id)).rejects.toMatchObject({ kind: 'rejected', status: 400 });
  await expect(client.moveTask(id, 'nothing')).rejects.toMatchObject({ kind: 'rejected', status: 404 });
  const whole = { title: 'A', description: '', priority: 'low', status: 'to-do', position: 1 } as const;
  await expect(client.replaceTask(id, { ...whole, projectId })).rejects.toMatchObject({ status: 400 });
});

describe('an image', () => {
  const file = { filename: 'a.png', contentType: 'image/png', size: 3, surface: 'description' } as const;

  test('is uploaded without the credential and read back', async () => {
    const { client, addTask, lastCredential, token } = await served();
    const { id } = await addTask();
    const { key, ...target } = await client.requestTaskImageUpload(id, file);
    await expect(client.finalizeTaskImageUpload(id, { ...file, key })).rejects.toMatchObject({ status: 400 });
    await client.uploadBytes(target, new Uint8Array([1, 2, 3]));
    expect(lastCredential()).toBeUndefined();
    const asset = await client.finalizeTaskImageUpload(id, { ...file, key });
    expect(asset.url).toMatch(new RegExp(`/api/asset/${asset.id}$`));
    expect((await fetch(asset.url)).status).toBe(401);
    const read = await fetch(asset.url, { headers: { Authorization: `Bearer ${token}` } });
    expect([...new Uint8Array(await read.arrayBuffer())]).toEqual([1, 2, 3]);
    await expect(client.finalizeTaskImageUpload(id, { ...file, key: 'k' })).rejects.toMatchObject({ status: 400 });
  });
});
