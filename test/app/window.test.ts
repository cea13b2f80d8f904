/** The window is shown, hidden, destroyed, created again and moved without losing anything, with a tray and without. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STOP_FLAG } from '../../electron/desktop/system/menu-entry.mjs';
import { messages as detailWords } from '../../shared/i18n/generated/en/task-page.ts';
import { until } from '../until.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { quickAddWindow } from './quick-add-window.ts';
import { advanceClocks, expectState, holdTimers, resultOf, sendNow, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const windows = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    // The popover, not the hidden quick-add window.
    BrowserWindow.getAllWindows()
      .filter((window) => window.webContents.getURL().endsWith('/index.html'))
      .map((window) => ({ isVisible: window.isVisible() })),
  );

const expectWindows = (app: RunningApp) => expect.poll(() => windows(app));
const untilVisible = (app: RunningApp, isVisible: boolean) =>
  until(
    () => windows(app),
    ([one]) => one?.isVisible === isVisible,
  );

const boundsOf = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/index.html'))
      ?.getBounds(),
  );

const kindOf = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const found = BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().endsWith('/index.html'));
    return { isResizable: found?.isResizable(), least: found?.getMinimumSize() };
  });

/** As a window manager does for the person. */
async function moveTo(app: RunningApp, bounds: Electron.Rectangle): Promise<void> {
  await app.electron.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/index.html'))
      ?.setBounds(to);
  }, bounds);
  await expect.poll(() => boundsOf(app)).toEqual(bounds);
}

/** A hidden window is released after this time (ms). On a slow computer it would be released too soon for most tests. */
const RELEASE_AFTER_MS = 20_000;

/** Not right after the window was hidden, because that click would only hide it. */
async function clickIcon(app: RunningApp, trayHost: TrayHost): Promise<void> {
  await advanceClocks(app, 400);
  await (await trayHost.item()).click();
}

const hide = (page: Page) => resultOf(page, 'window.hide', {});

describe('with a tray', () => {
  let trayHost: TrayHost;
  let app: RunningApp;
  /** As if the window had been hidden for a while. */
  let release: () => Promise<void>;
  const dataFolder = makeDataFolder();
  beforeAll(async () => {
    trayHost = await startTrayHost();
    app = await launchApp({ dataFolder });
    release = await holdTimers(app, RELEASE_AFTER_MS);
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
    const local = { kind: 'local', status: 'signed-in', server: 'This computer', error: null };
    await expectState(page, ({ account }) => account).toMatchObject(local);
    await expectState(page, ({ tasks }) => tasks.total).toBeGreaterThan(10);
    await expectState(page, ({ sample }) => sample).toEqual({ present: true });

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await untilState(page, ({ tasks, sample }) => tasks.total === 0 && sample?.present === false);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await untilState(page, ({ tasks }) => tasks.total > 10);
    await page.getByRole('button', { name: 'Back' }).click();
  });

  test('A second start at log-in shows no window; a manual one does', async () => {
    const page = await app.page();
    // Otherwise a short loss of focus hides it.
    await resultOf(page, 'settings.change', { pinned: true });
    await hide(page);
    await startAgain('--hidden');
    await expectWindows(app).toEqual([{ isVisible: false }]);
    await startAgain();
    await untilVisible(app, true);
  });

  test('Entries of the system’s menus stop and start the timer, and open the window only for a message', async () => {
    const page = await app.page();
    await hide(page);
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    await startAgain(STOP_FLAG);
    await untilState(page, ({ time, toast }) => time.running === null && toast?.undo != null);
    await expectWindows(app).toEqual([{ isVisible: false }]);

    // As the jump list of Windows does.
    await startAgain(`--start-task=${tasks.tasks[1]?.id}`);
    await untilState(page, ({ time }) => time.running?.task.taskId === tasks.tasks[1]?.id);
    await expectWindows(app).toEqual([{ isVisible: false }]);
    await startAgain(STOP_FLAG);
    await untilState(page, ({ time }) => time.running === null);

    await startAgain(STOP_FLAG);
    await untilVisible(app, true);
    await expectState(page, ({ toast }) => toast?.text).toMatch(/No timer is running/);
  });

  test('Windows close before macOS installs an update; if it fails, the app continues', async () => {
    const page = await app.page();
    const left = await app.electron.evaluate(({ autoUpdater, BrowserWindow }) => {
      autoUpdater.emit('before-quit-for-update');
      return BrowserWindow.getAllWindows().length;
    });
    expect(left).toBe(0);
    await app.electron.evaluate(({ app: main }) => void main.emit('activate'));
    await untilVisible(app, true);
    await expectState(await app.page(page), ({ account }) => account?.kind).toBe('local');
  });

  test('The mark of the running task lies inside its row, which is clipped there', async () => {
    const page = await app.page();
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    // Otherwise a short loss of focus hides it.
    await resultOf(page, 'settings.change', { pinned: true });
    await page.getByRole('tab', { name: /My tasks/ }).click();
    const edges = await page.locator('.task-row__running').evaluate((row) => {
      const { left, right, top, bottom } = getComputedStyle(row, '::before');
      return [left, right, top, bottom].map(Number.parseFloat);
    });
    expect(Math.min(...edges)).toBeGreaterThanOrEqual(0);
    await resultOf(page, 'timer.discard', {});
  });

  test('A popover hidden for a while is destroyed; the next click creates it with its state', async () => {
    const page = await app.page();
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    // Otherwise a short loss of focus hides it.
    await resultOf(page, 'settings.change', { pinned: true });
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await hide(page);
    await release();
    await expectWindows(app).toEqual([]);
    await clickIcon(app, trayHost);
    const again = await app.page(page);
    // The page and position are restored.
    await again.getByRole('tab', { name: 'Account' }).waitFor();
    await again.getByRole('button', { name: 'Back' }).click();
    await again.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await expectState(again, ({ time }) => time.running?.task.taskId).toBe(tasks.tasks[0]?.id);
    await again.getByRole('tab', { name: 'Time', selected: true }).waitFor();
    await resultOf(again, 'timer.discard', {});
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
    await hide(page);
    // Playwright does not tell a page that it is hidden.
    await page.evaluate(() => {
      for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }
      Reflect.deleteProperty(document, 'hidden');
    });
    // It is not even asked to close: on a busy computer it would answer too late.
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        window.on('close', () => Reflect.set(globalThis, 'isAskedToClose', true));
    });
    await release();
    await expect.poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'isAskedToClose'))).toBeUndefined();
    await expectWindows(app).toEqual([{ isVisible: false }]);
    await clickIcon(app, trayHost);
    await untilVisible(app, true);
    await expect.poll(() => page.getByLabel(detailWords.linkTitle).inputValue()).toBe('What I found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await hide(page);
    await release();
    await expectWindows(app).toEqual([]);
    await clickIcon(app, trayHost);
    await app.page(page);
  });

  test('A crashed page is reloaded', async () => {
    const page = await app.page();
    // A hidden page is not reloaded.
    await untilVisible(app, true);
    await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.webContents.getURL().endsWith('/index.html'))
        ?.webContents.forcefullyCrashRenderer(),
    );
    const again = await app.page(page);
    await again.getByRole('tab', { name: /My tasks/ }).waitFor();
    await expectWindows(app).toEqual([{ isVisible: true }]);
  });

  test('A pinned popover can be moved and resized; a restart keeps its bounds, the tasks and the time entries', async () => {
    const page = await app.page();
    await resultOf(page, 'settings.change', { pinned: false });
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    const startTime = new Date(Date.now() - 600_000).toISOString();
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '', startTime });
    await resultOf(page, 'timer.stop', {});
    await sendNow(app, page);
    await page.getByRole('button', { name: 'Keep open' }).click();
    await untilState(page, ({ settings, outbox }) => settings.pinned && outbox.total === 0);
    await expect.poll(() => kindOf(app)).toMatchObject({ isResizable: true });
    const moved = { x: 300, y: 200, width: 520, height: 700 };
    await moveTo(app, moved);
    await app.quit();

    app = await launchApp({ dataFolder });
    const again = await app.page();
    await expect.poll(() => boundsOf(app)).toEqual(moved);
    const state = await untilState(
      again,
      (value) => value.tasks.fetchedAt !== null && value.account?.status === 'signed-in' && !value.tasks.loading,
    );
    expect(state.tasks.total).toBe(tasks.total);
    const sent = expect.objectContaining({ startTime, sync: 'sent' });
    await expectState(again, ({ time }) => time.today).toContainEqual(sent);

    // Unpinned it returns to the tray in its usual size.
    await resultOf(again, 'settings.change', { pinned: false });
    await expect.poll(() => boundsOf(app)).toMatchObject({ width: 400, height: 620 });
  });

  test('A popover stays above other windows only while it is pinned', async () => {
    const page = await app.page();
    const change = (settings: { pinned?: boolean; pinnedOnTop?: boolean }) =>
      resultOf(page, 'settings.change', settings);
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
      // In its last size, centered.
      (value) => value.bounds?.width === 500,
    );
    expect(bounds?.x).toBe(Math.round(workArea.x + (workArea.width - 500) / 2));
    expect(bounds?.x).toBeGreaterThanOrEqual(workArea.x);
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(workArea.x + workArea.width);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(workArea.y + workArea.height);
  });

  test('A popover that is used often stays in memory, but not with a locked screen', async () => {
    release = await holdTimers(app, RELEASE_AFTER_MS);
    // With little memory it would not be kept.
    await app.electron.evaluate(() => {
      process.availableMemory = () => 4 * 1024 ** 3;
    });
    const page = await app.page();
    for (const use of [1, 2]) {
      await untilVisible(app, true);
      await hide(page);
      // Uses within five minutes count as one.
      await advanceClocks(app, 6 * 60_000);
      if (use === 1) await (await trayHost.item()).click();
    }
    await release();
    await expectWindows(app).toEqual([{ isVisible: false }]);
    const tell = (event: 'lock-screen' | 'unlock-screen') =>
      app.electron.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name as 'lock-screen'), event);
    await tell('lock-screen');
    await release();
    await expectWindows(app).toEqual([]);
    // It is made again before it is asked for.
    await tell('unlock-screen');
    await expectWindows(app).toEqual([{ isVisible: false }]);
  });
});

describe('as an ordinary window beside a tray', () => {
  let trayHost: TrayHost;
  let app: RunningApp;
  let page: Page;
  let hasTray = true;
  const dataFolder = makeDataFolder();
  async function launch(): Promise<void> {
    app = await launchApp({ dataFolder });
    page = await app.page();
    await holdTimers(app, RELEASE_AFTER_MS);
  }
  beforeAll(async () => {
    trayHost = await startTrayHost();
    await launch();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    await resultOf(page, 'sign-in.local', { sample: true });
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  });
  afterAll(async () => {
    await app?.quit();
    if (hasTray) await trayHost?.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const close = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.webContents.getURL().endsWith('/index.html'))
        ?.close(),
    );

  test('The popover becomes a wide window that keeps its page; closing it hides it, and the tray shows it again', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Open as a window' }).click();
    page = await app.page(page);
    await page.getByRole('switch', { name: 'Open as a window', checked: true }).waitFor();
    await expectState(page, (state) => state.app).toMatchObject({ window: 'ordinary', hasTray: true });
    await expect.poll(() => kindOf(app)).toEqual({ isResizable: true, least: [400, 480] });
    await expect.poll(() => boundsOf(app)).toMatchObject({ width: 1080, height: 680 });

    await untilVisible(app, true);
    await close();
    await untilVisible(app, false);
    await clickIcon(app, trayHost);
    await untilVisible(app, true);
    // Another click does not hide it.
    await clickIcon(app, trayHost);
    await expectWindows(app).toEqual([{ isVisible: true }]);
  });

  test('A restart opens it where it was left, and on a screen if that one is gone', async () => {
    const moved = { x: 60, y: 40, width: 760, height: 560 };
    await moveTo(app, moved);
    await app.quit();
    await launch();
    await page.getByRole('tab', { name: 'Board' }).waitFor();
    await expect.poll(() => boundsOf(app)).toEqual(moved);
    await app.quit();

    writeFileSync(
      join(dataFolder, 'windows.json'),
      JSON.stringify({ bounds: { ordinary: { x: 9000, y: -4000, width: 99_000, height: 600 } } }),
    );
    await launch();
    await untilVisible(app, true);
    const { x, y, width, height } = await app.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    const centered = { x, width, height: 600, y: Math.round(y + (height - 600) / 2) };
    await expect.poll(() => boundsOf(app)).toEqual(centered);
  });

  test('The tray’s menu opens the popover again', async () => {
    await close();
    await untilVisible(app, false);
    await (await trayHost.item()).choose('Open at the tray icon');
    page = await app.page(page);
    await untilVisible(app, true);
    await expect.poll(() => kindOf(app)).toMatchObject({ isResizable: false });
    await expect.poll(() => boundsOf(app)).toMatchObject({ width: 400, height: 620 });
  });

  test('Unsaved text stays: the window changes when it is next opened without any', async () => {
    const row = page.getByRole('button', { name: /^PAY-\d+ / }).first();
    await row.click();
    await page.getByRole('button', { name: detailWords.addLink }).click();
    await page.getByLabel(detailWords.linkTitle).fill('What I found');
    await (await trayHost.item()).choose('Open as a window');
    await untilState(page, ({ toast }) => toast?.text.startsWith('The window changes') === true);
    await expect.poll(() => page.getByLabel(detailWords.linkTitle).inputValue()).toBe('What I found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await hide(page);
    await clickIcon(app, trayHost);
    page = await app.page(page);
    await untilVisible(app, true);
    await expectState(page, (state) => state.app.window).toBe('ordinary');
  });

  test('Without the tray, a timer and unsaved text, closing it ends the app and asks nothing', async () => {
    await trayHost.stop();
    hasTray = false;
    await untilState(page, ({ app: about, time }) => !about.hasTray && time.running === null);
    await expectWindows(app).toEqual([{ isVisible: true }]);
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
    await expectWindows(app).toHaveLength(1);
    await page.keyboard.press('Escape');
    await resultOf(page, 'sign-in.local', { sample: true });
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    await expectState(page, (state) => state.app.window).toBe('ordinary');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Keep open' }).count()).toBe(0);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });

    // The native dialog cannot be clicked, so its options and the effect of its answers are checked.
    const AGAIN = 'Closes the window once more';
    const closeAndAnswer = ({ electron }: RunningApp, ...labels: string[]) =>
      electron.evaluate(
        ({ BrowserWindow, dialog }, { labels, AGAIN }) => {
          const page = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
          const questions: { message: string; buttons: string[]; hasParent: boolean }[] = [];
          const asked = new Promise<typeof questions>((resolve) => {
            Reflect.set(dialog, 'showMessageBox', async (...given: unknown[]) => {
              const { message, buttons, signal } = given.at(-1) as Electron.MessageBoxOptions & { buttons: string[] };
              const label = labels[questions.length] ?? '';
              if (questions.push({ message, buttons, hasParent: given.length > 1 }) === labels.length) {
                resolve(questions);
              }
              if (label === AGAIN) {
                // Only then has the page finished answering the first one.
                await page?.webContents.executeJavaScript('0');
                page?.close();
                await new Promise((close) => signal?.addEventListener('abort', close));
              }
              return { response: buttons.indexOf(label), checkboxChecked: false };
            });
          });
          page?.close();
          return asked;
        },
        { labels, AGAIN },
      );
    const expectRunning = async (of: RunningApp) =>
      expectState(await of.page(), ({ time }) => time.running?.task.taskId).toBe(tasks.tasks[0]?.id);
    const ended = ({ electron }: RunningApp) => new Promise((resolve) => electron.process().once('exit', resolve));

    const [asked] = await closeAndAnswer(app, 'Cancel');
    expect(asked?.message).toContain(tasks.tasks[0]?.title);
    expect(asked?.buttons).toHaveLength(3);
    await expectRunning(app);

    const keepsRunning = ended(app);
    await closeAndAnswer(app, 'Quit, keep it running').catch(() => undefined);
    expect(await keepsRunning).toBe(0);
    const second = await launchApp({ dataFolder });
    await expectRunning(second);

    const stops = ended(second);
    await closeAndAnswer(second, 'Stop timer and quit').catch(() => undefined);
    expect(await stops).toBe(0);
    const third = await launchApp({ dataFolder });
    await expectState(await third.page(), ({ time }) => time).toMatchObject({
      running: null,
      today: [{ task: { taskId: tasks.tasks[0]?.id } }],
    });

    // Text that would be lost is asked about, too.
    const typedIn = await third.page();
    await typedIn.locator(`[data-task-id="${tasks.tasks[0]?.id}"]`).first().click();
    const comment = typedIn.getByRole('textbox', { name: 'Write a comment' });
    await comment.click();
    await typedIn.keyboard.type('Half a sen');
    await resultOf(typedIn, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    const [, aboutText] = await closeAndAnswer(third, 'Stop timer and quit', 'Back to the text');
    expect(aboutText).toMatchObject({ message: expect.stringContaining('unsaved text'), hasParent: true });
    await expectRunning(third);
    await resultOf(typedIn, 'timer.discard', {});
    await closeAndAnswer(third, AGAIN, 'Back to the text');
    await expect(comment.inputValue()).resolves.toBe('Half a sen');
    await expectWindows(third).toEqual([{ isVisible: true }]);
    // So is text of a hidden page that does not answer for a while.
    await third.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.hide();
    });
    // Its own report, which Playwright prevents: to the page it stays visible.
    await resultOf(typedIn, 'window.save-navigation', { navigation: '{}', hasUnsavedText: true });
    const renderer = await third.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    if (renderer === undefined) throw new Error('No window');
    process.kill(renderer, 'SIGSTOP');
    const [aboutHidden] = await closeAndAnswer(third, 'Back to the text').finally(() =>
      process.kill(renderer, 'SIGCONT'),
    );
    expect(aboutHidden).toMatchObject({ message: expect.stringContaining('unsaved text'), hasParent: false });
    // And a line of quick add that was left unfinished.
    await resultOf(typedIn, 'quick-add.typed', { text: 'Call the bank' });
    const [aboutLine] = await closeAndAnswer(third, 'Back to the text');
    expect(aboutLine?.message).toContain('unsaved text');
    await expect.poll(async () => (await quickAddWindow(third))?.isVisible).toBe(true);
    await resultOf(typedIn, 'quick-add.typed', { text: '' });
    const discards = ended(third);
    await closeAndAnswer(third, 'Discard and quit').catch(() => undefined);
    expect(await discards).toBe(0);
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
});
