/** An answer is lost, and the server has an entry that may be it: the person is asked, and their answer decides. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANNEL } from '../../electron/ipc/channels.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { resultOf, sendNow, signIn, untilState } from './steps.ts';

const MINUTE = 60_000;

let service: Service;
let app: RunningApp;
let page: Page;
let taskIds: string[] = [];

beforeAll(async () => {
  service = await startService();
  app = await launchApp();
  page = await signIn(app, service);
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
  taskIds = tasks.tasks.map(({ id }) => id);
});
afterAll(async () => {
  await app?.quit();
  await service?.stop();
});

/** Adds an entry; the server cuts its times to minutes, stores it, and the answer is lost. */
async function addAndLose(taskId: string): Promise<void> {
  const cut = (instant: string) => new Date(Math.floor(Date.parse(instant) / MINUTE) * MINUTE).toISOString();
  service.served.intercept = async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/time-entry')) return undefined;
    const { startTime, endTime, ...rest } = (await request.json()) as Record<'startTime' | 'endTime', string>;
    service.served.intercept = undefined;
    await service.call('POST', '/time-entry', { ...rest, startTime: cut(startTime), endTime: cut(endTime) });
    return 'drop';
  };
  const end = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * MINUTE;
  const [startTime, endTime] = [end - 20 * MINUTE, end].map((at) => new Date(at).toISOString());
  await resultOf(page, 'time.add', { taskId, startTime: startTime ?? '', endTime: endTime ?? '', note: 'Review' });
}

/** Time passes until the server was searched long enough. */
const untilAsked = () =>
  until(
    async () => {
      await sendNow(app, page);
      return untilState(page, ({ outbox }) => outbox.items.every(({ state }) => state !== 'sending'));
    },
    ({ outbox }) => outbox.items.some(({ question }) => question !== null),
  );

const untilSent = () =>
  until(
    async () => {
      await sendNow(app, page);
      return untilState(page, () => true);
    },
    ({ outbox }) => outbox.total === 0,
  );

test('“Yes, the same” links the entry, and nothing is sent twice', async () => {
  const taskId = taskIds[0] ?? '';
  await addAndLose(taskId);
  await untilAsked();
  // A toast covers the link in the status line for ten seconds.
  await app.electron.evaluate(({ BrowserWindow }, channel) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      if (webContents.getURL().endsWith('/index.html'))
        webContents.send(channel, { requestedViews: [{ id: -Date.now(), view: 'outbox' }] });
  }, CHANNEL.state);
  await page.getByRole('heading', { name: 'Is this the same entry?' }).waitFor();
  await page.getByRole('button', { name: /Yes, the same/ }).click();
  await untilSent();
  await expect.poll(() => service.entries(taskId)).toHaveLength(1);
});

test('“No, send mine too” sends it', async () => {
  const taskId = taskIds[1] ?? '';
  await addAndLose(taskId);
  await untilAsked();
  await page.getByRole('button', { name: /No, send mine too/ }).click();
  await until(
    async () => {
      await sendNow(app, page);
      return service.entries(taskId);
    },
    (entries) => entries.length === 2,
  );
  await untilSent();
});
