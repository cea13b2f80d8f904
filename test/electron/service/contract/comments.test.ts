/** Comments and activity of a task (docs/service.md#comments-and-activity). */
import { expect, test } from 'vitest';
import { isOlder, served } from './served.ts';

test('a comment is created and listed with its author; only the author can change or delete it', async () => {
  const { client, as, addTask, userId, workspace, clock } = await served();
  const { id } = await addTask();
  const mira = workspace.addPerson({ name: 'Mira', role: 'admin' });
  const mine = await client.createComment(id, 'First');
  clock.ms += 5_000;
  const hers = await as(mira.token).createComment(id, 'Second');
  expect(await client.listComments(id)).toMatchObject([
    { id: mine.id, taskId: id, userId, content: 'First', user: { name: 'You' } },
    { id: hers.id, taskId: id, userId: mira.user.id, content: 'Second', user: { name: 'Mira' } },
  ]);

  const changed = await client.updateComment(mine.id, 'First of all');
  expect(changed).toMatchObject({ id: mine.id, content: 'First of all', createdAt: mine.createdAt });
  expect(Date.parse(changed.updatedAt ?? '')).toBeGreaterThan(Date.parse(mine.createdAt));
  await expect(client.updateComment(hers.id, 'Mine now')).rejects.toMatchObject({ status: 403 });
  await expect(client.deleteComment(hers.id)).rejects.toMatchObject({ status: 403 });

  expect(await client.deleteComment(mine.id)).toMatchObject({ id: mine.id });
  expect(await client.listComments(id)).toMatchObject([{ content: 'Second' }]);
  await expect(client.deleteComment(mine.id)).rejects.toMatchObject({ status: 400, isGone: true });
});

test('activity is listed with its author and the previous values', async () => {
  const { client, projectId, userId, workspace, as } = await served();
  const mira = workspace.addPerson({ name: 'Mira', role: 'admin' });
  const fields = { title: 'Tap', description: '', priority: 'low', status: 'to-do' } as const;
  const { id } = await client.createTask(projectId, fields);
  await client.setTaskStatus(id, 'done');
  await client.setTaskPriority(id, 'high');
  await client.setTaskTitle(id, 'Sink');
  await client.setTaskDueDate(id, '2026-12-01T00:00:00.000Z');
  await client.setTaskAssignee(id, mira.user.id);
  await as(mira.token).setTaskAssignee(id, null);
  const activities = await client.listActivities(id);
  expect(activities.toReversed().map(({ type, eventData }) => [type, eventData])).toEqual([
    ['create', {}],
    ['status_changed', { oldStatus: 'to-do', newStatus: 'done' }],
    ['priority_changed', { oldPriority: 'low', newPriority: 'high' }],
    ['title_changed', { oldTitle: 'Tap', newTitle: 'Sink' }],
    ['due_date_changed', { oldDueDate: null, newDueDate: '2026-12-01T00:00:00.000Z' }],
    ['assignee_changed', { newAssigneeId: mira.user.id, newAssignee: 'Mira' }],
    ['unassigned', {}],
  ]);
  expect(activities.map((activity) => activity.userId)).toEqual([mira.user.id, ...new Array(6).fill(userId)]);
});

test('only older servers list comments as activity', async () => {
  const { client, addTask, clock } = await served();
  const { id } = await addTask();
  clock.ms += 1_000;
  await client.createComment(id, 'First');
  const types = (await client.listActivities(id)).map(({ type }) => type);
  expect(types).toEqual(isOlder ? ['comment', 'create'] : ['create']);
});

test('a deleted task has neither comments nor activity', async () => {
  const { client } = await served();
  await expect(client.listComments('nope')).rejects.toMatchObject({ isGone: true });
  await expect(client.listActivities('nope')).rejects.toMatchObject({ isGone: true });
});
