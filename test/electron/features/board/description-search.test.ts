/** Searching descriptions, against a real local workspace over HTTP. */
import { expect, test } from 'vitest';
import { descriptionMatches } from '../../../../electron/features/board/description-search.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { serveWorkspace } from './board-screen.ts';

const LONG = 'x'.repeat(70_000);

async function world() {
  const { local, served } = await serveWorkspace();
  const client = createClient(
    createHttp({ baseUrl: served.baseUrl, transport: fetch, userAgent: 'Test', credential: () => local.token }),
  );
  const { workspaceId, projectId } = local;
  const find = (query: string) => descriptionMatches(client, { workspaceId, projectId }, query);
  return { local, served, find };
}

test('ordinary descriptions and long ones are found, those of other projects are not', async () => {
  const { local, find } = await world();
  const short = await local.addTask({ title: 'One', description: 'The Zebra is striped.' });
  const long = await local.addTask({ title: 'Two', description: `${LONG} a zebra at the end` });
  await local.addTask({ title: 'Three', description: 'Nothing of the kind.' });
  const other = (
    await local.call('POST', '/project', {
      name: 'Other',
      slug: 'OT',
      icon: 'Layout',
      workspaceId: local.workspaceId,
    })
  ).json as { id: string };
  await local.call('POST', `/task/${other.id}`, {
    title: 'Elsewhere',
    description: 'zebra',
    priority: 'low',
    status: 'to-do',
  });
  expect(new Set(await find('zebra'))).toEqual(new Set([short.id, long.id]));
  expect(await find('giraffe')).toEqual([]);
});

test('a missing endpoint leaves the results of the other; a lost connection is an error', async () => {
  const { local, served, find } = await world();
  const short = await local.addTask({ title: 'One', description: 'zebra' });
  const long = await local.addTask({ title: 'Two', description: `${LONG} zebra` });
  const without = (path: string) => {
    served.intercept = (request) =>
      request.url.includes(path) ? new Response('404 Not Found', { status: 404 }) : undefined;
  };
  without('/description-matches/');
  expect(new Set(await find('zebra'))).toEqual(new Set([short.id, long.id]));
  without('/search');
  expect(await find('zebra')).toEqual([long.id]);
  served.intercept = () => 'drop';
  await expect(find('zebra')).rejects.toMatchObject({ kind: 'lost' });
});
