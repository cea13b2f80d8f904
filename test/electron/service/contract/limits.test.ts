/** Limits of the service (docs/service.md#errors, docs/service.md#rate-limits). */
import { describe, expect, test } from 'vitest';
import { coded, isOlder, served } from './served.ts';

test('a board page has at most 100 tasks, even if more are requested', async () => {
  const { client, addTask, projectId } = await served();
  for (let count = 0; count < 101; count += 1) await addTask();
  const { data, pagination } = await client.getBoardPage(projectId, {
    page: 1,
    limit: 500,
    sortBy: 'number',
    sortOrder: 'asc',
  });
  expect(pagination).toMatchObject({ total: 101, pageSize: 100, totalPages: 2 });
  expect(data.columns.flatMap(({ tasks }) => tasks)).toHaveLength(100);
});

test('100 assigned tasks are returned, and all are counted', async () => {
  const { client, addTask, userId, workspaceId } = await served();
  for (let count = 0; count < 102; count += 1) await addTask({ userId });
  if (isOlder) {
    await expect(client.listAssignedTasks(workspaceId)).rejects.toMatchObject({ status: 404, isMissingRoute: false });
    return;
  }
  const { tasks, total } = await client.listAssignedTasks(workspaceId);
  expect([tasks.length, total]).toEqual([100, 102]);
});

describe('an API key', () => {
  test('above its rate limit gets a wait, and is accepted afterwards', async () => {
    const { as, workspace, workspaceId, clock } = await served();
    const client = as(workspace.createApiKey('fast', null, { rateLimit: { max: 2, windowMs: 60_000 } }));
    // An older server limits only /auth, and sends the wait in the body.
    const request = () => (isOlder ? client.listWorkspaces() : client.listProjects(workspaceId));
    await request();
    clock.ms += 10_000;
    await request();
    clock.ms += 20_000;
    // The window starts at the last accepted request.
    await expect(request()).rejects.toMatchObject({
      kind: 'rejected',
      status: 429,
      code: 'RATE_LIMITED',
      isTransient: true,
      retryAfterMs: 40_000,
    });
    clock.ms += 40_000;
    await request();
  });

  test('above a quota that is never refilled gets no wait', async () => {
    const { as, workspace, workspaceId } = await served();
    const client = as(workspace.createApiKey('few', null, { quota: { uses: 1 } }));
    await client.listProjects(workspaceId);
    await expect(client.listProjects(workspaceId)).rejects.toMatchObject({ status: 429, retryAfterMs: undefined });
  });

  test('may do what its scopes allow', async () => {
    const { as, addTask, workspace } = await served();
    const { id } = await addTask();
    const client = as(workspace.createApiKey('reader', ['task:read']));
    expect(await client.getTask(id)).toMatchObject({ id });
    await expect(client.setTaskTitle(id, 'Mine')).rejects.toMatchObject({
      status: 403,
      isKeyScope: true,
      ...coded('API_KEY_SCOPE', { missingPermissions: ['task:update'] }),
    });
  });
});
