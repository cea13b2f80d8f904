/** Members, permissions, search and notifications (docs/service.md#permissions). */
import { describe, expect, test } from 'vitest';
import { coded, isOlder, NO_ROUTE, served } from './served.ts';

describe('permissions', () => {
  test('allow everything to the owner, and reading to a viewer', async () => {
    const { client, as, workspace, workspaceId } = await served();
    expect(await client.hasPermission(workspaceId, { task: ['update'], project: ['delete'] })).toMatchObject({
      success: true,
    });
    const viewer = as(workspace.addPerson({ name: 'Vera', role: 'viewer' }).token);
    expect((await viewer.hasPermission(workspaceId, { task: ['read'] })).success).toBe(true);
    expect((await viewer.hasPermission(workspaceId, { task: ['read', 'update'] })).success).toBe(false);
  });

  test('are named if missing', async () => {
    const { as, addTask, workspace } = await served();
    const { id } = await addTask();
    const viewer = as(workspace.addPerson({ name: 'Vera', role: 'viewer' }).token);
    await expect(viewer.setTaskTitle(id, 'Mine')).rejects.toMatchObject({
      status: 403,
      ...coded('MISSING_PERMISSION', { missingPermissions: ['task:update'] }),
    });
  });

  test('of an unknown workspace are rejected', async () => {
    const { client } = await served();
    await expect(client.hasPermission('elsewhere', { task: ['read'] })).rejects.toMatchObject({ kind: 'rejected' });
  });
});

test('workspaces have the person’s role, and members', async () => {
  const { client, workspace, workspaceId, userId } = await served();
  if (isOlder) await expect(client.listWorkspaceRoles()).rejects.toMatchObject(NO_ROUTE);
  else expect(await client.listWorkspaceRoles()).toMatchObject([{ id: workspaceId, role: 'owner' }]);
  const { user } = workspace.addPerson({ name: 'Ada', role: 'member' });
  expect(await client.listMembers(workspaceId)).toMatchObject([
    { id: userId, role: 'owner' },
    { id: user.id, name: 'Ada', role: 'member' },
  ]);
});

test('search finds each task and project once, although older servers repeat them for each member', async () => {
  const { client, addTask, workspace, workspaceId, projectId } = await served();
  workspace.addPerson({ name: 'Ada', role: 'member' });
  const { id } = await addTask({ title: 'A personal matter' });
  const { results, totalCount, searchQuery } = await client.search({ workspaceId, q: 'personal', limit: 10 });
  expect(results.map((result) => [result.type, result.id]).sort()).toEqual([
    ['project', projectId],
    ['task', id],
  ]);
  expect({ totalCount, searchQuery }).toEqual({ totalCount: isOlder ? 4 : 2, searchQuery: 'personal' });
});

test('notifications are listed and read', async () => {
  const { as, addTask, client, workspace } = await served();
  const { token, user } = workspace.addPerson({ name: 'Ada', role: 'member' });
  const ada = as(token);
  for (let count = 0; count < 2; count += 1) await client.setTaskAssignee((await addTask()).id, user.id);
  const list = await ada.listNotifications();
  expect(list.map(({ isRead }) => isRead)).toEqual([false, false]);
  expect(list[0]?.eventData?.workspaceName).toEqual(isOlder ? expect.any(String) : undefined);
  expect(await ada.markNotificationRead(list[0]?.id ?? '')).toMatchObject({ id: list[0]?.id, isRead: true });
  expect((await ada.markAllNotificationsRead()).success).toBe(true);
  expect((await ada.listNotifications()).map(({ isRead }) => isRead)).toEqual([true, true]);
  await expect(ada.markNotificationRead('nothing')).rejects.toMatchObject({ status: 404 });
});
