/** The client's functions with the local workspace (a newer server) and with recorded answers of older servers. */

import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../electron/service/errors.ts';
import { isDeadCredential } from '../../../electron/service/resources/sign-in.ts';
import { DAY_MS, NOON, SECOND_MS } from '../local/workspace.ts';
import { CLIENT_ID, clientOf, coded, isOlder, served, userAgent } from './contract/served.ts';
import { answering, type RawServer, rawServer } from './raw-server.ts';

const at = (ms: number) => new Date(ms).toISOString();

describe('signing in', () => {
  test('by device flow returns a code, then a valid token', async () => {
    const { as, call, server, userId, clock } = await served();
    // The client has an old credential, which must not be sent.
    const client = as('an-old-token');
    const code = await client.requestDeviceCode(CLIENT_ID);
    expect(code).toMatchObject({ interval: 5, expires_in: 1800, verification_uri: `${server.url}/device` });
    await expect(client.requestDeviceToken(CLIENT_ID, code.device_code)).rejects.toMatchObject({
      kind: 'rejected',
      status: 400,
      code: 'authorization_pending',
    });
    await call('POST', '/auth/device/approve', { userCode: code.user_code });
    clock.ms += 5 * SECOND_MS;
    const token = await client.requestDeviceToken(CLIENT_ID, code.device_code);
    expect(token).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 604_800 });
    expect(await as(token.access_token).whoAmI()).toMatchObject({ id: userId });

    const device = server.requests.filter(({ path }) => path.includes('/auth/device/'));
    expect(device).toHaveLength(3);
    expect(device.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
    expect(device.map(({ headers }) => headers['user-agent'])).toEqual([userAgent, userAgent, userAgent]);
  });

  test('with a client id that is not allowed is rejected as invalid_client', async () => {
    const { client } = await served();
    await expect(client.requestDeviceCode('stranger')).rejects.toMatchObject({ status: 400, code: 'invalid_client' });
    await expect(client.requestDeviceToken('stranger', 'x')).rejects.toMatchObject({ code: 'invalid_client' });
  });

  test('with an implausible device code is rejected as malformed', async () => {
    const good = {
      device_code: 'd',
      user_code: 'ABCD2345',
      verification_uri: 'https://pm.example.org/device',
      verification_uri_complete: 'https://pm.example.org/device?user_code=ABCD2345',
      interval: 5,
      expires_in: 1800,
    };
    const request = async (change: object) => {
      const { baseUrl } = await rawServer(answering(200, { ...good, ...change }));
      return clientOf(baseUrl, undefined).requestDeviceCode('service-cli');
    };
    expect(await request({})).toEqual(good);
    for (const change of [
      { interval: 0 },
      { interval: -5 },
      { interval: 1e12 },
      { expires_in: 0 },
      { expires_in: 1e15 },
      { device_code: '' },
      { verification_uri: 'not a url' },
      { user_code: 12345678 },
    ]) {
      const [field] = Object.keys(change);
      await expect(request(change)).rejects.toMatchObject({ kind: 'malformed', issues: [{ path: field }] });
    }
  });
});

describe('the owner of a credential', () => {
  test('is returned for a session and for an API key', async () => {
    const { client, workspace, as, userId } = await served();
    expect(await client.whoAmI()).toMatchObject({ id: userId, name: 'You' });
    expect(await as(workspace.createApiKey('a key'), true).whoAmI()).toMatchObject({ id: userId });
  });

  test('is null for an unknown or expired token', async () => {
    const { as, client, clock } = await served();
    expect(await as('made-up').whoAmI()).toBeNull();
    clock.ms += 7 * DAY_MS;
    expect(await client.whoAmI()).toBeNull();
  });

  /** An older server: no /user/me, and get-session instead. */
  const older = (session: RawServer['answer']) =>
    rawServer((request, response) =>
      (request.path === '/api/auth/get-session' ? session : answering(404, '404 Not Found'))(request, response),
    );
  const person = { id: 'u1', name: 'Ada', email: 'ada@example.org', image: null, emailVerified: true };

  test('is read from get-session on older servers', async () => {
    const server = await older(answering(200, { session: { id: 's', token: 't' }, user: person }));
    expect(await clientOf(server.baseUrl, 'token').whoAmI()).toMatchObject({ id: 'u1', name: 'Ada' });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/user/me', '/api/auth/get-session']);
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined]);
    expect(server.requests[1]?.headers.authorization).toBe('Bearer token');
  });

  test('is read from older servers with the API key in a separate header', async () => {
    const server = await older((request, response) =>
      answering(200, request.headers['x-api-key'] === 'key-1' ? { session: {}, user: person } : null)(
        request,
        response,
      ),
    );
    expect(await clientOf(server.baseUrl, 'key-1', true).whoAmI()).toMatchObject({ id: 'u1' });
    expect(await clientOf(server.baseUrl, 'key-1', false).whoAmI()).toBeNull();
  });

  test('is null if an older server answers null, 401, or 403 INVALID_API_KEY', async () => {
    const invalidKey = answering(403, { message: 'Invalid API key.', code: 'INVALID_API_KEY' });
    for (const session of [answering(200, null), answering(401, 'Unauthorized'), invalidKey]) {
      const { baseUrl } = await older(session);
      expect(await clientOf(baseUrl, 'token').whoAmI()).toBeNull();
    }
    const { baseUrl } = await rawServer(answering(401, 'Unauthorized'));
    expect(await clientOf(baseUrl, 'token').whoAmI()).toBeNull();
  });

  test('is an error, not null, for any other answer', async () => {
    for (const answer of [
      answering(500, 'boom'),
      answering(403, { message: 'No', code: 'MISSING_PERMISSION' }),
      answering(404, '<html></html>', { 'Content-Type': 'text/html' }),
      answering(401, '<html></html>', { 'Content-Type': 'text/html' }),
      answering(200, { id: '', name: 'Nobody' }),
    ]) {
      const { baseUrl } = await rawServer(answer);
      await expect(clientOf(baseUrl, 'token').whoAmI()).rejects.toBeInstanceOf(ServiceError);
    }
  });

  test('is read from get-session only if /user/me does not exist', async () => {
    for (const status of [400, 403, 429, 500, 503]) {
      const server = await rawServer((request, response) =>
        (request.path === '/api/user/me' ? answering(status, 'not now') : answering(200, null))(request, response),
      );
      await expect(clientOf(server.baseUrl, 'token').whoAmI()).rejects.toMatchObject({ kind: 'rejected', status });
      expect(server.requests).toHaveLength(1);
    }
  });

  test.each([
    [401, undefined, true],
    [401, 'UNAUTHORIZED', true],
    [403, 'INVALID_API_KEY', true],
    [403, 'MISSING_PERMISSION', false],
    [403, undefined, false],
    [400, 'INVALID_API_KEY', false],
    [500, undefined, false],
  ])('a rejection with %s %s: dead is %s', (status, code, dead) => {
    expect(isDeadCredential(new ServiceError({ kind: 'rejected', message: '', status, code }))).toBe(dead);
  });
});

test('signing out ends the session', async () => {
  const { client, server } = await served();
  await client.signOut();
  expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/sign-out' });
  expect(await client.whoAmI()).toBeNull();
});

describe('reading', () => {
  test('the workspaces of the person', async () => {
    const { client, workspaceId } = await served();
    expect(await client.listWorkspaces()).toEqual([
      expect.objectContaining({ id: workspaceId, name: expect.any(String) }),
    ]);
  });

  test('the projects of a workspace, and one of them', async () => {
    const { client, workspaceId, projectId } = await served();
    const [project] = await client.listProjects(workspaceId);
    expect(project).toMatchObject({ id: projectId, workspaceId, slug: 'ME', name: 'Personal', archivedAt: null });
    expect(project?.statistics).toMatchObject({ totalTasks: 0 });
    expect(await client.getProject(projectId)).toMatchObject({ id: projectId, name: 'Personal' });
  });

  test('an unknown workspace or project is rejected', async () => {
    const { client } = await served();
    await expect(client.listProjects('nowhere')).rejects.toMatchObject({ kind: 'rejected', status: 403 });
    await expect(client.getProject('nothing')).rejects.toMatchObject({ kind: 'rejected', status: 400 });
  });

  test('the tasks assigned to the person', async () => {
    const { client, addTask, userId, workspaceId } = await served();
    const mine = await addTask({ title: 'Mine', userId, dueDate: '2026-11-20', priority: 'urgent' });
    await addTask({ title: 'Nobody’s' });
    await addTask({ title: 'Done', userId, status: 'done' });
    if (isOlder) {
      const rejection = { kind: 'rejected', status: 404, message: 'Task not found' };
      await expect(client.listAssignedTasks(workspaceId)).rejects.toMatchObject(rejection);
      return;
    }
    const answer = await client.listAssignedTasks(workspaceId);
    expect(answer.total).toBe(1);
    expect(answer.tasks).toEqual([
      expect.objectContaining({
        id: mine.id,
        title: 'Mine',
        number: 1,
        projectSlug: 'ME',
        projectName: 'Personal',
        status: 'to-do',
        statusName: 'To do',
        priority: 'urgent',
        dueDate: '2026-11-20T00:00:00.000Z',
        labels: [],
      }),
    ]);
  });

  test('one page of a board', async () => {
    const { client, addTask, projectId, userId, server } = await served();
    for (let number = 1; number <= 5; number += 1) await addTask({ title: `Task ${number}`, userId });
    const page = await client.getBoardPage(projectId, {
      page: 2,
      limit: 2,
      assigneeId: userId,
      sortBy: 'number',
      sortOrder: 'asc',
    });
    expect(page.pagination).toMatchObject({ total: 5, page: 2, pageSize: 2, totalPages: 3 });
    expect(page.data.columns.flatMap(({ tasks }) => tasks.map(({ number }) => number))).toEqual([3, 4]);
    const query = new URL(server.requests.at(-1)?.path ?? '', server.url).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      page: '2',
      limit: '2',
      assigneeId: userId,
      sortBy: 'number',
      sortOrder: 'asc',
    });
  });

  test('one task', async () => {
    const { client, addTask, userId, projectId } = await served();
    const { id } = await addTask({ title: 'Write', description: 'All of it', userId });
    expect(await client.getTask(id)).toMatchObject({
      id,
      projectId,
      title: 'Write',
      description: 'All of it',
      status: 'to-do',
      assigneeName: 'You',
    });
    await expect(client.getTask('unknown')).rejects.toMatchObject({ kind: 'rejected', status: 400 });
  });

  test('an id is encoded as one segment of the path', async () => {
    const server = await rawServer(answering(404, 'Task not found'));
    const client = clientOf(server.baseUrl, 'token');
    await expect(client.getTask('../auth/sign-out?x=1#y')).rejects.toMatchObject({ status: 404 });
    expect(server.requests[0]?.path).toBe('/api/task/..%2Fauth%2Fsign-out%3Fx%3D1%23y');
  });

  test('needs a valid credential', async () => {
    const { as, workspaceId } = await served();
    for (const client of [as('made-up'), as(undefined)]) {
      await expect(client.listAssignedTasks(workspaceId)).rejects.toMatchObject({
        status: 401,
        ...coded('UNAUTHORIZED'),
      });
    }
  });

  test('with an API key without the scope names the missing permission', async () => {
    const { as, workspace, workspaceId } = await served();
    const key = workspace.createApiKey('narrow', ['task:read']);
    await expect(as(key, true).listAssignedTasks(workspaceId)).rejects.toMatchObject({
      status: 403,
      isKeyScope: true,
      ...coded('API_KEY_SCOPE', { missingPermissions: ['project:read'] }),
    });
  });
});

describe('time entries', () => {
  test('without an end are running, can be stopped, and are listed by start', async () => {
    const { client, addTask, userId } = await served();
    const { id: taskId } = await addTask();
    const running = await client.createTimeEntry({ taskId, startTime: at(NOON), description: 'Thinking' });
    expect(running).toMatchObject({ taskId, userId, startTime: at(NOON), endTime: null, description: 'Thinking' });
    const ended = await client.updateTimeEntry(running.id, {
      startTime: at(NOON + SECOND_MS),
      endTime: at(NOON + 90 * SECOND_MS),
      description: 'Thought',
    });
    expect(ended).toMatchObject({ id: running.id, duration: 89, description: 'Thought' });
    const earlier = await client.createTimeEntry({ taskId, startTime: at(NOON - DAY_MS), endTime: at(NOON - DAY_MS) });
    expect(earlier.duration).toBe(0);
    expect((await client.listTimeEntries(taskId)).map(({ id }) => id)).toEqual([earlier.id, running.id]);
  });

  test('that start after their end or have an unknown task are rejected', async () => {
    const { client, addTask } = await served();
    const { id: taskId } = await addTask();
    const backwards = { startTime: at(NOON + 1000), endTime: at(NOON) };
    const rejected = { kind: 'rejected', mayHaveActed: false, isTransient: false };
    await expect(client.createTimeEntry({ taskId, ...backwards })).rejects.toMatchObject({ ...rejected, status: 400 });
    // An older server crashes.
    const unknownTask = isOlder ? { kind: 'rejected', status: 500, mayHaveActed: true, isTransient: true } : rejected;
    await expect(client.createTimeEntry({ taskId: 'unknown', startTime: at(NOON) })).rejects.toMatchObject(unknownTask);
    await expect(client.updateTimeEntry('unknown', { startTime: at(NOON) })).rejects.toMatchObject(rejected);
    expect(await client.listTimeEntries(taskId)).toEqual([]);
  });

  test('that may have been created before the connection broke are reported so', async () => {
    const { client, addTask, server } = await served();
    const { id: taskId } = await addTask();
    server.intercept = (request) => (request.method === 'POST' ? 'commit-then-drop' : undefined);
    await expect(client.createTimeEntry({ taskId, startTime: at(NOON) })).rejects.toMatchObject({
      kind: 'lost',
      mayHaveActed: true,
    });
    server.intercept = undefined;
    expect(await client.listTimeEntries(taskId)).toHaveLength(1);
  });

  test('of older servers are read: duration 0 or null, no end, unknown fields', async () => {
    const entry = {
      id: 'e1',
      taskId: 't1',
      userId: 'u1',
      description: null,
      startTime: '2026-11-18T12:00:00.000Z',
      endTime: null,
      duration: 0,
      createdAt: '2026-11-18T12:00:00.000Z',
      updatedAt: '2026-11-18T12:00:00.000Z',
      userName: 'Ada',
    };
    const { endTime: _, ...open } = entry;
    const { baseUrl } = await rawServer(answering(200, [entry, { ...open, userId: null, duration: null }]));
    const [first, second] = await clientOf(baseUrl, 'token').listTimeEntries('t1');
    expect(first).toMatchObject({ id: 'e1', duration: 0, endTime: null });
    expect(second).toMatchObject({ userId: null, duration: null });
    expect(second?.endTime).toBeUndefined();
  });
});

describe('an older server', () => {
  test('has no list of assigned tasks: it answers with a text 404 about an unknown task', async () => {
    const { baseUrl } = await rawServer(answering(404, 'Task not found'));
    await expect(clientOf(baseUrl, 'token').listAssignedTasks('w')).rejects.toMatchObject({
      kind: 'rejected',
      status: 404,
      message: 'Task not found',
    });
  });

  test('sends boards without subtask counts, column positions and related pages', async () => {
    const task = {
      id: 't1',
      title: 'Old',
      number: 7,
      description: null,
      status: 'to-do',
      priority: 'low',
      startDate: null,
      dueDate: null,
      position: 1,
      createdAt: '2026-08-01T08:00:00.000Z',
      userId: 'u1',
      assigneeName: 'Ada',
      assigneeId: 'u1',
      assigneeImage: null,
      projectId: 'p1',
      labels: [],
      externalLinks: [],
    };
    const { baseUrl } = await rawServer(
      answering(200, {
        data: {
          id: 'p1',
          name: 'Project',
          slug: 'PRJ',
          icon: 'Layout',
          description: '',
          isPublic: false,
          workspaceId: 'w1',
          columns: [{ id: 'to-do', name: 'To do', icon: null, isFinal: false, tasks: [task] }],
          archivedTasks: [],
          plannedTasks: [],
        },
        pagination: { total: 1, page: 1, pageSize: 100, totalPages: 1 },
      }),
    );
    const page = await clientOf(baseUrl, 'token').getBoardPage('p1', {
      page: 1,
      limit: 100,
      sortBy: 'number',
      sortOrder: 'asc',
    });
    expect(page.data.columns[0]?.tasks[0]).toMatchObject({ id: 't1', number: 7 });
    expect(page.pagination.relatedTotalPages).toBeUndefined();
  });
});
