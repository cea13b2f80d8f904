/** The server's information, complete and partial; of the id token only whether there is one. */
import { expect, test } from 'vitest';
import { createUploads, readServer } from '../../../../electron/features/server/server-info.ts';
import { served } from '../../service/contract/served.ts';

test('everything is in one view', async () => {
  const { client, workspaceId, addTask, userId } = await served();
  await addTask({ userId });
  const view = await readServer(client, [{ id: workspaceId, name: 'Mine' }]);
  expect(view).toMatchObject({
    health: 'ok',
    status: { hasUsers: true, hasAdmin: true },
    config: { hasImageUploads: true },
    isSingleSignOn: false,
    workspaces: [{ id: workspaceId, name: 'Mine', role: 'owner', assigned: 1 }],
  });
  expect(view.description?.paths).toBeGreaterThan(50);
});

test('of an id token the view says only whether there is one', async () => {
  const { client, server, workspaceId } = await served();
  server.intercept = (request) =>
    request.url.endsWith('/oauth/id-token') ? Response.json({ idToken: 'a.secret.token' }) : undefined;
  const view = await readServer(client, [{ id: workspaceId, name: 'Mine' }]);
  expect(view.isSingleSignOn).toBe(true);
  expect(JSON.stringify(view)).not.toContain('a.secret.token');
});

test('fields that an older server lacks are left out', async () => {
  const { client, server, workspaceId } = await served();
  server.intercept = (request) =>
    /workspace$|oauth|countOnly|openapi/.test(request.url) ? new Response('404 Not Found', { status: 404 }) : undefined;
  const view = await readServer(client, [{ id: workspaceId, name: 'Mine' }]);
  expect(view).toMatchObject({
    health: 'ok',
    description: null,
    isSingleSignOn: null,
    workspaces: [{ role: null, assigned: null }],
  });
});

test('no answer at all is an error', async () => {
  const { client, server } = await served();
  await server.close();
  await expect(readServer(client, [])).rejects.toMatchObject({ kind: 'unreachable' });
});

test('support for uploads is read once, and again if there was no answer', async () => {
  const { client, server } = await served();
  const uploads = createUploads();
  const asked = () => server.requests.filter(({ path }) => path === '/api/config').length;
  server.intercept = () => new Response('no', { status: 500 });
  expect(await uploads(client)).toBeNull();
  server.intercept = undefined;
  expect(await uploads(client)).toBe(true);
  expect(await uploads(client)).toBe(true);
  expect(asked()).toBe(2);
});
