/** The Time tab: entries are added, undone, edited and stopped, also at the service. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const MINUTE = 60_000;

describe('time entries', () => {
  let service: Service;
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;
  let tasks: { id: string; identifier: string; title: string }[];

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    page = await signIn(app, service);
    tasks = (await readState(page)).tasks.tasks;
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });
  beforeEach(async () => {
    await page.getByRole('tab', { name: 'Time' }).click();
  });

  const ago = (minutes: number) =>
    new Date(Math.floor((Date.now() - minutes * MINUTE) / MINUTE) * MINUTE).toISOString();
  const task = (index: number) => tasks[index] ?? { id: '', identifier: '', title: '' };
  /** Adds an entry, in minutes before now. */
  async function add(index: number, from: number, to: number) {
    const answer = await page.evaluate((payload) => window.punchcard.send('time.add', payload), {
      taskId: task(index).id,
      startTime: ago(from),
      endTime: ago(to),
      note: '',
    });
    if (!answer.ok) throw new Error(answer.error.title);
    const { time } = await readState(page);
    const created = time.today.find((entry) => entry.task.taskId === task(index).id);
    if (!created) throw new Error('The entry is missing');
    return created;
  }
  const entriesAtService = (holds: (entries: Awaited<ReturnType<Service['entries']>>) => boolean, index: number) =>
    until(() => service.entries(task(index).id), holds, 20_000);

  test('An added entry that is undone is never sent', async () => {
    await add(0, 30, 20);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(
      () => readState(page),
      ({ time, unsent }) => time.today.length === 0 && unsent.total === 0,
    );
    expect(await service.entries(task(0).id)).toEqual([]);
  });

  test('An entry edited in the form has its new times and note at the service', async () => {
    const created = await add(1, 60, 40);
    await page.getByRole('button', { name: new RegExp(`^${task(1).identifier} `) }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('By hand');
    await page.getByRole('button', { name: 'Save' }).click();
    const [entry] = await entriesAtService((entries) => entries[0]?.description === 'By hand', 1);
    expect(entry).toMatchObject({ startTime: created.startTime, endTime: created.endTime, duration: 20 * 60 });
  });

  test('An undone stop continues the timer from its start', async () => {
    const startTime = ago(5);
    await page.evaluate((payload) => window.punchcard.send('timer.start', payload), { taskId: task(6).id, startTime });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    const { time } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(time.running?.startTime).toBe(startTime);
    const [entry] = await entriesAtService((entries) => entries.length === 1, 6);
    expect(entry?.endTime).toBeNull();
  });

  test('Quitting sends writes that wait for their undo', async () => {
    await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    await app.quit();
    const [entry] = await service.entries(task(6).id);
    expect(entry?.endTime).not.toBeNull();
    app = await launchApp();
  });
});
