/** Faults of the computer and the network that end with a message while the app keeps working. */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { State } from '../../shared/contract/index.ts';
import { PATIENCE_MS, until } from '../until.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { expectState, frontAccountId, resultOf, send, signIn, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

describe('damaged files', () => {
  const dataFolder = makeDataFolder();
  const workspaceFile = join(dataFolder, 'local-workspace.sqlite');
  const isRead = ({ account, tasks }: State) => account?.status === 'signed-in' && tasks.fetchedAt !== null;
  const workspaceFiles = () => readdirSync(dataFolder).filter((name) => name.startsWith('local-workspace.sqlite'));

  /** Runs the app in the data folder for as long as `use` takes. */
  async function run(use: (page: Page) => Promise<unknown>): Promise<void> {
    const app = await launchApp({ dataFolder });
    try {
      await use(await app.page());
    } finally {
      await app.quit();
    }
  }

  beforeAll(() => run((page) => page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }))));

  test('A workspace of a newer version is not changed, and a message says what to do; damaged settings are named and reset', async () => {
    const original = readFileSync(workspaceFile);
    const newer = new DatabaseSync(workspaceFile);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    const before = readFileSync(workspaceFile);
    const damaging = new DatabaseSync(join(dataFolder, 'punchcard.sqlite'));
    damaging.exec(`INSERT OR REPLACE INTO setting (key, value) VALUES ('theme', '"sepia"'), ('idleMinutes', 'ten')`);
    damaging.close();
    await run(async (page) => {
      await expectState(page, ({ toast }) => toast?.text).toMatch(
        /was reset: Light or dark, Count me as away after\. .* set aside/,
      );
      await expectState(page, ({ settings }) => settings).toMatchObject({ theme: 'system', idleMinutes: 10 });
      const box = page.getByRole('region', { name: 'This workspace needs a newer Punchcard' });
      await box.getByText('Install the newer version').waitFor();
      await expect.poll(() => page.getByText(/signed out|Sign in again/i).count()).toBe(0);
      // A retry shows the same message.
      await box.getByRole('button', { name: 'Try again' }).click();
      await box.waitFor();
    });
    expect(readFileSync(workspaceFile).equals(before)).toBe(true);
    expect(workspaceFiles()).toEqual(['local-workspace.sqlite']);
    writeFileSync(workspaceFile, original);
  });

  test('Damage inside the local workspace is found at the start', async () => {
    const file = openSync(workspaceFile, 'r+');
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(fstatSync(file).size / 8192) * 4096);
    closeSync(file);
    await run(async (page) => {
      const { toast } = await untilState(
        page,
        (state) => state.account?.status === 'signed-in' && state.tasks.total === 0 && state.toast !== null,
      );
      expect(toast?.text).toMatch(/set aside/);
    });
  });

  test('A damaged local workspace is set aside with a message and replaced by an empty one; nothing is named twice', async () => {
    writeFileSync(workspaceFile, 'this is no database');
    let created: State['account'] = null;
    await run(async (page) => {
      const { toast } = await untilState(
        page,
        ({ account, toast }) => account?.status === 'signed-in' && toast !== null,
      );
      expect(toast?.text).toMatch(/set aside/);
      const contents = workspaceFiles().map((name) => readFileSync(join(dataFolder, name), 'utf8'));
      expect(contents).toContain('this is no database');
      // The new workspace is empty, readable, and has a board.
      const { tasks, account } = await untilState(
        page,
        (state) => state.tasks.total === 0 && state.tasks.error === null && state.tasks.fetchedAt !== null,
      );
      expect(tasks).toMatchObject({ total: 0, tasks: [], error: null });
      expect(account?.workspaces.map(({ id }) => id)).toEqual([account?.workspaceId]);
      await expectState(page, ({ projects }) => projects).toMatchObject([{ name: 'Personal' }]);
      created = account;
    });

    await run(async (page) => {
      const { account, tasks } = await untilState(page, isRead);
      expect(account).toMatchObject({ id: created?.id, workspaceId: created?.workspaceId });
      expect(tasks).toMatchObject({ total: 0, error: null });
      await expectState(page, ({ toast }) => toast).toBeNull();
    });
  });
});

describe('a running app', () => {
  let service: Service;
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    page = await signIn(app, service);
    await resultOf(page, 'settings.change', { pinned: true });
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  test('Pausing reminders changes no setting', async () => {
    const { settings } = await untilState(page, ({ account }) => account !== null);
    const reminders = { ...settings.reminders, dailyAt: '07:30' };
    await resultOf(page, 'settings.change', { reminders });
    await resultOf(page, 'reminders.pause', { length: '1-hour' });
    const state = await untilState(page, (value) => value.reminders.pausedUntil !== null);
    expect(state.settings.reminders).toEqual(reminders);
    await resultOf(page, 'settings.change', { reminders: { ...reminders, dailyAt: '07:45' } });
    await expectState(page, (value) => [value.settings.reminders.dailyAt, value.reminders.pausedUntil]).toEqual([
      '07:45',
      state.reminders.pausedUntil,
    ]);
  });

  test('A tray action blocked by another program shows a message in the window, no crash dialog', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
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
    const { toast, time } = await untilState(
      page,
      (state) => state.toast !== null && /Another program/.test(state.toast.text),
    );
    expect(toast?.text).toBe(
      'Another program is using Punchcard’s data. It keeps the database locked, so the change could not be saved.',
    );
    expect(time.running?.task.taskId).toBe(tasks.tasks[0]?.id);
    other.exec('COMMIT');
    other.close();
    await tray.choose(`${tasks.tasks[1]?.identifier} `);
    await expectState(page, (state) => state.time.running?.task.taskId).toBe(tasks.tasks[1]?.id);
    await resultOf(page, 'timer.discard', {});
  });

  test('The list is refreshed when the window gets the focus', async () => {
    const lists = () => service.served.requests.filter(({ path }) => path.includes('/task/assigned')).length;
    // After the sign-in the list is refreshed once more when the sockets are open.
    await until(lists, (count) => count > 1);
    // Three times, because one request may have another reason.
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = lists();
      // Skips ten seconds. While another read is under way none begins.
      const focused = async () => {
        await app.electron.evaluate(({ BrowserWindow }) => {
          const real = Date.now;
          Date.now = () => real() + 11_000;
          const isPopover = (window: Electron.BrowserWindow) => window.webContents.getURL().endsWith('/index.html');
          BrowserWindow.getAllWindows().find(isPopover)?.emit('focus');
        });
        return lists();
      };
      await until(focused, (count) => count > asked);
    }
  });

  test('When the network returns, pending writes are sent at once', async () => {
    const port = Number(new URL(service.address).port);
    await service.served.close();
    // The network cannot be switched off for one program, so Electron's state is changed and the server closed.
    await app.electron.evaluate(({ net }) => {
      net.isOnline = () => {
        Reflect.set(globalThis, 'hasAskedOffline', true);
        return false;
      };
    });
    // Its next try is later than this test waits.
    await until(
      async () => {
        await send(page, 'tasks.refresh', {});
        return untilState(page, ({ tasks }) => tasks.failingSince !== null && !tasks.loading);
      },
      ({ tasks }) => Date.parse(tasks.nextTryAt ?? '') > Date.now() + PATIENCE_MS,
    );
    await until(
      () => app.electron.evaluate(() => Reflect.get(globalThis, 'hasAskedOffline') === true),
      (hasAsked) => hasAsked,
    );
    await service.reopen(port);
    await app.electron.evaluate(({ net }) => {
      net.isOnline = () => true;
    });
    await untilState(page, (state) => state.tasks.failingSince === null);
  });

  test('Signing out does not wait for a server that does not answer', async () => {
    const accountId = await frontAccountId(page);
    service.served.intercept = () => new Promise(() => undefined);
    // Requests have no time limit either.
    await app.electron.evaluate(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await resultOf(page, 'account.sign-out', { accountId });
    await expectState(page, ({ account }) => account).toBeNull();
    await page.getByRole('textbox', { name: 'Server address' }).waitFor();
  });
});
