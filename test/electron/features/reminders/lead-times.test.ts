/** Projects' own leads: asked for once a day each, by whoever may read them. */
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

async function desk(status: number, body: unknown) {
  const server = await rawServer(answering(status, body));
  const { baseUrl } = server;
  const client = createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'Test', credential: () => 'token' }));
  const state = { clock: 0, changes: 0 };
  const leads = createLeadTimes({
    now: () => state.clock,
    onChange: () => {
      state.changes += 1;
    },
  });
  const look = async (ids: string[], accountId = 'a') => {
    leads.look({ accountId, client }, ids);
    await leads.idle();
  };
  return { server, state, leads, look };
}

describe('lead times', () => {
  test('are read out of the integration, once a day and project', async () => {
    const { server, state, leads, look } = await desk(200, webhook(120));
    await look(['p1', 'p2', 'p1']);
    await look(['p1', 'p2']);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/generic-webhook-integration/project/p1',
      '/api/generic-webhook-integration/project/p2',
    ]);
    expect([...leads.known()]).toEqual([
      ['p1', 120],
      ['p2', 120],
    ]);
    expect(state.changes).toBe(2);
    state.clock += 25 * HOUR;
    server.answer = answering(200, null);
    await look(['p1']);
    expect([...leads.known().keys()]).toEqual(['p2']);
    await look(['p1'], 'another');
    expect([...leads.known()]).toEqual([]);
  });

  test.each([
    ['none is configured', 200, null],
    ['it is switched off', 200, webhook(120, false)],
    ['a lead that makes no sense', 200, webhook(0.5)],
    ['a lead of years', 200, webhook(1e9)],
    ['an answer that is none', 200, { ...webhook(120), dueDateReminderLeadTimeMinutes: 'soon' }],
    ['the person may not read it', 403, { message: 'Missing', code: 'MISSING_PERMISSION' }],
    ['the server does not know of it', 404, '404 Not Found'],
  ])('%s: the project has none', async (_, status, body) => {
    const { leads, look } = await desk(status, body);
    await look(['p1']);
    expect([...leads.known()]).toEqual([]);
  });

  test('no permission is not asked about again that day; a server in trouble is, after an hour', async () => {
    const rejected = await desk(403, { message: 'Missing', code: 'MISSING_PERMISSION' });
    const failing = await desk(503, { message: 'Busy', code: 'SERVICE_UNAVAILABLE' });
    for (const { state, look } of [rejected, failing]) {
      await look(['p1']);
      state.clock += 2 * HOUR;
      await look(['p1']);
    }
    expect([rejected.server.requests.length, failing.server.requests.length]).toEqual([1, 2]);
  });

  test('a service that asks to slow down is asked about no project until then', async () => {
    const { server, state, look } = await desk(429, {
      message: 'Slow down',
      code: 'RATE_LIMITED',
      details: { tryAgainIn: 90_000 },
    });
    await look(['p1', 'p2']);
    state.clock += 80_000;
    await look(['p2', 'p3']);
    expect(server.requests).toHaveLength(1);
    state.clock += 20_000;
    server.answer = answering(200, null);
    await look(['p2', 'p3']);
    expect(server.requests).toHaveLength(3);
  });
});
