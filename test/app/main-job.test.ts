/** The main job: sign in with the browser, see the tasks, start, stop and correct a timer, and find the entry at the service. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import keytar from 'keytar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { contentOf, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type FakeBrowser, makeBrowser } from './browser.ts';
import { type Service, startService } from './service.ts';
import { expectState, resultOf, sendNow, stopClocks, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

describe('the main job', () => {
  let service: Service;
  let trayHost: TrayHost;
  let browser: FakeBrowser;
  let app: RunningApp;
  const dataFolder = makeDataFolder();

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    browser = makeBrowser();
    app = await launchApp({ dataFolder, env: browser.env });
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  let accountId = '';
  let token = '';

  test('The device sign-in shows and copies the code, opens the browser, and shows the list', async () => {
    const page = await app.page();
    await page.getByLabel('Server address').fill(`${service.address}/api/`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter this code in your browser').waitFor();

    const { signIn } = await untilState(page, (state) => state.signIn.step === 'waiting');
    if (signIn.step !== 'waiting') throw new Error(signIn.step);
    await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(signIn.userCode);
    await page.getByRole('button', { name: 'Open browser' }).click();
    const [opened] = await until(browser.opened, (pages) => pages.length > 0);
    expect(opened).toBe(`${service.address}/device?user_code=${signIn.userCode}`);

    const answer = await service.press(opened ?? '', 'approve');
    expect(answer).toContain('Approved');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    const { total } = await service.assigned();
    const { tasks } = await untilState(page, (state) => state.tasks.total === total);
    expect(tasks.tasks).toHaveLength(total);
    await page
      .getByRole('button', { name: /^PAY-\d+ / })
      .first()
      .waitFor();
  });

  test('The token is only in the keychain', async () => {
    const page = await app.page();
    const state = await untilState(page, ({ account }) => account?.tokenIn === 'keychain');
    accountId = state.account?.id ?? '';
    token = (await keytar.getPassword('Punchcard', accountId)) ?? '';
    expect(token.length).toBeGreaterThan(20);
    for (const file of filesBelow(dataFolder)) {
      expect(contentOf(file).includes(token), `${file} holds the token`).toBe(false);
    }
    expect(JSON.stringify(state)).not.toContain(token);
    expect(app.output()).not.toContain(token);
  });

  test('Enter starts the timer; the tray shows it, and the service gets a running entry', async () => {
    const page = await app.page();
    const tray = await trayHost.item();
    // A start is sent a few seconds later, and a stop once it cannot be undone any more.
    await stopClocks(app);
    const idle = await tray.icon();
    const isIdle = async () => (await tray.icon()).pixels.equals(idle.pixels);
    const row = page.getByRole('button', { name: /^PAY-\d+ / }).first();
    await row.focus();
    await row.press('Enter');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();

    const { time } = await untilState(page, (state) => state.time.running !== null);
    const { task, startTime } = time.running ?? never();
    await expect.poll(tray.tooltip).toContain(task.identifier);
    await expect.poll(isIdle).toBe(false);
    await expectState(page, (state) => state.time.running?.sync).toBe('waiting');
    await expect.poll(() => service.entries(task.taskId)).toEqual([]);

    await sendNow(app, page);
    const [entry] = await until(
      () => service.entries(task.taskId),
      (entries) => entries.length > 0,
    );
    expect(entry).toMatchObject({ startTime, endTime: null });
  });

  test('Stopping from the tray is undone in the window; the second time it completes the entry at the service', async () => {
    const page = await app.page();
    const tray = await trayHost.item();
    const { time } = await untilState(page, (state) => state.time.running !== null);
    const { task, startTime } = time.running ?? never();
    await tray.choose(`Stop ${task.identifier}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectState(page, (state) => state.time.running?.startTime).toBe(startTime);
    await tray.choose(`Stop ${task.identifier}`);
    await expectState(page, (state) => state.time.running).toBeNull();
    await sendNow(app, page);
    const [entry, ...others] = await until(
      () => service.entries(task.taskId),
      ([first]) => first?.endTime != null,
    );
    expect(others).toEqual([]);
    expect(entry?.startTime).toBe(startTime);
    const seconds = Math.floor((Date.parse(entry?.endTime ?? '') - Date.parse(startTime)) / 1000);
    expect(entry?.duration).toBe(seconds);
    const after = await untilState(page, (state) => state.outbox.total === 0);
    expect(after.time.running).toBeNull();
    expect(after.time.today.map(({ sync }) => sync)).toEqual(['sent']);
  });

  test('An entry edited in the Time tab is sent by quitting, although it could still be undone', async () => {
    const page = await app.page();
    const { tasks, time } = await untilState(page, (state) => state.tasks.total > 1 && state.time.today.length === 1);
    const task = tasks.tasks.find(({ id }) => id !== time.today[0]?.task.taskId) ?? never();
    const times = { startTime: ago(60), endTime: ago(40) };
    await resultOf(page, 'time.add', { taskId: task.id, ...times, note: '' });
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByRole('button', { name: new RegExp(`^${task.identifier} `) }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('By hand');
    await page.getByRole('button', { name: 'Save' }).click();
    await untilState(page, (state) => state.time.today.some(({ note }) => note === 'By hand'));
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await expect.poll(() => service.entries(task.id)).toEqual([]);
    await app.quit();
    // The app sends milliseconds of its own.
    const near = (instant: string) => expect.stringContaining(instant.slice(0, 19));
    const [startTime, endTime] = [near(times.startTime), near(times.endTime)];
    const sent = { startTime, endTime, duration: 20 * 60, description: 'By hand' };
    await expect.poll(() => service.entries(task.id)).toMatchObject([sent]);
  });

  test('After a restart the person is signed in from the keychain', async () => {
    app = await launchApp({ dataFolder, env: browser.env });
    const page = await app.page();
    const { tasks } = await untilState(
      page,
      (state) => state.account?.tokenIn === 'keychain' && state.tasks.fetchedAt !== null && !state.tasks.loading,
    );
    expect(tasks.error).toBeNull();
    await expectState(page, ({ account }) => account?.status).toBe('signed-in');
    await expectState(page, ({ time }) => time.today).toHaveLength(2);
  });

  test('Signing out ends the session at the service and empties the keychain', async () => {
    const page = await app.page();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Server address' }).waitFor();
    await expect.poll(() => keytar.getPassword('Punchcard', accountId)).toBeNull();
    const headers = { Authorization: `Bearer ${token}` };
    await expect.poll(async () => (await fetch(`${service.served.baseUrl}/user/me`, { headers })).status).toBe(401);
  });
});

/** Minutes before now. */
const ago = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();

function never(): never {
  throw new Error('There is no such entry');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
