/** The window is shown, hidden, destroyed, created again and moved without losing anything, with a tray and without. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STOP_FLAG } from '../../electron/desktop/menu-entry.mjs';
import { messages as detailWords } from '../../shared/i18n/generated/en/task-page.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readState, sendNow, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const windows = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    // The popover, not the hidden quick-add window.
    BrowserWindow.getAllWindows()
      .filter((window) => window.webContents.getURL().endsWith('/index.html'))
      .map((window) => ({ isVisible: window.isVisible() })),
  );

const boundsOf = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/index.html'))
      ?.getBounds(),
  );

/** A click on the tray icon right after hiding does not open the popover again (ms). */
const CLICK_AGAIN_MS = 400;

describe('with a tray', () => {
  let trayHost: TrayHost;
  let app: RunningApp;
  const dataFolder = makeDataFolder();
  beforeAll(async () => {
    trayHost = await startTrayHost();
    app = await launchApp({ dataFolder });
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const startAgain = (...args: string[]) =>
    app.electron.evaluate(
      ({ app: main }, flags) => void main.emit('second-instance', {}, ['punchcard', ...flags]),
      args,
    );

  test('One click opens the local workspace with a sample, which one click removes', async () => {
    const page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByRole('button', { name: /^PAY-\d+ / })
      .first()
      .waitFor();
    const { account, tasks, sample } = await readState(page);
    expect(account).toMatchObject({ kind: 'local', status: 'signed-in', server: 'This computer', error: null });
    expect(tasks.total).toBeGreaterThan(10);
    expect(sample).toEqual({ present: true });

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await until(
      () => readState(page),
      (state) => state.tasks.total === 0 && state.sample?.present === false,
    );
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await until(
      () => readState(page),
      (state) => state.tasks.total > 10,
    );
    await page.getByRole('button', { name: 'Back' }).click();
  });

  test('A second start at log-in shows no window; a manual one does', async () => {
    const page = await app.page();
    // Otherwise a short loss of focus hides it.
    await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    await startAgain('--hidden');
    await pause(300);
    expect(await windows(app)).toEqual([{ isVisible: false }]);
    await startAgain();
    await until(
      () => windows(app),
      ([one]) => one?.isVisible === true,
    );
  });

  test('The menu’s stop action stops the timer, and opens the window only for a message', async () => {
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    const { tasks } = await readState(page);
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), tasks.tasks[0]?.id ?? '');
    await startAgain(STOP_FLAG);
    const stopped = await until(
      () => readState(page),
      ({ time }) => time.running === null,
    );
    expect(stopped.toast?.undo).not.toBeNull();
    expect(await windows(app)).toEqual([{ isVisible: false }]);

    await startAgain(STOP_FLAG);
    await until(
      () => windows(app),
      ([one]) => one?.isVisible === true,
    );
    expect((await readState(page)).toast?.text).toMatch(/No timer is running/);
  });

  test('Windows close before macOS installs an update; if it fails, the app continues', async () => {
    const left = await app.electron.evaluate(({ autoUpdater, BrowserWindow }) => {
      autoUpdater.emit('before-quit-for-update');
      return BrowserWindow.getAllWindows().length;
    });
    expect(left).toBe(0);
    await app.electron.evaluate(({ app: main }) => void main.emit('activate'));
    await until(
      () => windows(app),
      ([one]) => one?.isVisible === true,
    );
    expect((await readState(await app.page())).account?.kind).toBe('local');
  });

  test('A popover hidden for a while is destroyed; the next click creates it with its state', async () => {
    const page = await app.page();
    const { tasks } = await readState(page);
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), tasks.tasks[0]?.id ?? '');
    // Otherwise a short loss of focus hides it, and it would be destroyed at once.
    await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
    // Shortens only this wait.
    await app.electron.evaluate(() => {
      const real = globalThis.setTimeout;
      Reflect.set(globalThis, 'setTimeout', (work: () => void, ms: number) => real(work, ms === 20_000 ? 200 : ms));
    });
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    await until(
      () => windows(app),
      (all) => all.length === 0,
    );
    await pause(CLICK_AGAIN_MS);
    await (await trayHost.item()).click();
    const again = await app.page(page);
    // The page and position are restored.
    await again.getByRole('tab', { name: 'Account' }).waitFor();
    await again.getByRole('button', { name: 'Back' }).click();
    await again.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    expect((await readState(again)).time.running?.task.taskId).toBe(tasks.tasks[0]?.id);
    expect(await again.getByRole('tab', { name: 'Time' }).getAttribute('aria-selected')).toBe('true');
    await again.evaluate(() => window.punchcard.send('timer.discard', {}));
  });

  test('A popover with unsaved text is not destroyed', async () => {
    const page = await app.page();
    await page.getByRole('tab', { name: /My tasks/ }).click();
    await page
      .getByRole('button', { name: /^PAY-\d+ / })
      .first()
      .click();
    await page.getByRole('button', { name: detailWords.addLink }).click();
    await page.getByLabel(detailWords.linkTitle).fill('What I found');
    // As on a busy computer, where the page answers too late.
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true));
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    // Five times as long as it takes now until one without text is destroyed.
    await pause(1_000);
    expect(await windows(app)).toEqual([{ isVisible: false }]);
    await (await trayHost.item()).click();
    await until(
      () => windows(app),
      ([popover]) => popover?.isVisible === true,
    );
    expect(await page.getByLabel(detailWords.linkTitle).inputValue()).toBe('What I found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    await until(
      () => windows(app),
      (all) => all.length === 0,
    );
    await pause(CLICK_AGAIN_MS);
    await (await trayHost.item()).click();
    await app.page(page);
  });

  test('A crashed page is reloaded', async () => {
    const page = await app.page();
    // A hidden page is not reloaded.
    await until(
      () => windows(app),
      (all) => all.some(({ isVisible }) => isVisible),
    );
    await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.webContents.getURL().endsWith('/index.html'))
        ?.webContents.forcefullyCrashRenderer(),
    );
    const again = await app.page(page);
    await again.getByRole('tab', { name: /My tasks/ }).waitFor();
    expect((await windows(app)).map(({ isVisible }) => isVisible)).toEqual([true]);
  });

  test('A pinned popover can be moved and resized; a restart keeps its bounds, the tasks and the time entries', async () => {
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('settings.change', { pinned: false }));
    const { tasks } = await readState(page);
    const startTime = new Date(Date.now() - 600_000).toISOString();
    await page.evaluate(([taskId, time]) => window.punchcard.send('timer.start', { taskId, startTime: time }), [
      tasks.tasks[0]?.id ?? '',
      startTime,
    ] as const);
    await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    await sendNow(app, page);
    await page.getByRole('button', { name: 'Keep open' }).click();
    await until(
      () => readState(page),
      ({ settings, unsent }) => settings.pinned && unsent.total === 0,
    );
    const moved = { x: 300, y: 200, width: 520, height: 700 };
    const isResizable = await app.electron.evaluate(({ BrowserWindow }, bounds) => {
      const popover = BrowserWindow.getAllWindows().find((window) =>
        window.webContents.getURL().endsWith('/index.html'),
      );
      // As a window manager does for the person.
      popover?.setBounds(bounds);
      return popover?.isResizable();
    }, moved);
    expect(isResizable).toBe(true);
    await until(
      () => boundsOf(app),
      (bounds) => bounds?.width === moved.width,
    );
    await app.quit();

    app = await launchApp({ dataFolder });
    const again = await app.page();
    const bounds = await until(
      () => boundsOf(app),
      (found) => found?.x === moved.x && found.width === moved.width,
    );
    expect(bounds).toEqual(moved);
    const state = await until(
      () => readState(again),
      (value) => value.tasks.fetchedAt !== null && value.account?.status === 'signed-in' && !value.tasks.loading,
    );
    expect(state.tasks.total).toBe(tasks.total);
    expect(state.time.today).toContainEqual(expect.objectContaining({ startTime, sync: 'sent' }));

    // Unpinned it returns to the tray in its usual size.
    await again.evaluate(() => window.punchcard.send('settings.change', { pinned: false }));
    await until(
      () => boundsOf(app),
      (found) => found?.width === 400 && found.height === 620,
    );
  });

  test('A popover stays above other windows only while it is pinned', async () => {
    const page = await app.page();
    const change = (settings: { pinned?: boolean; pinnedOnTop?: boolean }) =>
      page.evaluate((to) => window.punchcard.send('settings.change', to), settings);
    const becomes = (isOnTop: boolean) =>
      until(
        () =>
          app.electron.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()
              .find((window) => window.webContents.getURL().endsWith('/index.html'))
              ?.isAlwaysOnTop(),
          ),
        (is) => is === isOnTop,
      );
    await change({ pinned: true });
    await becomes(false);
    await change({ pinnedOnTop: true });
    await becomes(true);
    await change({ pinned: false });
    await becomes(false);
    await change({ pinned: true });
    await becomes(true);
    await change({ pinnedOnTop: false });
    await becomes(false);
  });

  test('A popover on a removed screen opens completely on another one', async () => {
    await app.quit();
    writeFileSync(
      join(dataFolder, 'windows.json'),
      JSON.stringify({ bounds: { pinned: { x: 9000, y: 9000, width: 500, height: 640 } } }),
    );
    app = await launchApp({ dataFolder });
    await app.page();
    const { bounds, workArea } = await until(
      () =>
        app.electron.evaluate(({ BrowserWindow, screen }) => {
          const popover = BrowserWindow.getAllWindows().find((window) => window.isVisible());
          return { bounds: popover?.getBounds(), workArea: screen.getPrimaryDisplay().workArea };
        }),
      (value) => value.bounds !== undefined,
    );
    // In its last size, centered.
    expect(bounds?.width).toBe(500);
    expect(bounds?.x).toBe(Math.round(workArea.x + (workArea.width - 500) / 2));
    expect(bounds?.x).toBeGreaterThanOrEqual(workArea.x);
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(workArea.x + workArea.width);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(workArea.y + workArea.height);
  });
});

describe('as an ordinary window beside a tray', () => {
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;
  let hasTray = true;
  const dataFolder = makeDataFolder();
  beforeAll(async () => {
    trayHost = await startTrayHost();
    app = await launchApp({ dataFolder });
    page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  });
  afterAll(async () => {
    await app?.quit();
    if (hasTray) await trayHost?.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const untilVisible = (isVisible: boolean) =>
    until(
      () => windows(app),
      ([one]) => one?.isVisible === isVisible,
    );
  const close = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.webContents.getURL().endsWith('/index.html'))
        ?.close(),
    );
  const kind = () =>
    app.electron.evaluate(({ BrowserWindow }) => {
      const found = BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().endsWith('/index.html'));
      return { isResizable: found?.isResizable(), least: found?.getMinimumSize() };
    });

  test('The popover becomes a wide window that keeps its page; closing it hides it, and the tray shows it again', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Open as a window' }).click();
    page = await app.page(page);
    await page.getByRole('switch', { name: 'Open as a window', checked: true }).waitFor();
    const state = await until(
      () => readState(page),
      (value) => value.app.window === 'ordinary',
    );
    expect(state.app.hasTray).toBe(true);
    expect(await kind()).toEqual({ isResizable: true, least: [400, 480] });
    expect(await boundsOf(app)).toMatchObject({ width: 1080, height: 680 });

    await untilVisible(true);
    await close();
    await untilVisible(false);
    await pause(CLICK_AGAIN_MS);
    await (await trayHost.item()).click();
    await untilVisible(true);
    // Another click does not hide it.
    await pause(CLICK_AGAIN_MS);
    await (await trayHost.item()).click();
    await pause(CLICK_AGAIN_MS);
    expect(await windows(app)).toEqual([{ isVisible: true }]);
  });

  test('A restart opens it where it was left, and on a screen if that one is gone', async () => {
    const moved = { x: 60, y: 40, width: 760, height: 560 };
    await app.electron.evaluate(({ BrowserWindow }, bounds) => {
      // As a window manager does for the person.
      BrowserWindow.getAllWindows()
        .find((window) => window.webContents.getURL().endsWith('/index.html'))
        ?.setBounds(bounds);
    }, moved);
    await until(
      () => boundsOf(app),
      (bounds) => bounds?.width === moved.width,
    );
    await app.quit();
    app = await launchApp({ dataFolder });
    page = await app.page();
    await page.getByRole('tab', { name: 'Board' }).waitFor();
    expect(
      await until(
        () => boundsOf(app),
        (bounds) => bounds?.x === moved.x,
      ),
    ).toEqual(moved);
    await app.quit();

    writeFileSync(
      join(dataFolder, 'windows.json'),
      JSON.stringify({ bounds: { ordinary: { x: 9000, y: -4000, width: 99_000, height: 600 } } }),
    );
    app = await launchApp({ dataFolder });
    page = await app.page();
    await untilVisible(true);
    const workArea = await app.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    const bounds = await boundsOf(app);
    expect(bounds).toMatchObject({ x: workArea.x, width: workArea.width, height: 600 });
    expect(bounds?.y).toBe(Math.round(workArea.y + (workArea.height - 600) / 2));
  });

  test('The tray’s menu opens the popover again', async () => {
    await close();
    await untilVisible(false);
    await (await trayHost.item()).choose('Open at the tray icon');
    page = await app.page(page);
    await untilVisible(true);
    expect(await kind()).toMatchObject({ isResizable: false });
    expect(await boundsOf(app)).toMatchObject({ width: 400, height: 620 });
  });

  test('Unsaved text stays: the window changes when it is next opened without any', async () => {
    const row = page.getByRole('button', { name: /^PAY-\d+ / }).first();
    await row.click();
    await page.getByRole('button', { name: detailWords.addLink }).click();
    await page.getByLabel(detailWords.linkTitle).fill('What I found');
    await (await trayHost.item()).choose('Open as a window');
    await until(
      () => readState(page),
      ({ toast }) => toast?.text.startsWith('The window changes') === true,
    );
    expect(await page.getByLabel(detailWords.linkTitle).inputValue()).toBe('What I found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.punchcard.send('window.hide', {}));
    await untilVisible(false);
    await pause(CLICK_AGAIN_MS);
    await (await trayHost.item()).click();
    page = await app.page(page);
    await untilVisible(true);
    expect((await readState(page)).app.window).toBe('ordinary');
  });

  test('Without the tray, closing it ends the app', async () => {
    await trayHost.stop();
    hasTray = false;
    await until(
      () => readState(page),
      (state) => !state.app.hasTray,
    );
    const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
    await close().catch(() => undefined);
    expect(await ended).toBe(0);
  });
});

describe('without a tray', () => {
  test('Closing the ordinary window asks first while a timer runs, and ends the app; there is no pin', async () => {
    const dataFolder = makeDataFolder();
    const app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    expect(await windows(app)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.total > 0,
    );
    expect((await readState(page)).app.window).toBe('ordinary');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Keep open' }).count()).toBe(0);
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), tasks.tasks[0]?.id ?? '');

    // The native dialog cannot be clicked, so its options and the effect of its answers are checked.
    const closeAndAnswer = ({ electron }: RunningApp, label: string) =>
      electron.evaluate(({ BrowserWindow, dialog }, wanted) => {
        const asked = new Promise((resolve) => {
          Reflect.set(dialog, 'showMessageBox', async (_window: unknown, question: { buttons: string[] }) => {
            resolve(question);
            return { response: question.buttons.indexOf(wanted), checkboxChecked: false };
          });
        });
        BrowserWindow.getAllWindows()
          .find((window) => window.webContents.getURL().endsWith('/index.html'))
          ?.close();
        return asked as Promise<{ message: string; buttons: string[] }>;
      }, label);
    const running = async (of: RunningApp) => (await readState(await of.page())).time.running?.task.taskId ?? null;
    const ended = ({ electron }: RunningApp) => new Promise((resolve) => electron.process().once('exit', resolve));

    const asked = await closeAndAnswer(app, 'Cancel');
    expect(asked.message).toContain(tasks.tasks[0]?.title);
    expect(asked.buttons).toHaveLength(3);
    expect(await running(app)).toBe(tasks.tasks[0]?.id);

    const keepsRunning = ended(app);
    await closeAndAnswer(app, 'Quit, keep it running').catch(() => undefined);
    expect(await keepsRunning).toBe(0);
    const second = await launchApp({ dataFolder });
    expect(await running(second)).toBe(tasks.tasks[0]?.id);

    const stops = ended(second);
    await closeAndAnswer(second, 'Stop timer and quit').catch(() => undefined);
    expect(await stops).toBe(0);
    const third = await launchApp({ dataFolder });
    const { time } = await readState(await third.page());
    expect(time.running).toBeNull();
    expect(time.today).toMatchObject([{ task: { taskId: tasks.tasks[0]?.id } }]);

    // Without a timer it asks nothing.
    expect(await windows(third)).toEqual([{ isVisible: true }]);
    const closes = ended(third);
    await third.electron
      .evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((window) => window.webContents.getURL().endsWith('/index.html'))
          ?.close(),
      )
      .catch(() => undefined);
    expect(await closes).toBe(0);
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
});
