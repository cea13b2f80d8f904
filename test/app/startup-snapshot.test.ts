/**
 * The startup snapshot: the next start draws the last state before main answers. test/electron/store/startup-snapshot.test.ts and
 * test/components/app/start.test.tsx test which ones are ignored.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { STOP_FLAG } from '../../electron/desktop/system/menu-entry.mjs';
import { until } from '../until.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { expectState, frontAccountId, resultOf, untilState } from './steps.ts';
import { startTrayHost } from './tray-host.ts';

const isVisible = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const answerNow = (app: RunningApp) => app.electron.evaluate(() => Reflect.get(globalThis, 'answerNow')());

describe('startup snapshot', () => {
  const dataFolder = makeDataFolder();
  const file = join(dataFolder, 'last-state.json');
  let app: RunningApp;
  const startLate = () =>
    launchApp({
      dataFolder,
      colorScheme: 'light',
      preload: join(import.meta.dirname, 'delayed-answers.cjs'),
    });

  beforeAll(async () => {
    app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await untilState(page, ({ tasks }) => tasks.total > 0);
    await page.evaluate(() => window.punchcard.send('settings.change', { theme: 'dark', zoom: 150, language: 'de' }));
    await app.quit();
  });
  afterEach(() => app.quit());

  test('The next start draws the snapshot before main answers, and clicks take effect afterwards', async () => {
    app = await startLate();
    const page = await app.page();
    await page.getByRole('tab', { name: /Meine Aufgaben/ }).waitFor();
    const start = page.getByRole('button', { name: /^Timer starten: / }).first();
    await start.waitFor();
    await expect.poll(() => isVisible(app)).toBe(true);
    const appearance = () =>
      page.evaluate(() => ({
        zoom: devicePixelRatio,
        theme: document.documentElement.dataset.theme,
        language: document.documentElement.lang,
      }));
    await expect.poll(appearance).toEqual({ zoom: 1.5, theme: 'dark', language: 'de' });
    const rows = await page.locator('[data-task-id]').count();
    await start.click();
    await expect.poll(() => page.getByRole('button', { name: /^Timer stoppen: / }).count()).toBe(0);

    await answerNow(app);
    const { time, tasks } = await untilState(page, (state) => state.time.running !== null);
    expect(tasks.tasks.map(({ id }) => id)).toContain(time.running?.task.taskId);
    // From then on the state comes from main.
    await expect.poll(() => page.evaluate(() => window.punchcard.startupSnapshot())).toBeNull();
    await expect.poll(() => page.locator('[data-task-id]').count()).toBeGreaterThanOrEqual(rows);
  });

  describe('before main is ready', () => {
    const withFirstAction = (what: string) => ({
      dataFolder,
      preload: join(import.meta.dirname, 'first-window-action.cjs'),
      env: { FIRST_WINDOW_ACTION: what },
    });
    const startWith = (what: string) => launchApp(withFirstAction(what));

    // The timer of the test above is running.
    test('The menu’s stop action is executed once main is ready', async () => {
      app = await startWith(STOP_FLAG);
      const page = await app.page();
      await untilState(page, ({ time, account }) => account?.status === 'signed-in' && time.running === null);
      await expectState(page, ({ toast }) => toast?.undo).toMatchObject({ label: 'Rückgängig' });
    });

    test('A crashed page is reloaded', async () => {
      app = await startWith('crash');
      await until(
        async () =>
          (await app.page())
            .locator('[data-task-id]')
            .count()
            .catch(() => 0),
        (count) => count > 0,
      );
    });

    test.each([
      ['Closing an ordinary window ends the app', 'close'],
      ['Quitting ends the app', 'quit'],
    ])('%s', async (_name, what) => {
      // Without Playwright, which may still be connecting when the app exits.
      const { executablePath, args, env } = electronCommand(withFirstAction(what));
      const child = spawn(executablePath, args, { env, stdio: 'ignore' });
      const end = await once(child, 'exit');
      expect(end).toEqual([0, null]);
    });

    test('A window that lost the focus stays hidden; signing out deletes the snapshot', async () => {
      const trayHost = await startTrayHost();
      onTestFinished(() => trayHost.stop());
      // If the tray differs from the last start, the window is created again.
      writeFileSync(join(dataFolder, 'tray-host'), 'yes');
      app = await startWith('leave');
      const page = await app.page();
      await untilState(page, ({ account }) => account?.status === 'signed-in');
      await expect.poll(() => isVisible(app)).toBe(false);
      expect(existsSync(file)).toBe(true);
      await resultOf(page, 'account.sign-out', { accountId: await frontAccountId(page) });
      await expect.poll(() => existsSync(file)).toBe(false);
    });
  });
});
