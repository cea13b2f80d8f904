/** The next start draws what the windows were told last, before main can answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { STOP_FLAG } from '../../electron/desktop/menu-entry.mjs';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readState, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const isVisible = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const answerNow = (app: RunningApp) => app.electron.evaluate(() => Reflect.get(globalThis, 'answerNow')());

describe('what the windows were told last', () => {
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
    await until(
      () => readState(page),
      ({ tasks }) => tasks.total > 0,
    );
    await page.evaluate(() =>
      window.punchcard.send('settings.change', { theme: 'dark', zoom: 150, language: 'de', pinned: true }),
    );
    await app.quit();
  });
  afterEach(() => app.quit());

  test('is drawn at the next start, as it looked, before main answers; a click then counts once it does', async () => {
    app = await startLate();
    const page = await app.page();
    await page.getByRole('tab', { name: /Meine Aufgaben/ }).waitFor();
    const start = page.getByRole('button', { name: /^Timer starten: / }).first();
    await start.waitFor();
    expect(await until(() => isVisible(app), Boolean)).toBe(true);
    const look = await page.evaluate(() => ({
      zoom: devicePixelRatio,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      theme: document.documentElement.dataset.theme,
      language: document.documentElement.lang,
    }));
    expect(look).toMatchObject({ zoom: 1.5, theme: 'dark', language: 'de' });
    const rows = await page.locator('[data-task-id]').count();
    await start.click();
    expect(await page.getByRole('button', { name: /^Timer stoppen: / }).count()).toBe(0);

    await answerNow(app);
    const { time, tasks } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(tasks.tasks.map(({ id }) => id)).toContain(time.running?.task.taskId);
    // From then on main is asked.
    expect(await page.evaluate(() => window.punchcard.startupSnapshot())).toBeNull();
    expect(await page.locator('[data-task-id]').count()).toBeGreaterThanOrEqual(rows);
  });

  test.each([
    ['of another build', (text: string) => text.replace('"build":"', '"build":"x')],
    ['that cannot be drawn', (text: string) => JSON.stringify({ ...JSON.parse(text), state: {} })],
    ['that is half there', (text: string) => text.slice(0, text.length / 2)],
  ])('%s hinders nobody', async (_name, spoil) => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, spoil(text));
    app = await startLate();
    const page = await app.page();
    await until(
      () => page.evaluate(() => document.readyState),
      (state) => state === 'complete',
    );
    expect(await page.locator('[data-task-id], .window__broken').count()).toBe(0);
    await answerNow(app);
    await page.locator('[data-task-id]').first().waitFor();
  });

  describe('in the moment before main is there', () => {
    let trayHost: TrayHost | undefined;
    afterEach(async () => {
      await trayHost?.stop();
      trayHost = undefined;
    });
    const withAtFirstSight = (what: string) => ({
      dataFolder,
      preload: join(import.meta.dirname, 'first-window-action.cjs'),
      env: { FIRST_WINDOW_ACTION: what },
    });
    const startWith = (what: string) => launchApp(withAtFirstSight(what));
    const pinned = async (to: boolean) => {
      app = await launchApp({ dataFolder });
      // With another tray than last time the window is made again.
      await until(
        async () => {
          const page = await app.page();
          return page
            .evaluate((isPinned) => window.punchcard.send('settings.change', { pinned: isPinned }), to)
            .catch(() => null);
        },
        (answer) => answer?.ok === true,
      );
      await until(
        () => readFileSync(join(dataFolder, 'tray-host'), 'utf8'),
        (kept) => kept === (trayHost === undefined ? 'no' : 'yes'),
      );
      await app.quit();
    };

    test.each([
      ['an ordinary window that is closed ends the app', 'close'],
      ['who quits has quit', 'quit'],
    ])(
      '%s',
      async (_name, what) => {
        // Not through Playwright, which may still be on its way in when the app is gone.
        const { executablePath, args, env } = electronCommand(withAtFirstSight(what));
        const child = spawn(executablePath, args, { env, stdio: 'ignore' });
        expect(await once(child, 'exit')).toEqual([0, null]);
      },
      20_000,
    );

    test('who turns to something else is left in peace', async () => {
      trayHost = await startTrayHost();
      await pinned(false);
      app = await startWith('leave');
      const page = await app.page();
      await until(
        () => readState(page),
        ({ account }) => account?.status === 'signed-in',
      );
      expect(await isVisible(app)).toBe(false);
      await app.quit();
      await pinned(true);
    });

    test('a page that ends is made anew', async () => {
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

    test('the menu’s action is kept until it can be done', async () => {
      app = await launchApp({ dataFolder });
      const before = await app.page();
      const { tasks } = await readState(before);
      await before.evaluate((taskId) => window.punchcard.send('timer.start', { taskId }), tasks.tasks[0]?.id ?? '');
      await app.quit();
      app = await startWith(STOP_FLAG);
      const page = await app.page();
      await until(
        () => readState(page),
        ({ time }) => time.running === null,
      );
    });
  });

  test('is gone with the account', async () => {
    app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.locator('[data-task-id]').first().waitFor();
    expect(existsSync(file)).toBe(true);
    await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
    await until(
      () => existsSync(file),
      (isThere) => !isThere,
    );
  });
});
