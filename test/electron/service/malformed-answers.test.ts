/** Answers of real servers that differ from the interface document (docs/service.md#differences-between-servers). */
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../electron/service/client.ts';
import { clientOf } from './contract/served.ts';
import { answering, type RawServer, rawServer } from './raw-server.ts';

async function of(answer: RawServer['answer']) {
  const server = await rawServer(answer);
  return { server, client: clientOf(server.baseUrl, 'token') };
}

/** The result of a function for this answer. */
async function reading<T>(call: (client: Client) => Promise<T>, body: unknown, status = 200): Promise<T> {
  return call((await of(answering(status, body))).client);
}

const at = '2026-11-18T12:00:00.000Z';

describe('unknown, missing and null fields', () => {
  const project = { id: 'p', workspaceId: 'w', slug: 'PRJ', name: 'Project', createdAt: at };

  test('of a project are accepted, also with all its tasks on older servers', async () => {
    const older = { ...project, icon: null, description: null, isPublic: null, tasks: [{ wild: 1 }], columns: 'x' };
    expect(await reading((client) => client.getProject('p'), older)).toMatchObject({ id: 'p', description: null });
    expect(await reading((client) => client.listProjects('w'), [project])).toEqual([project]);
  });

  test('of a label, a link, a relation and a column are accepted', async () => {
    const label = { id: 'l', name: 'Bug', color: 'red', createdAt: at, taskId: null, workspaceId: null, updatedAt: at };
    expect(await reading((client) => client.listWorkspaceLabels('w'), [label])).toMatchObject([{ workspaceId: null }]);

    const link = { id: 'x', taskId: 't', resourceType: 'issue', externalId: '7', url: 'https://x', createdAt: at };
    expect(
      await reading(
        (client) => client.listExternalLinks('t'),
        [{ ...link, metadata: '{"state":"open"}', title: null }],
      ),
    ).toMatchObject([{ id: 'x', metadata: null }]);

    const relation = { id: 'r', sourceTaskId: 'a', targetTaskId: 'b', relationType: 'epic', createdAt: at };
    const older = { ...relation, sourceTask: { id: 'a', title: 'A', priority: 'unheard-of' }, targetTask: null };
    expect(await reading((client) => client.listTaskRelations('a'), [older])).toMatchObject([
      { relationType: 'epic', sourceTask: { title: 'A' }, targetTask: null },
    ]);

    const column = { id: 'c', projectId: 'p', name: 'To do', slug: 'to-do', isFinal: null };
    expect(await reading((client) => client.listColumns('p'), [column])).toMatchObject([{ isFinal: false }]);
  });

  test('of a notification, a member and a search are accepted', async () => {
    const newer = {
      id: 'n',
      userId: 'u',
      title: null,
      type: 'task_created',
      isRead: null,
      eventData: { a: 1 },
      createdAt: at,
    };
    expect(await reading((client) => client.listNotifications(), [newer])).toMatchObject([{ isRead: false }]);
    expect(await reading((client) => client.listMembers('w'), [{ id: 'u', name: 'Ada' }])).toEqual([
      { id: 'u', name: 'Ada' },
    ]);
    const hit = { id: 't', type: 'task', title: 'A', createdAt: at };
    const found = { results: [hit, hit, { ...hit, type: 'project' }, hit], totalCount: 4 };
    expect((await reading((client) => client.search({ workspaceId: 'w', q: 'a' }), found)).results).toEqual([
      hit,
      { ...hit, type: 'project' },
    ]);
  });

  test('of a webhook are accepted, also unknown kinds of events', async () => {
    const webhook = {
      id: 'h',
      projectId: 'p',
      webhookConfigured: true,
      maskedWebhookUrl: null,
      secretConfigured: false,
      maskedSecret: null,
      events: { taskCreated: true, taskTeleported: true, taskMoved: false },
      isActive: null,
      createdAt: at,
      updatedAt: at,
    };
    expect((await reading((client) => client.getWebhook('p'), webhook))?.events).toEqual({
      taskCreated: true,
      taskMoved: false,
    });
    expect(await reading((client) => client.getWebhook('p'), null)).toBeNull();
    const wrong = { ...webhook, events: { taskCreated: 'yes' } };
    await expect(reading((client) => client.getWebhook('p'), wrong)).rejects.toMatchObject({
      issues: [{ path: 'events.taskCreated' }],
    });
  });

  test('that are required are named in the error', async () => {
    const without = async (call: (client: Client) => Promise<unknown>, body: unknown, path: string) =>
      expect(reading(call, body)).rejects.toMatchObject({ kind: 'malformed', issues: [{ path }] });
    await without((client) => client.getProject('p'), { ...project, id: 7 }, 'id');
    await without(
      (client) => client.getTaskDescriptionPage('t', { offset: 0 }),
      { version: '1', nextOffset: null },
      'content',
    );
    await without((client) => client.verifyInstallation(repository), { message: 'Hello' }, 'installed');
    await without((client) => client.listAssignedTasks('w'), { total: 0 }, 'tasks');
  });
});

test('the configuration of real servers gets the documented names', async () => {
  const real = {
    isDemoMode: false,
    hasSmtp: true,
    hasGithubSignIn: true,
    hasGoogleSignIn: null,
    hasDiscordSignIn: false,
  };
  expect(await reading((client) => client.getConfig(), real)).toMatchObject({
    isCloud: false,
    hasSmtp: true,
    hasCodehostSignIn: true,
    hasIdentityProviderSignIn: false,
    hasChatSignIn: false,
    customOAuthName: null,
  });
  const written = { hasCodehostSignIn: true, hasChatSignIn: true, customOAuthName: 'Staff' };
  expect(await reading((client) => client.getConfig(), written)).toMatchObject({ ...written, hasGuestAccess: false });
});

test('the list of GET /task is read in both its forms', async () => {
  const tasks = [{ id: 't', projectId: 'p' }];
  expect(await reading((client) => client.listTasks('w'), tasks)).toEqual(tasks);
  expect(await reading((client) => client.listTasks('w'), { tasks, total: 1 })).toEqual(tasks);
});

const repository = { repositoryOwner: 'ada', repositoryName: 'engine' };

describe('the code host', () => {
  test('is verified with the documented fields and with those of real servers', async () => {
    const verify = (body: object) => reading((client) => client.verifyInstallation(repository), body);
    expect(await verify({ installed: true, message: 'Yes' })).toEqual({
      installed: true,
      hasRequiredPermissions: true,
      missingPermissions: [],
      message: 'Yes',
    });
    const real = {
      isInstalled: true,
      installationId: 7,
      hasRequiredPermissions: false,
      missingPermissions: ['issues'],
      message: 'Almost',
      repositoryExists: true,
    };
    expect(await verify(real)).toMatchObject({
      installed: true,
      hasRequiredPermissions: false,
      missingPermissions: ['issues'],
    });
  });

  const listing = { repositories: [], installations: [{ id: 1, account: null, repositories: [] }], total: 0 };

  test('is requested by the older route only if the newer one does not exist', async () => {
    const { client, server } = await of((request, response) =>
      (request.path.endsWith('/repositories') ? answering(200, listing) : answering(404, '404 Not Found'))(
        request,
        response,
      ),
    );
    expect(await client.listRepositories('p')).toEqual(listing);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/github-integration/repositories/p',
      '/api/github-integration/repositories',
    ]);
    for (const answer of [answering(404, 'Project not found'), answering(403, 'Insufficient API key scope')]) {
      const rejecting = await of(answer);
      await expect(rejecting.client.listRepositories('p')).rejects.toMatchObject({ kind: 'rejected' });
      expect(rejecting.server.requests).toHaveLength(1);
    }
  });

  test('imports issues in steps on newer servers', async () => {
    const { client } = await of(answering(202, { runId: 'r', imported: 40 }));
    expect(await client.importIssues({ projectId: 'p' })).toEqual({ runId: 'r', imported: 40, isDone: false });
    const body = { imported: 90, skipped: 2, errors: [] };
    expect(await reading((client) => client.importIssues({ projectId: 'p', runId: 'r' }), body)).toMatchObject({
      isDone: true,
    });
  });
});

describe('a label that is still being deleted', () => {
  const label = { id: 'l', name: 'Bug', color: 'red', createdAt: at, taskId: null, workspaceId: 'w' };

  test('is requested again until it is deleted', async () => {
    let requests = 0;
    const { client, server } = await of((request, response) => {
      requests += 1;
      return answering(requests < 3 ? 202 : 200, requests < 3 ? { pendingDeletion: true } : label)(request, response);
    });
    expect(await client.deleteLabel('l')).toMatchObject({ id: 'l' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill('DELETE /api/label/l'),
    );
  });

  test('is no longer requested after an abort or a rejection', async () => {
    const abort = new AbortController();
    const pending = await of((request, response) => {
      setTimeout(() => abort.abort(), 20);
      return answering(202, { pendingDeletion: true })(request, response);
    });
    await expect(pending.client.deleteLabel('l', abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(
      reading((client) => client.deleteLabel('l'), { message: 'No', code: 'FORBIDDEN' }, 403),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a cleared date', () => {
  test('is sent as an empty object, not without a body', async () => {
    const { client, server } = await of(answering(200, { id: 't', projectId: 'p', dueDate: null }));
    await client.setTaskDueDate('t', null);
    expect(server.requests[0]).toMatchObject({ text: '{}', headers: { 'content-type': 'application/json' } });
  });
});

test('hasPermission sends `permissions` and the id of the workspace', async () => {
  const { client, server } = await of(answering(200, { success: true, error: null }));
  expect(await client.hasPermission('w', { task: ['update'] })).toEqual({ success: true, error: null });
  expect(JSON.parse(server.requests[0]?.text ?? '')).toEqual({
    permissions: { task: ['update'] },
    organizationId: 'w',
  });
});

describe('a rejection', () => {
  test.each([
    ['older text', 403, 'Insufficient permissions', { code: undefined, message: 'Insufficient permissions' }],
    [
      'older validation',
      400,
      { success: false, error: [{ message: 'Required', path: ['title'] }], data: {} },
      { code: 'VALIDATION_ERROR', issues: [{ path: 'title', message: 'Required' }] },
    ],
    [
      'newer',
      403,
      { message: 'Missing', code: 'MISSING_PERMISSION', missingPermissions: ['task:update'] },
      { code: 'MISSING_PERMISSION', missingPermissions: ['task:update'] },
    ],
    ['of the code host', 404, { error: 'Integration not found' }, { message: 'Integration not found' }],
    [
      'of OAuth',
      400,
      { error: 'invalid_request', error_description: 'No' },
      { code: 'invalid_request', message: 'No' },
    ],
  ])('in the %s form is read', async (_form, status, body, facts) => {
    const writes: ((client: Client) => Promise<unknown>)[] = [
      (client) => client.createTask('p', { title: 'T', description: '', priority: 'low', status: 'to-do' }),
      (client) => client.updateColumn('c', { name: 'X' }),
      (client) => client.updateTasks({ taskIds: ['t'], operation: 'delete' }),
      (client) => client.downloadBackground('p'),
    ];
    for (const write of writes) {
      await expect(reading(write, body, status)).rejects.toMatchObject({ kind: 'rejected', status, ...facts });
    }
  });
});

test('a bulk change that fails with status 200 is a rejection', async () => {
  const update = (client: Client) => client.updateTasks({ taskIds: ['a', 'b'], operation: 'delete' });
  await expect(reading(update, { success: false, updatedCount: 1 }, 200)).rejects.toMatchObject({
    kind: 'rejected',
    mayHaveActed: false,
    isTransient: false,
    message: 'The service changed 1 of 2 tasks.',
  });
});

test('projects are sorted by position; those without one come last, in their order', async () => {
  const project = (id: string, position?: number | null) => ({
    id,
    workspaceId: 'w',
    slug: id,
    name: id,
    createdAt: at,
    position,
  });
  const body = [project('none'), project('two', 2), { name: 'no id' }, project('null', null), project('one', 1)];
  const projects = await reading((client) => client.listProjects('w'), body);
  expect(projects.map(({ id }) => id)).toEqual(['one', 'two', 'none', 'null']);
  expect(projects.unreadable?.dropped).toEqual({ project: 1 });
});
