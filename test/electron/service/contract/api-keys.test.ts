/** API keys (docs/service.md#api-keys): listed, made and revoked, and what other servers answer. */

import { expect, test } from 'vitest';
import { makeApiKey, readApiKeys, revokeApiKey } from '../../../../electron/features/account/api-keys.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

import { answering, rawServer } from '../raw-server.ts';
import { clientOf, served } from './served.ts';

test('a key is made, works, is listed without its value, and works no more once it is revoked', async () => {
  const { as, client, workspaceId } = await served();
  const key = await client.createApiKey('Backup');
  expect(await as(key).listProjects(workspaceId)).toHaveLength(1);
  const [made, ...others] = await client.listApiKeys();
  expect(others).toEqual([]);
  expect(made).toMatchObject({ name: 'Backup' });
  expect(JSON.stringify(made)).not.toContain(key);
  expect(await client.deleteApiKey(made?.id ?? '')).toEqual({ success: true });
  expect(await client.listApiKeys()).toEqual([]);
  await expect(as(key).listProjects(workspaceId)).rejects.toMatchObject({ status: 401 });
});

test('a key may not see, make or revoke keys, and nobody those of others', async () => {
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

test('in the app: the newest first, the value to the clipboard; with a key the remedy is named', async () => {
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

test('newer servers give a page, and an odd key costs no other', async () => {
  const good = { id: 'k1', name: null, start: 'kan_ab', createdAt: '2026-11-01T00:00:00.000Z', lastRequest: null };
  const body = { apiKeys: [good, { name: 'no id' }, { ...good, id: 'k2', createdAt: 'soon' }], total: 3 };
  const { baseUrl } = await rawServer(answering(200, body));
  expect((await clientOf(baseUrl, 'token').listApiKeys()).map(({ id }) => id)).toEqual(['k1', 'k2']);
});
