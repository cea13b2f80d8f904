/** API keys (docs/service.md#api-keys). */

import { expect, test } from 'vitest';
import { makeApiKey, readApiKeys, revokeApiKey } from '../../../../electron/features/account/api-keys.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

import { answering, rawServer } from '../raw-server.ts';
import { clientOf, served } from './served.ts';

test('a key is created, listed without its value, and no longer valid after it is revoked', async () => {
  const { as, client, workspaceId } = await served();
  const key = await client.createApiKey('Backup');
  expect(await as(key).listProjects(workspaceId)).toHaveLength(1);
  const [created, ...others] = await client.listApiKeys();
  expect(others).toEqual([]);
  expect(created).toMatchObject({ name: 'Backup' });
  expect(JSON.stringify(created)).not.toContain(key);
  expect(await client.deleteApiKey(created?.id ?? '')).toEqual({ success: true });
  expect(await client.listApiKeys()).toEqual([]);
  await expect(as(key).listProjects(workspaceId)).rejects.toMatchObject({ status: 401 });
});

test('a key may not list, create or revoke keys, and people may not revoke those of others', async () => {
  const { as, client, workspace } = await served();
  const key = workspace.createApiKey('all', null);
  const rejection = { status: 403, code: 'SESSION_REQUIRED' };
  await expect(as(key).listApiKeys()).rejects.toMatchObject(rejection);
  await expect(as(key).createApiKey('more')).rejects.toMatchObject(rejection);
  const [own] = await client.listApiKeys();
  const other = as(workspace.addPerson({ name: 'Mira', role: 'admin' }).token);
  expect(await other.listApiKeys()).toEqual([]);
  await expect(other.deleteApiKey(own?.id ?? '')).rejects.toMatchObject({ status: 404 });
  expect(await client.listApiKeys()).toHaveLength(1);
});

test('the app lists the newest first, copies the value to the clipboard, and explains why an API key cannot do it', async () => {
  const { client, clock } = await served();
  const copied: string[] = [];
  const session = { client, server: 'pm.example.org', account: { kind: 'device' as const } };
  for (const name of ['One', 'Two']) {
    await makeApiKey(session, name, (text) => copied.push(text));
    clock.ms += 60_000;
  }
  const keys = await readApiKeys(session);
  expect(keys.map(({ name }) => name)).toEqual(['Two', 'One']);
  expect(new Set(copied).size).toBe(2);
  await revokeApiKey(session, keys[0]?.id ?? '');
  expect((await readApiKeys(session)).map(({ name }) => name)).toEqual(['One']);
  const withKey = { ...session, account: { kind: 'api-key' as const } };
  await expect(readApiKeys(withKey)).rejects.toThrow(AppError);
});

test('the page of newer servers is read, and a malformed key does not hide the others', async () => {
  const good = { id: 'k1', name: null, start: 'kan_ab', createdAt: '2026-11-01T00:00:00.000Z', lastRequest: null };
  const body = { apiKeys: [good, { name: 'no id' }, { ...good, id: 'k2', createdAt: 'soon' }], total: 3 };
  const { baseUrl } = await rawServer(answering(200, body));
  expect((await clientOf(baseUrl, 'token').listApiKeys()).map(({ id }) => id)).toEqual(['k1', 'k2']);
});
