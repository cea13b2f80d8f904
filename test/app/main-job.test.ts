/** The main job: sign in with the browser, see the tasks, start, stop and correct a timer, and find the entry at the service. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import keytar from 'keytar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type FakeBrowser, makeBrowser } from './browser.ts';
import { type Service, startService } from './service.ts';
import { readState, sendNow, until } from './steps.ts';
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

    const { signIn } = await readState(page);
    if (signIn.step !== 'waiting') throw new Error(signIn.step);
    expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(signIn.userCode);
    await page.getByRole('button', { name: 'Open browser' }).click();
    const [opened] = await until(browser.opened, (pages) => pages.length > 0);
    expect(opened).toBe(`${service.address}/device?user_code=${signIn.userCode}`);

    expect(await service.press(opened ?? '', 'approve')).toContain('Approved');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    const { total } = await service.assigned();
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.total === total,
    );
    expect(tasks.tasks).toHaveLength(total);
    await page
      .getByRole('button', { name: /^PAY-\d+ / })
      .first()
      .waitFor();
  });

  test('The token is only in the keychain', async () => {
    const page = await app.page();
    accountId = (await readState(page)).account?.id ?? '';
    token = (await keytar.getPassword('Punchcard', accountId)) ?? '';
    expect(token.length).toBeGreaterThan(20);
    for (const file of filesBelow(dataFolder)) {
      expect(readFileSync(file).includes(token), `${file} holds the token`).toBe(false);
    }
    expect(JSON.stringify(await readState(page))).not.toContain(token);
    expect(app.output()).not.toContain(token);
  });

  test('Enter starts the timer; the tray shows it, and the service gets a running entry', async () => {
    const page = await app.page();
    const tray = await trayHost.item();
    const idle = await tray.icon();
    const row = page.getByRole('button', { name: /^PAY-\d+ / }).first();
    await row.focus();
    await row.press('Enter');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();

    const { time } = await readState(page);
    expect(time.running?.sync).toBe('waiting');
    const { task, startTime } = time.running ?? never();
    expect(await tray.tooltip()).toContain(task.identifier);
    expect((await tray.icon()).pixels.equals(idle.pixels)).toBe(false);
    expect(await service.entries(task.taskId)).toEqual([]);

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
    const { time } = await readState(page);
    const { task, startTime } = time.running ?? never();
    await tray.choose(`Stop ${task.identifier}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(undone.time.running?.startTime).toBe(startTime);
    await tray.choose(`Stop ${task.identifier}`);
    await until(
      () => readState(page),
      (state) => state.time.running === null,
    );
    await sendNow(app, page);
    const [entry, ...others] = await until(
      () => service.entries(task.taskId),
      ([first]) => first?.endTime != null,
    );
    expect(others).toEqual([]);
    expect(entry?.startTime).toBe(startTime);
    const seconds = Math.floor((Date.parse(entry?.endTime ?? '') - Date.parse(startTime)) / 1000);
    expect(entry?.duration).toBe(seconds);
    const after = await until(
      () => readState(page),
      (state) => state.unsent.total === 0,
    );
    expect(after.time.running).toBeNull();
    expect(after.time.today.map(({ sync }) => sync)).toEqual(['sent']);
  });

  test('An entry edited in the Time tab is sent by quitting, although it could still be undone', async () => {
    const page = await app.page();
    const { tasks, time } = await readState(page);
    const task = tasks.tasks.find(({ id }) => id !== time.today[0]?.task.taskId) ?? never();
    const times = { startTime: ago(60), endTime: ago(40) };
    const added = { taskId: task.id, ...times, note: '' };
    await page.evaluate((entry) => window.punchcard.send('time.add', entry), added);
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByRole('button', { name: new RegExp(`^${task.identifier} `) }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('By hand');
    await page.getByRole('button', { name: 'Save' }).click();
    await until(
      () => readState(page),
      (state) => state.time.today.some(({ note }) => note === 'By hand'),
    );
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await service.entries(task.id)).toEqual([]);
    await app.quit();
    expect(await service.entries(task.id)).toMatchObject([{ ...times, duration: 20 * 60, description: 'By hand' }]);
  });

  test('After a restart the person is signed in from the keychain', async () => {
    app = await launchApp({ dataFolder, env: browser.env });
    const page = await app.page();
    const state = await until(
      () => readState(page),
      ({ tasks, account }) => account?.tokenIn === 'keychain' && tasks.fetchedAt !== null && !tasks.loading,
    );
    expect(state.account?.status).toBe('signed-in');
    expect(state.tasks.error).toBeNull();
    expect(state.time.today).toHaveLength(2);
  });

  test('Signing out ends the session at the service and empties the keychain', async () => {
    const page = await app.page();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Server address' }).waitFor();
    expect(await keytar.getPassword('Punchcard', accountId)).toBeNull();
    const answer = await fetch(`${service.served.baseUrl}/user/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
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
