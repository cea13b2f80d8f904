/** Missing features of a server are learned from its answers and stored for that server only. */
import { expect, test } from 'vitest';
import { createServerFeatures } from '../../../../electron/features/account/server-features.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { createSettings } from '../../../../electron/store/settings.ts';
import { answering, rawServer } from '../../service/raw-server.ts';

const DAY_MS = 24 * 3_600_000;

async function olderServer() {
  const { baseUrl } = await rawServer(answering(404, '404 Not Found'));
  const { database } = openDatabase(':memory:', new Date());
  const clock = { ms: Date.UTC(2026, 10, 18) };
  const changes = { count: 0 };
  const boot = () =>
    createServerFeatures({
      settings: createSettings(database),
      now: () => clock.ms,
      onChange: () => {
        changes.count += 1;
      },
    });
  const features = boot();
  const client = createClient(
    createHttp({
      baseUrl,
      transport: fetch,
      userAgent: 'test',
      credential: () => 'token',
      onMissingRoute: (call) => features.learn(baseUrl, call),
    }),
  );
  return { baseUrl, clock, changes, boot, features, client };
}

test('links, moving a project, calendars, API keys and the inbox are each reported once, after the first answer', async () => {
  const { baseUrl, changes, boot, features, client } = await olderServer();
  expect(features.missing(baseUrl)).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    await client.createExternalLink('t1', { url: 'https://example.org' }).catch(() => undefined);
    await client.moveProject('p1', 'w2').catch(() => undefined);
    await client.listCalendarFeeds('p1').catch(() => undefined);
    await client.listApiKeys().catch(() => undefined);
    await client.listNotifications().catch(() => undefined);
    await client.getTask('t1').catch(() => undefined);
  }
  expect(features.missing(baseUrl)).toEqual(['links', 'project-move', 'calendars', 'api-keys', 'inbox']);
  expect(changes.count).toBe(5);
  expect(features.missing('http://elsewhere.example/api')).toEqual([]);
  expect(boot().missing(baseUrl)).toEqual(['links', 'project-move', 'calendars', 'api-keys', 'inbox']);
});

test('a missing feature expires after a week', async () => {
  const { baseUrl, clock, features, client } = await olderServer();
  await client.listCalendarFeeds('p1').catch(() => undefined);
  clock.ms += 7 * DAY_MS - 1;
  expect(features.missing(baseUrl)).toEqual(['calendars']);
  clock.ms += 1;
  expect(features.missing(baseUrl)).toEqual([]);
});
