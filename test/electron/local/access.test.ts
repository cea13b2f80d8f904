/** Sessions, API keys, and requests without either (docs/service.md#signing-in and docs/service.md#rate-limits). */
import { describe, expect, test } from 'vitest';
import { User, Workspace } from '../../../electron/service/records.ts';
import { DAY_MS, testWorkspace } from './workspace.ts';

describe('a session', () => {
  test('returns the person and their workspace', async () => {
    const { call, userId } = await testWorkspace({ ownerName: 'Robin' });
    expect(User.parse((await call('GET', '/user/me')).json)).toMatchObject({ id: userId, name: 'Robin' });
    expect((await call('GET', '/auth/get-session')).json).toMatchObject({ session: { userId }, user: { id: userId } });
    const mine = (await call('GET', '/auth/organization/list')).json;
    expect(Workspace.array().parse(mine)).toHaveLength(1);
    expect((await call('GET', '/workspace')).json).toMatchObject([{ role: 'owner' }]);
  });

  test('ends seven days after its last extension', async () => {
    const { call, clock } = await testWorkspace();
    clock.ms += 7 * DAY_MS - 1;
    expect((await call('GET', '/user/me')).status).toBe(200);
    clock.ms += 7 * DAY_MS - 1;
    expect((await call('GET', '/user/me')).status).toBe(200);
    clock.ms += 7 * DAY_MS;
    expect((await call('GET', '/user/me')).status).toBe(401);
  });

  test('is not extended by a request within a day', async () => {
    const { call, clock } = await testWorkspace();
    clock.ms += DAY_MS;
    await call('GET', '/user/me');
    clock.ms += 6 * DAY_MS;
    expect((await call('GET', '/user/me')).status).toBe(401);
  });

  test('is null for get-session after it ended, and an ApiError elsewhere', async () => {
    const { call } = await testWorkspace();
    expect(await call('GET', '/auth/get-session', undefined, { token: 'dead' })).toMatchObject({
      status: 200,
      json: null,
    });
    expect(await call('GET', '/user/me', undefined, { token: 'dead' })).toMatchObject({
      status: 401,
      json: { message: 'Unauthorized', code: 'UNAUTHORIZED' },
    });
  });

  test('ends with sign-out, which needs the body {}', async () => {
    const { call } = await testWorkspace();
    expect((await call('POST', '/auth/sign-out')).status).toBe(415);
    expect((await call('GET', '/user/me')).status).toBe(200);
    expect((await call('POST', '/auth/sign-out', {})).json).toEqual({ success: true });
    expect((await call('GET', '/user/me')).status).toBe(401);
  });
});

describe('an API key', () => {
  test('without scopes is rejected, even if no permission is needed', async () => {
    const { call, workspace, workspaceId } = await testWorkspace();
    const token = workspace.createApiKey('nothing', []);
    const paths = ['/user/me', '/workspace', '/notification', `/project?workspaceId=${workspaceId}`];
    for (const path of paths) {
      expect(await call('GET', path, undefined, { token })).toMatchObject({
        status: 403,
        json: { code: 'API_KEY_SCOPE', missingPermissions: [] },
      });
    }
    const reader = workspace.createApiKey('reader', ['project:read']);
    expect((await call('GET', '/notification', undefined, { token: reader })).status).toBe(200);
  });

  test('works as a bearer token, but for get-session only as x-api-key', async () => {
    const { call, workspace, userId } = await testWorkspace();
    const key = workspace.createApiKey('my script');
    expect((await call('GET', '/user/me', undefined, { token: key })).json).toMatchObject({ id: userId });
    expect((await call('GET', '/auth/get-session', undefined, { token: key })).json).toBeNull();
    const own = await call('GET', '/auth/get-session', undefined, { token: null, headers: { 'x-api-key': key } });
    expect(own.json).toMatchObject({ user: { id: userId } });
  });

  test('is refused with the missing scope', async () => {
    const { call, workspace, projectId } = await testWorkspace();
    const key = workspace.createApiKey('reader', ['project:read', 'task:read']);
    expect((await call('GET', `/project/${projectId}`, undefined, { token: key })).status).toBe(200);
    expect(await call('POST', `/task/${projectId}`, {}, { token: key })).toMatchObject({
      status: 403,
      json: { code: 'API_KEY_SCOPE', missingPermissions: ['task:create'] },
    });
  });
});

describe('a path', () => {
  test('that does not exist is 401 without a valid login, otherwise a text 404', async () => {
    const { call } = await testWorkspace();
    expect((await call('GET', '/no/such', undefined, { token: null })).status).toBe(401);
    expect(await call('GET', '/no/such')).toMatchObject({ status: 404, text: '404 Not Found' });
    expect((await call('GET', '/user/me/')).text).toBe('404 Not Found');
    expect((await call('GET', '/User/me')).text).toBe('404 Not Found');
  });

  test('about the instance needs no login', async () => {
    const { call } = await testWorkspace();
    const open = async (path: string) => (await call('GET', path, undefined, { token: null })).json;
    expect(await open('/health')).toEqual({ status: 'ok' });
    expect(await open('/instance/status')).toEqual({ hasUsers: true, hasAdmin: true });
    expect(await open('/config')).toMatchObject({ isCloud: false, hasSmtp: false, customOAuthName: null });
  });
});

describe('a body', () => {
  test('over 1 MiB is 413, with or without an announced length', async () => {
    const { call, workspace, token, projectId } = await testWorkspace();
    const large = { title: 'x', description: 'x'.repeat(1024 * 1024), priority: 'low', status: 'to-do' };
    expect(await call('POST', `/task/${projectId}`, large)).toMatchObject({ status: 413, json: { code: 'HTTP_413' } });
    const announced = await workspace.fetch(
      new Request(`http://punchcard.local/api/task/${projectId}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Length': '2000000' },
        body: '{}',
      }),
    );
    expect(announced.status).toBe(413);
  });

  test('that is not JSON is 400', async () => {
    const { call, projectId } = await testWorkspace();
    expect(await call('POST', `/task/${projectId}`, '{"title":')).toMatchObject({
      status: 400,
      json: { code: 'BAD_REQUEST' },
    });
  });
});
