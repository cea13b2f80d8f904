/** Lead times of projects: each is requested once a day. */
import { describe, expect, test } from 'vitest';
import { createLeadTimes } from '../../../../electron/features/reminders/lead-times.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { answering, rawServer } from '../../service/raw-server.ts';

const HOUR = 3_600_000;

const webhook = (dueDateReminderLeadTimeMinutes: number, isActive = true) => ({
  id: 'w1',
  projectId: 'p1',
  webhookConfigured: true,
  maskedWebhookUrl: 'https://example.org/…',
  secretConfigured: false,
  maskedSecret: null,
  events: { dueDateReminder: true },
  dueDateReminderLeadTimeMinutes,
  isActive,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
});

async function setUp(status: number, body: unknown) {
  const server = await rawServer(answering(status, body));
  const { baseUrl } = server;
  const client = createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'Test', credential: () => 'token' }));
  const state = { clock: 0, changes: 0 };
  const leadTimes = createLeadTimes({
    now: () => state.clock,
    onChange: () => {
      state.changes += 1;
    },
  });
  const refresh = async (ids: string[], accountId = 'a') => {
    leadTimes.refresh({ accountId, client }, ids);
    await leadTimes.idle();
  };
  return { server, state, leadTimes, refresh };
}

describe('lead times', () => {
  test('Each project’s lead time is requested once a day', async () => {
    const { server, state, leadTimes, refresh } = await setUp(200, webhook(120));
    await refresh(['p1', 'p2', 'p1']);
    await refresh(['p1', 'p2']);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/generic-webhook-integration/project/p1',
      '/api/generic-webhook-integration/project/p2',
    ]);
    expect([...leadTimes.minutes()]).toEqual([
      ['p1', 120],
      ['p2', 120],
    ]);
    expect(state.changes).toBe(2);
    state.clock += 25 * HOUR;
    server.answer = answering(200, null);
    await refresh(['p1']);
    expect([...leadTimes.minutes().keys()]).toEqual(['p2']);
    await refresh(['p1'], 'b');
    expect([...leadTimes.minutes()]).toEqual([]);
  });

  test.each([
    ['no integration is configured', 200, null],
    ['the integration is switched off', 200, webhook(120, false)],
    ['an invalid lead time', 200, webhook(0.5)],
    ['a lead time of years', 200, webhook(1e9)],
    ['an unreadable answer', 200, { ...webhook(120), dueDateReminderLeadTimeMinutes: 'soon' }],
    ['the person may not read it', 403, { message: 'Missing', code: 'MISSING_PERMISSION' }],
    ['the server lacks the route', 404, '404 Not Found'],
  ])('The project has no lead time: %s', async (_, status, body) => {
    const { leadTimes, refresh } = await setUp(status, body);
    await refresh(['p1']);
    expect([...leadTimes.minutes()]).toEqual([]);
  });

  test('A missing permission is not retried that day; a failing server is retried after an hour', async () => {
    const rejected = await setUp(403, { message: 'Missing', code: 'MISSING_PERMISSION' });
    const failing = await setUp(503, { message: 'Busy', code: 'SERVICE_UNAVAILABLE' });
    for (const { state, refresh } of [rejected, failing]) {
      await refresh(['p1']);
      state.clock += 2 * HOUR;
      await refresh(['p1']);
    }
    expect([rejected.server.requests.length, failing.server.requests.length]).toEqual([1, 2]);
  });

  test('A request that a new session aborts is repeated', async () => {
    const { leadTimes, refresh } = await setUp(200, webhook(120));
    const asked = Promise.withResolvers<void>();
    const silent = {
      getWebhook() {
        asked.resolve();
        return new Promise<never>(() => undefined);
      },
    };
    leadTimes.refresh({ accountId: 'a', client: silent }, ['p1']);
    await asked.promise;
    await refresh(['p1']);
    expect([...leadTimes.minutes()]).toEqual([['p1', 120]]);
  });

  test('No project is requested before the end of a rate limit', async () => {
    const { server, state, refresh } = await setUp(429, {
      message: 'Slow down',
      code: 'RATE_LIMITED',
      details: { tryAgainIn: 90_000 },
    });
    await refresh(['p1', 'p2']);
    state.clock += 80_000;
    await refresh(['p2', 'p3']);
    expect(server.requests).toHaveLength(1);
    state.clock += 20_000;
    server.answer = answering(200, null);
    await refresh(['p2', 'p3']);
    expect(server.requests).toHaveLength(3);
  });
});
