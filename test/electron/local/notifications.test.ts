/** Notifications and comments (docs/service.md#notifications). */
import { describe, expect, test } from 'vitest';
import { Notification, ReadAll } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

async function withMira() {
  const local = await testWorkspace();
  const { token, user: mira } = local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  const news = async (init = {}) =>
    Notification.array().parse((await local.call('GET', '/notification', undefined, init)).json);
  return { ...local, mira, asMira: { token }, news };
}

describe('a person is notified', () => {
  test('that another person assigned them a task, moved it or commented on it', async () => {
    const { call, addTask, userId, asMira, news, clock } = await withMira();
    const { id } = await addTask();
    await call('PUT', `/task/assignee/${id}`, { userId }, asMira);
    clock.ms += 1;
    await call('PUT', `/task/status/${id}`, { status: 'done' }, asMira);
    clock.ms += 1;
    await call('POST', `/comment/${id}`, { content: 'Well done' }, asMira);
    expect(await news()).toMatchObject([
      {
        type: 'task_comment_created',
        isRead: false,
        resourceId: id,
        resourceType: 'task',
        content: 'A task',
        eventData: { commenterName: 'Mira', commentPreview: 'Well done' },
      },
      { type: 'task_status_changed' },
      { type: 'task_assignee_changed' },
    ]);
    expect(await news(asMira)).toEqual([]);
  });

  test('but not about their own actions or other people’s tasks', async () => {
    const { call, addTask, userId, asMira, news } = await withMira();
    const { id } = await addTask({ userId });
    await call('PUT', `/task/status/${id}`, { status: 'done' });
    const other = await addTask();
    await call('PUT', `/task/status/${other.id}`, { status: 'done' }, asMira);
    await call('PUT', `/task/title/${id}`, { title: 'New' }, asMira);
    expect(await news()).toEqual([]);
  });
});

test('returns the newest 50; one or all can be marked read', async () => {
  const { call, addTask, userId, asMira, news, clock } = await withMira();
  const { id } = await addTask({ userId });
  for (let count = 0; count < 52; count += 1) {
    clock.ms += 1;
    await call('POST', `/comment/${id}`, { content: `${count}` }, asMira);
  }
  const [first, ...others] = await news();
  expect(others).toHaveLength(49);
  expect((await call('PATCH', `/notification/${first?.id}/read`)).json).toMatchObject({ id: first?.id, isRead: true });
  expect((await news()).map(({ isRead }) => isRead)).toEqual([true, ...others.map(() => false)]);
  expect(ReadAll.parse((await call('PATCH', '/notification/read-all')).json)).toEqual({ success: true, count: 51 });
  expect((await news()).every(({ isRead }) => isRead)).toBe(true);
});

test('another person’s notification counts as unknown', async () => {
  const { call, addTask, userId, asMira, news } = await withMira();
  const { id } = await addTask({ userId });
  await call('POST', `/comment/${id}`, { content: 'x' }, asMira);
  const [mine] = await news();
  expect((await call('PATCH', `/notification/${mine?.id}/read`, undefined, asMira)).status).toBe(404);
  expect((await news())[0]?.isRead).toBe(false);
  expect((await call('PATCH', '/notification/nope/read')).status).toBe(404);
});

test('comments are listed in order, and a viewer cannot write any', async () => {
  const { call, addTask, workspace } = await withMira();
  const { id } = await addTask();
  await call('POST', `/comment/${id}`, { content: 'First' });
  await call('POST', `/comment/${id}`, { content: 'Second' });
  expect((await call('GET', `/comment/${id}`)).json).toMatchObject([
    { content: 'First', user: { name: 'You' } },
    { content: 'Second' },
  ]);
  expect((await call('POST', `/comment/${id}`, { content: '' })).status).toBe(400);
  const { token } = workspace.addPerson({ name: 'Vic', role: 'viewer' });
  expect((await call('POST', `/comment/${id}`, { content: 'x' }, { token })).json).toMatchObject({
    missingPermissions: ['task:update'],
  });
});
