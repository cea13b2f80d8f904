/** The Time tab: entries are added, edited, undone, split, moved and deleted, also at the service. */
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

  test('A deleted part of a split entry remains at the service with zero length, with a message', async () => {
    const created = await add(2, 90, 70);
    await page.evaluate((payload) => window.punchcard.send('time.split', payload), {
      entryId: created.id,
      at: ago(80),
    });
    await entriesAtService((entries) => entries.length === 2, 2);
    const { time } = await readState(page);
    const parts = time.today.filter((entry) => entry.task.taskId === task(2).id);
    expect(parts.map(({ startTime, endTime }) => Date.parse(endTime ?? '') - Date.parse(startTime))).toEqual([
      10 * MINUTE,
      10 * MINUTE,
    ]);
    await page.evaluate((entryId) => window.punchcard.send('time.delete', { entryId }), parts[1]?.id ?? '');
    expect((await readState(page)).toast?.text).toMatch(/0:00 will remain on the server/);
    const entries = await entriesAtService((all) => all.some(({ duration }) => duration === 0), 2);
    expect(entries.map(({ duration }) => duration).sort()).toEqual([0, 600]);
  });

  test('An overlap is shown and trimmed by one click', async () => {
    await add(3, 150, 130);
    await add(4, 140, 120);
    expect((await readState(page)).toast?.text).toMatch(/overlaps .* by 0:10/);
    await page.getByRole('button', { name: /^Fix the overlap/ }).click();
    await page.getByRole('menuitem', { name: /^Trim this entry/ }).click();
    const [entry] = await entriesAtService((entries) => entries.length === 1, 4);
    expect(entry?.duration).toBe(10 * 60);
  });

  test('Stopping after more than twelve hours asks first', async () => {
    const answer = await page.evaluate((payload) => window.punchcard.send('time.add', payload), {
      taskId: task(5).id,
      startTime: ago(13 * 60 + 200),
      endTime: ago(200),
      note: '',
    });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'needs-confirmation' } });
  });

  test('The form asks before it saves more than twelve hours', async () => {
    const created = await add(5, 40, 30);
    await page.getByRole('button', { name: new RegExp(`^${task(5).identifier} `) }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Other day' }).click();
    const day = page.getByLabel('Start day');
    const dayBefore = new Date(Date.parse(await day.inputValue()) - 24 * 60 * MINUTE).toISOString().slice(0, 10);
    await day.fill(dayBefore);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByRole('heading', { name: /^Really \d+:10 hours\?$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Yes, keep it' }).click();
    const [entry] = await entriesAtService((entries) => (entries[0]?.duration ?? 0) > 12 * 3600, 5);
    expect(entry?.endTime).toBe(created.endTime);
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
