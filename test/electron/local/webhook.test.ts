/** The settings of a project's outgoing webhook (docs/service.md#webhooks). */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebhookIntegration } from '../../../electron/service/records.ts';
import { WebhookEventKind } from '../../../shared/projects/webhook-events.ts';
import { testWorkspace } from './workspace.ts';

const URL_1 = 'http://127.0.0.1:9/hooks/T012345/abcdefgh1234';

async function setUp(options: Parameters<typeof testWorkspace>[0] = {}) {
  const local = await testWorkspace(options);
  const path = `/generic-webhook-integration/project/${local.projectId}`;
  const send = (method: string, body?: unknown, init = {}) => local.call(method, path, body, init);
  return { ...local, send };
}

test('can be created and removed', async () => {
  const { send } = await setUp();
  expect(await send('GET')).toMatchObject({ status: 200, json: null });
  expect((await send('PATCH', {})).status).toBe(404);
  expect((await send('DELETE')).status).toBe(404);
  const created = WebhookIntegration.parse((await send('POST', { webhookUrl: URL_1 })).json);
  expect((await send('GET')).json).toEqual(created);
  expect((await send('DELETE')).json).toEqual({ success: true });
  expect((await send('GET')).json).toBeNull();
});

test('a new one has the defaults and hides URL and secret', async () => {
  const { send, projectId } = await setUp();
  const { json, text } = await send('POST', { webhookUrl: URL_1, secret: 'a long enough secret' });
  expect(json).toMatchObject({
    projectId,
    webhookConfigured: true,
    maskedWebhookUrl: 'http://127.0.0.1:9/••••1234',
    secretConfigured: true,
    maskedSecret: '••••cret',
    dueDateReminderLeadTimeMinutes: 1440,
    isActive: true,
  });
  expect(text).not.toContain('abcdefgh');
  expect(text).not.toContain('long enough');
  const { events } = WebhookIntegration.parse(json);
  expect(Object.keys(events).sort()).toEqual([...WebhookEventKind.options].sort());
  expect(Object.entries(events).flatMap(([kind, isOn]) => (isOn ? [kind] : []))).toEqual([
    'taskCreated',
    'taskStatusChanged',
    'taskCommentCreated',
  ]);
  expect((await send('POST', { webhookUrl: URL_1, secret: 'short' })).json).toMatchObject({ maskedSecret: '••••' });
});

test('its address and secret are in the file in plain text until it is removed, as SECURITY.md says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-webhook-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  const { send } = await setUp({ path });
  const onDisk = () => {
    const database = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => database.close());
    return database.prepare('SELECT url, secret FROM webhook').all();
  };
  await send('POST', { webhookUrl: URL_1, secret: 'a long enough secret' });
  expect(onDisk()).toEqual([{ url: URL_1, secret: 'a long enough secret' }]);
  await send('DELETE');
  expect(onDisk()).toEqual([]);
  const document = readFileSync(join(import.meta.dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
  expect(document).toMatch(/^\| webhooks that the local workspace sends, with the secret .*`local-workspace\.sqlite`/m);
});

test('POST replaces everything, PATCH only the given fields', async () => {
  const { send } = await setUp();
  const body = { webhookUrl: URL_1, secret: 's', events: { taskDeleted: true }, dueDateReminderLeadTimeMinutes: 5 };
  await send('POST', body);
  expect((await send('PATCH', { events: { taskMoved: true } })).json).toMatchObject({
    secretConfigured: true,
    events: { taskDeleted: true, taskMoved: true, taskCreated: true },
    dueDateReminderLeadTimeMinutes: 5,
  });
  expect((await send('PATCH', { isActive: false, secret: null })).json).toMatchObject({
    isActive: false,
    secretConfigured: false,
    maskedSecret: null,
  });
  await send('PATCH', { secret: 's' });
  expect((await send('POST', { webhookUrl: URL_1 })).json).toMatchObject({
    isActive: true,
    secretConfigured: false,
    events: { taskDeleted: false, taskMoved: false },
    dueDateReminderLeadTimeMinutes: 1440,
  });
});

test('changing it needs manage_settings; everyone can read it', async () => {
  const { send, workspace } = await setUp();
  const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await send('POST', { webhookUrl: URL_1 }, { token })).json).toMatchObject({
    code: 'MISSING_PERMISSION',
    missingPermissions: ['workspace:manage_settings'],
  });
  expect((await send('GET', undefined, { token })).status).toBe(200);
});

describe('rejects', () => {
  test.each([4, 43_201, 7.5])('a lead time of %s minutes', async (minutes) => {
    const { send } = await setUp();
    expect((await send('POST', { webhookUrl: URL_1, dueDateReminderLeadTimeMinutes: minutes })).json).toMatchObject({
      issues: [{ path: 'body.dueDateReminderLeadTimeMinutes' }],
    });
  });

  test.each([
    'ftp://127.0.0.1/x',
    'not an address',
    'http://user:password@127.0.0.1/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00::1]/',
    'http://93.184.215.14/',
  ])('%s', async (webhookUrl) => {
    const { send } = await setUp();
    expect(await send('POST', { webhookUrl })).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
    await send('POST', { webhookUrl: URL_1 });
    expect((await send('PATCH', { webhookUrl })).status).toBe(400);
  });

  test('a name that resolves to another address or to none', async () => {
    const { send } = await setUp({
      webhooks: {
        resolve: (host) =>
          host === 'inside.example'
            ? Promise.resolve([
                { address: '127.0.0.1', family: 4 },
                { address: '10.0.0.7', family: 4 },
              ])
            : Promise.reject(new Error('ENOTFOUND')),
      },
    });
    expect((await send('POST', { webhookUrl: 'http://inside.example/' })).text).toContain('10.0.0.7');
    expect((await send('POST', { webhookUrl: 'http://nowhere.example/' })).status).toBe(400);
  });

  test('private networks even if deliveries may go anywhere', async () => {
    const { send } = await setUp({ webhooks: { destinations: 'anywhere' } });
    expect((await send('POST', { webhookUrl: 'http://93.184.215.14/' })).status).toBe(200);
    expect((await send('POST', { webhookUrl: 'http://10.0.0.1/' })).status).toBe(400);
  });
});
