/** Faults of the computer and the network that end with a message while the app keeps working. */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder } from './app.ts';
import { oddServer } from './odd-servers.ts';
import { startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost } from './tray-host.ts';

describe('damaged files', () => {
  test('A damaged local workspace is set aside with a message and replaced by an empty one', async () => {
    const dataFolder = makeDataFolder();
    const first = await launchApp({ dataFolder });
    await (await first.page()).evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await first.quit();
    const file = join(dataFolder, 'local-workspace.sqlite');
    writeFileSync(file, 'this is no database');

    const second = await launchApp({ dataFolder });
    const page = await second.page();
    const { toast } = await until(
      () => readState(page),
      ({ account, toast }) => account?.status === 'signed-in' && toast !== null,
    );
    expect(toast?.text).toMatch(/set aside/);
    const setAside = readdirSync(dataFolder).filter((name) => name.startsWith('local-workspace.sqlite.damaged-'));
    expect(setAside.map((name) => readFileSync(join(dataFolder, name), 'utf8'))).toContain('this is no database');
    // The new workspace is empty, readable, and has a board.
    const { tasks, account } = await until(
      () => readState(page),
      (state) => state.tasks.total === 0 && state.tasks.error === null && state.tasks.fetchedAt !== null,
    );
    expect(tasks).toMatchObject({ total: 0, tasks: [], error: null });
    expect(account?.workspaces.map(({ id }) => id)).toEqual([account?.workspaceId]);
    const projects = await page.evaluate(() => window.punchcard.send('board.projects', {}));
    expect(projects).toMatchObject({ ok: true, value: [{ name: 'Personal' }] });
    await second.quit();

    const third = await launchApp({ dataFolder });
    const later = await until(
      async () => readState(await third.page()),
      (state) => state.account?.status === 'signed-in' && state.tasks.total === 0,
    );
    expect(later.account).toMatchObject({ id: account?.id, workspaceId: account?.workspaceId });
    expect(later.tasks.error).toBeNull();
    await third.quit();
  });

  test('Damage inside the local workspace is found at the start', async () => {
    const dataFolder = makeDataFolder();
    const first = await launchApp({ dataFolder });
    await (await first.page()).evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await first.quit();
    const file = openSync(join(dataFolder, 'local-workspace.sqlite'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(fstatSync(file).size / 8192) * 4096);
    closeSync(file);

    const second = await launchApp({ dataFolder });
    const page = await second.page();
    const { toast } = await until(
      () => readState(page),
      (state) => state.account?.status === 'signed-in' && state.tasks.total === 0 && state.toast !== null,
    );
    expect(toast?.text).toMatch(/set aside/);
    await second.quit();
  });

  test('A damaged app database is set aside with a message, and the first-run page opens', async () => {
    const dataFolder = makeDataFolder();
    const file = join(dataFolder, 'punchcard.sqlite');
    writeFileSync(file, 'neither is this');
    const app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    expect((await readState(page)).toast?.text).toMatch(/set aside/);
    const setAside = readdirSync(dataFolder).filter((name) => name.startsWith('punchcard.sqlite.damaged-'));
    expect(setAside.map((name) => readFileSync(join(dataFolder, name), 'utf8'))).toContain('neither is this');
    await app.quit();
  });
});

test('Damaged settings are named once and reset', async () => {
  const dataFolder = makeDataFolder();
  const first = await launchApp({ dataFolder });
  // After the first answer the tables exist.
  await readState(await first.page());
  await first.quit();
  const path = join(dataFolder, 'punchcard.sqlite');
  const damaging = new DatabaseSync(path);
  damaging.exec(`INSERT OR REPLACE INTO setting (key, value) VALUES ('theme', '"sepia"'), ('idleMinutes', 'ten')`);
  damaging.close();

  const second = await launchApp({ dataFolder });
  const state = await readState(await second.page());
  expect(state.toast?.text).toMatch(/was reset: Light or dark, Count me as away after\. .* set aside/);
  expect(state.settings).toMatchObject({ theme: 'system', idleMinutes: 10 });
  await second.quit();
  const third = await launchApp({ dataFolder });
  expect((await readState(await third.page())).toast).toBeNull();
  await third.quit();
});

test('Pausing reminders changes no setting', async () => {
  const app = await launchApp();
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { settings } = await readState(page);
  const reminders = { ...settings.reminders, dailyAt: '07:30' };
  await page.evaluate((changed) => window.punchcard.send('settings.change', { reminders: changed }), reminders);
  await page.evaluate(() => window.punchcard.send('reminders.pause', { length: '1-hour' }));
  const state = await until(
    () => readState(page),
    (value) => value.reminders.pausedUntil !== null,
  );
  expect(state.settings.reminders).toEqual(reminders);
  await page.evaluate((changed) => window.punchcard.send('settings.change', { reminders: changed }), reminders);
  expect((await readState(page)).reminders.pausedUntil).toBe(state.reminders.pausedUntil);
  await app.quit();
});

test('A workspace of a newer version is not changed, and a message says what to do', async () => {
  const dataFolder = makeDataFolder();
  const first = await launchApp({ dataFolder });
  await (await first.page()).evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await first.quit();
  const path = join(dataFolder, 'local-workspace.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const before = readFileSync(path);

  const second = await launchApp({ dataFolder });
  const page = await second.page();
  const box = page.getByRole('region', { name: 'This workspace needs a newer Punchcard' });
  await box.getByText('Install the newer version').waitFor();
  expect(await page.getByText(/signed out|Sign in again/i).count()).toBe(0);
  // A retry shows the same message.
  await box.getByRole('button', { name: 'Try again' }).click();
  await box.waitFor();
  await second.quit();
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('local-workspace.sqlite'))).toEqual([
    'local-workspace.sqlite',
  ]);
});

test('A tray action blocked by another program shows a message in the window, no crash dialog', async () => {
  const trayHost = await startTrayHost();
  const app = await launchApp();
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.total > 1,
  );
  await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), tasks.tasks[0]?.id ?? '');
  const other = new DatabaseSync(join(app.dataFolder, 'punchcard.sqlite'));
  await until(
    () => {
      try {
        other.exec('BEGIN IMMEDIATE');
        return true;
      } catch {
        return false;
      }
    },
    (isHeld) => isHeld,
  );
  const tray = await trayHost.item();
  await tray.choose(`${tasks.tasks[1]?.identifier} `);
  let slowest = 0;
  const { toast, time } = await until(
    async () => {
      const asked = performance.now();
      const state = await readState(page);
      slowest = Math.max(slowest, performance.now() - asked);
      return state;
    },
    (state) => state.toast !== null && /Another program/.test(state.toast.text),
  );
  expect(toast?.text).toBe(
    'Another program is using Punchcard’s data. It keeps the database locked, so the change could not be saved.',
  );
  expect(time.running?.task.taskId).toBe(tasks.tasks[0]?.id);
  expect(slowest).toBeLessThan(1_500);
  other.exec('COMMIT');
  other.close();
  await tray.choose(`${tasks.tasks[1]?.identifier} `);
  await until(
    async () => (await readState(page)).time.running?.task.taskId,
    (taskId) => taskId === tasks.tasks[1]?.id,
  );
  await app.quit();
  await trayHost.stop();
});

test('The list is refreshed when the window gets the focus', async () => {
  const service = await startService();
  const app = await launchApp();
  const page = await signIn(app, service);
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  const isForList = ({ path }: { path: string }) => path.includes('/task/assigned');
  const lists = () => service.served.requests.filter(isForList).length;
  // After the sign-in the list is refreshed once more when the sockets are open; wait for that.
  await until(lists, (count) => count > 1);
  let asked = -1;
  await until(
    async () => {
      const before = asked;
      asked = lists();
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return asked - before;
    },
    (more) => more === 0,
  );
  // Skips ten seconds.
  await app.electron.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() + 11_000;
  });
  await app.electron.evaluate(({ BrowserWindow }) => {
    const isPopover = (window: Electron.BrowserWindow) => window.webContents.getURL().endsWith('/index.html');
    BrowserWindow.getAllWindows().find(isPopover)?.emit('focus');
  });
  await until(lists, (count) => count > asked);
  await app.quit();
  await service.stop();
});

test('A server that never answers ends with a time-out message', async () => {
  const silent = await oddServer(() => undefined);
  const app = await launchApp();
  const page = await app.page();
  await page.getByRole('button', { name: /Connect to your server/ }).click();
  await page.getByLabel('Server address').fill(silent.url);
  await page.getByRole('button', { name: 'Continue' }).click();
  const { signIn: view } = await until(
    () => readState(page),
    (state) => state.signIn.step === 'failed',
    30_000,
  );
  if (view.step !== 'failed') throw new Error(view.step);
  expect(view).toMatchObject({ reason: 'unreachable', address: silent.url });
  expect(view.error.explanation).toMatch(/No answer within 20 s/);
  silent.close();
  await app.quit();
});

test('Signing out does not wait for a server that does not answer', async () => {
  const service = await startService();
  const app = await launchApp();
  const page = await signIn(app, service);
  service.served.intercept = () => new Promise(() => undefined);
  const startedAt = Date.now();
  await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
  expect((await readState(page)).account).toBeNull();
  // The time limit of a request.
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
  await app.quit();
  await service.stop();
});

test('When the network returns, pending writes are sent at once', async () => {
  const service = await startService();
  const app = await launchApp();
  const page = await signIn(app, service);
  const port = Number(new URL(service.address).port);
  await service.served.close();
  // The network cannot be switched off for one program, so Electron's state is changed and the server closed.
  const online = (isOnline: boolean) =>
    app.electron.evaluate(({ net }, answer) => {
      net.isOnline = () => answer;
    }, isOnline);
  await online(false);
  await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.failingSince !== null,
  );
  // Long enough for the app to detect it.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await service.reopen(port);
  await online(true);
  await until(
    () => readState(page),
    (state) => state.tasks.failingSince === null,
  );
  expect(Date.now()).toBeLessThan(Date.parse(tasks.nextTryAt ?? ''));
  await app.quit();
  await service.stop();
});
