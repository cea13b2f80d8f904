/** Missing permissions, read from a real local workspace for every role, and learned from rejections. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPermissions, PERMISSIONS } from '../../../../electron/features/account/permissions.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { createSettings } from '../../../../electron/store/settings.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';
import { answering, rawServer } from '../../service/raw-server.ts';

const emptySettings = () => createSettings(openDatabase(':memory:', new Date()).database);

const clientOf = (baseUrl: string, token: string) =>
  createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'test', credential: () => token }));

async function asked(baseUrl: string, token: string, workspaceId: string, settings = emptySettings()) {
  const clock = { ms: 0 };
  const changes: string[][] = [];
  const permissions = createPermissions({
    settings,
    now: () => clock.ms,
    onChange: () => changes.push(permissions.missing()),
  });
  const { hasPermission } = clientOf(baseUrl, token);
  let underWay: Promise<unknown>[] = [];
  const client = {
    hasPermission: (...args: Parameters<typeof hasPermission>) => {
      const answer = hasPermission(...args);
      underWay.push(answer);
      return answer;
    },
  };
  let count = 0;
  /** Resolves when all requests are answered. */
  const settled = async () => {
    while (underWay.length > 0) {
      count += underWay.length;
      const all = underWay;
      underWay = [];
      await Promise.allSettled(all);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  permissions.start({ accountId: 'a', workspaceId }, client);
  await settled();
  return { permissions, clock, changes, settled, asks: () => count, client, settings };
}

async function inWorkspace() {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => server.close());
  return { local, server };
}

describe('read from the service', () => {
  test.each([
    ['admin', []],
    [
      'member',
      ['task:assign', 'task:delete', 'project:update', 'project:delete', 'project:share', 'workspace:manage_settings'],
    ],
    ['viewer', [...PERMISSIONS]],
  ] as const)('%s', async (role, missing) => {
    const { local, server } = await inWorkspace();
    const { token } = local.workspace.addPerson({ name: 'Mira', role });
    const { permissions, changes } = await asked(server.baseUrl, token, local.workspaceId);
    expect(permissions.missing()).toEqual(missing);
    expect(changes.length).toBe(missing.length === 0 ? 0 : 1);
  });

  test('an API key with few scopes lacks the others', async () => {
    const { local, server } = await inWorkspace();
    const key = local.workspace.createApiKey('reader', ['task:read', 'task:update', 'workspace:read']);
    const { permissions } = await asked(server.baseUrl, key, local.workspaceId);
    expect(permissions.missing()).toContain('task:assign');
    expect(permissions.missing()).not.toContain('task:update');
  });

  test('one request if nothing is missing, and none while the answer is fresh', async () => {
    const { local, server } = await inWorkspace();
    const { permissions, asks, clock, settled } = await asked(server.baseUrl, local.token, local.workspaceId);
    expect(asks()).toBe(1);
    clock.ms += 60_000;
    permissions.refreshIfStale();
    await settled();
    expect(asks()).toBe(1);
    clock.ms += 3_600_000;
    permissions.refreshIfStale();
    await settled();
    expect(asks()).toBe(2);
  });

  test('without the endpoint nothing counts as missing', async () => {
    const { baseUrl } = await rawServer(answering(404, '404 Not Found'));
    const { permissions } = await asked(baseUrl, 'token', 'w1');
    expect(permissions.missing()).toEqual([]);
  });

  test('for a person who is not a member nothing counts as missing', async () => {
    const { local, server } = await inWorkspace();
    const { permissions } = await asked(server.baseUrl, local.token, 'another-workspace');
    expect(permissions.missing()).toEqual([]);
  });
});

describe('stored', () => {
  test('per workspace and available at the next start before any request', async () => {
    const { local, server } = await inWorkspace();
    const { token } = local.workspace.addPerson({ name: 'Mira', role: 'viewer' });
    const { settings } = await asked(server.baseUrl, token, local.workspaceId);
    const next = createPermissions({ settings, now: () => 0, onChange: () => undefined });
    next.start({ accountId: 'a', workspaceId: local.workspaceId });
    expect(next.missing()).toEqual([...PERMISSIONS]);
    next.start({ accountId: 'a', workspaceId: 'another' });
    expect(next.missing()).toEqual([]);
    next.start({ accountId: 'another', workspaceId: local.workspaceId });
    expect(next.missing()).toEqual([]);
  });

  test('until the service answers differently', async () => {
    const { local, server } = await inWorkspace();
    const settings = emptySettings();
    settings.writeValue('lacking', { [`a ${local.workspaceId}`]: ['task:update'] });
    const { permissions } = await asked(server.baseUrl, local.token, local.workspaceId, settings);
    expect(permissions.missing()).toEqual([]);
    expect(settings.readValue('lacking')).toEqual({});
  });

  test('without those learned from a rejection, and discarded once the service no longer answers', async () => {
    const { baseUrl } = await rawServer(answering(404, '404 Not Found'));
    const settings = emptySettings();
    settings.writeValue('lacking', { 'a w1': ['task:update'] });
    const { permissions } = await asked(baseUrl, 'token', 'w1', settings);
    expect(permissions.missing()).toEqual([]);
    permissions.learn({ missingPermissions: ['task:assign'], isKeyScope: false });
    expect(permissions.missing()).toEqual(['task:assign']);
    expect(settings.readValue('lacking')).toEqual({});
  });

  test('a server that did not answer is retried after a minute', async () => {
    const { baseUrl } = await rawServer(answering(503, { message: 'Busy', code: 'SERVICE_UNAVAILABLE' }));
    const { permissions, clock, asks, settled } = await asked(baseUrl, 'token', 'w1');
    permissions.refreshIfStale();
    clock.ms += 60_000;
    permissions.refreshIfStale();
    await settled();
    expect(asks()).toBe(2);
  });
});

describe('learned', () => {
  test('from a rejection, once; another account starts without them', async () => {
    const { local, server } = await inWorkspace();
    const { permissions, changes, client } = await asked(server.baseUrl, local.token, local.workspaceId);
    permissions.learn({ missingPermissions: ['task:assign'], isKeyScope: false });
    permissions.learn({ missingPermissions: ['task:assign'], isKeyScope: false });
    permissions.learn({ missingPermissions: [], isKeyScope: false });
    expect(changes).toEqual([['task:assign']]);
    permissions.start({ accountId: 'b', workspaceId: local.workspaceId }, client);
    expect(permissions.missing()).toEqual([]);
    permissions.start(null);
    permissions.refreshIfStale();
    expect(changes).toEqual([['task:assign'], []]);
  });

  test('the service is asked again a minute after a rejection that contradicts its answer', async () => {
    const { local, server } = await inWorkspace();
    const { permissions, clock, settled } = await asked(server.baseUrl, local.token, local.workspaceId);
    permissions.learn({ missingPermissions: ['task:assign'], isKeyScope: false });
    clock.ms += 59_000;
    permissions.refreshIfStale();
    await settled();
    expect(permissions.missing()).toEqual(['task:assign']);
    clock.ms += 1_000;
    permissions.refreshIfStale();
    await settled();
    expect(permissions.missing()).toEqual([]);
  });

  test('permissions outside the scope of an API key are missing until the session ends', async () => {
    const { local, server } = await inWorkspace();
    const { permissions, clock, settled, client } = await asked(server.baseUrl, local.token, local.workspaceId);
    permissions.learn({ missingPermissions: ['task:update'], isKeyScope: true });
    clock.ms += 3_600_000;
    permissions.refreshIfStale();
    await settled();
    expect(permissions.missing()).toEqual(['task:update']);
    permissions.start({ accountId: 'a', workspaceId: local.workspaceId }, client);
    expect(permissions.missing()).toEqual([]);
  });

  test('an answer for an earlier account is dropped', async () => {
    const { local, server } = await inWorkspace();
    const { token } = local.workspace.addPerson({ name: 'Mira', role: 'viewer' });
    const { permissions, clock, settled } = await asked(server.baseUrl, token, local.workspaceId);
    clock.ms += 3_600_000;
    permissions.refreshIfStale();
    permissions.start(null);
    await settled();
    expect(permissions.missing()).toEqual([]);
  });
});
