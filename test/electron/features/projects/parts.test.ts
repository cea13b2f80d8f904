/** The parts of a project's page, read from a real service. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { calendarUrl, countFeedDates, readCalendars } from '../../../../electron/features/projects/calendars.ts';
import { readCodeHost, verifyInstallation } from '../../../../electron/features/projects/code-host.ts';
import { readLabels } from '../../../../electron/features/projects/labels.ts';
import { pictureAt } from '../../../../electron/features/projects/picture-file.ts';
import { markdownOf } from '../../../../electron/features/projects/upload-writes.ts';
import { readWebhook } from '../../../../electron/features/projects/webhooks.ts';
import { Label } from '../../../../electron/service/records.ts';
import { served } from '../../service/contract/served.ts';

type Served = Awaited<ReturnType<typeof served>>;

async function label({ call, workspaceId }: Served, name: string): Promise<Label> {
  return Label.parse((await call('POST', '/label', { name, color: '#ff0000', workspaceId })).json);
}

test('labels of the workspace by name, with the number of tasks', async () => {
  const at = await served();
  const [web, bug] = [await label(at, 'web'), await label(at, 'bug')];
  for (const { id } of [await at.addTask(), await at.addTask()])
    await at.call('PUT', `/label/${bug.id}/task`, { taskId: id });
  expect(await readLabels(at.client, at.workspaceId)).toEqual([
    { id: bug.id, name: 'bug', color: '#ff0000', taskCount: 2 },
    { id: web.id, name: 'web', color: '#ff0000', taskCount: 0 },
  ]);
});

describe('calendars', () => {
  test('reveal their secret only on request', async () => {
    const at = await served();
    const { id } = await label(at, 'bug');
    const task = await at.addTask({ dueDate: '2026-12-01T00:00:00.000Z' });
    await at.call('PUT', `/label/${id}/task`, { taskId: task.id });
    const path = `/calendar-feed/project/${at.projectId}`;
    const { json } = await at.call('POST', path, { labelIds: [id], timeZone: 'Europe/Oslo' });
    const { token, id: feedId } = json as { token: string; id: string };

    const { value: view } = await readCalendars(at.client, at.workspaceId, at.projectId, true);
    expect(view.feeds).toMatchObject([{ id: feedId, labels: [{ name: 'bug' }], timeZone: 'Europe/Oslo' }]);
    expect(JSON.stringify(view)).not.toContain(token);
    expect(view.feeds[0]?.maskedUrl).toBe(`${at.server.baseUrl}/calendar-feed/••••••••/calendar.ics`);

    expect(await calendarUrl(at.client, at.projectId, feedId)).toContain(token);
    expect(await countFeedDates(at.client, at.projectId, feedId)).toBe(1);
    await expect(calendarUrl(at.client, at.projectId, 'gone')).rejects.toThrow('That calendar is gone');
  });
});

test('a webhook: null if there is none, else its fields with masked secrets', async () => {
  const { client, call, projectId } = await served();
  expect(await readWebhook(client, projectId)).toBeNull();
  await call('POST', `/generic-webhook-integration/project/${projectId}`, {
    webhookUrl: 'http://127.0.0.1:9/hook?key=abcdefghijkl',
    secret: 'correct horse battery',
    events: { taskDeleted: true, taskCreated: false },
  });
  const webhook = await readWebhook(client, projectId);
  expect(webhook).toMatchObject({ hasSecret: true, leadMinutes: 1440, isActive: true });
  expect(webhook?.events).toEqual(['taskStatusChanged', 'taskCommentCreated', 'taskDeleted']);
  expect(JSON.stringify(webhook)).not.toMatch(/abcdefgh|correct horse/);
});

test('a code host without app: no link, and a message about the installation', async () => {
  const { client, projectId } = await served();
  expect(await readCodeHost(client, projectId)).toEqual({ appName: null, linked: null });
  const repository = { repositoryOwner: 'halden', repositoryName: 'pay' };
  expect(await verifyInstallation(client, projectId, repository)).toMatchObject({ installed: false });
});

describe('a picture', () => {
  function file(name: string, bytes: Buffer): string {
    const path = join(tmpdir(), `punchcard-${process.pid}-${name}`);
    writeFileSync(path, bytes);
    onTestFinished(() => rmSync(path, { force: true }));
    return path;
  }

  test.each([
    ['png', '89504e470d0a1a0a', 'image/png'],
    ['jpg', 'ffd8ffe000104a46', 'image/jpeg'],
    ['gif', '474946383961', 'image/gif'],
    ['webp', '52494646000000005745425056503820', 'image/webp'],
    ['avif', '0000001c6674797061766966', 'image/avif'],
  ])('%s has the type of its first bytes, whatever its name', async (kind, hex, contentType) => {
    const path = file(`${kind}.txt`, Buffer.from(hex, 'hex'));
    expect(await pictureAt(path)).toMatchObject({ path, contentType, size: hex.length / 2 });
  });

  test.each([
    ['a script', '<svg onload="x">'],
    ['nothing', ''],
    ['a name alone', 'PNG'],
  ])('%s is rejected', async (_what, content) => {
    await expect(pictureAt(file('fake.png', Buffer.from(content)))).rejects.toThrow('That is not a picture');
  });

  test('of more than 10 MB is rejected', async () => {
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(10 * 1024 * 1024)]);
    await expect(pictureAt(file('large.png', bytes))).rejects.toThrow('That picture is too large');
  });

  test('becomes one line of markdown with one address, whatever its name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl({ withQueryParameters: true }), (name, url) => {
        const line = markdownOf(name, url);
        expect(line).toMatch(/^!\[[^[\]\\\n]*\]\([^()\s<>]*\)$/);
      }),
    );
  });
});
