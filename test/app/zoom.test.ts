/** Zoom by keyboard and wheel, and windows that grow with it. What the views look like at 200 % is checked in pseudo.test.ts. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { LAPTOP, onDisplay, zoomOf } from './layout.ts';
import { quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { expectState } from './steps.ts';
import { startTrayHost } from './tray-host.ts';

/** Bounds of the page's window, in density-independent pixels. */
const boundsOf = (app: RunningApp, page: Page) =>
  app.electron.evaluate(({ BrowserWindow }, url) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
    return window?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
  }, page.url());

async function signInLocally(app: RunningApp): Promise<Page> {
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
  return page;
}

/** Sends keys through main; Playwright's keys reach only the page. */
async function press(app: RunningApp, page: Page, keyCode: string): Promise<void> {
  await app.electron.evaluate(
    ({ BrowserWindow }, { url, keyCode }) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
      for (const type of ['keyDown', 'keyUp'] as const) {
        window?.webContents.sendInputEvent({ type, keyCode, modifiers: ['control'] });
      }
    },
    { url: page.url(), keyCode },
  );
}

const untilZoomed = (page: Page, percent: number) =>
  until(
    () => zoomOf(page),
    (zoom) => zoom === percent,
  );

describe('zoom of an ordinary window', () => {
  const dataFolder = makeDataFolder();
  let app: RunningApp;
  let page: Page;
  let initial: { width: number; height: number };

  beforeAll(async () => {
    app = await launchApp({ dataFolder });
    page = await signInLocally(app);
    initial = await boundsOf(app, page);
  });
  afterAll(async () => {
    await app?.quit();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const untilSize = (factor: number) =>
    until(
      () => boundsOf(app, page),
      ({ width, height }) => width === initial.width * factor && height === initial.height * factor,
    );

  test('Keys zoom in and out, and the window grows with the zoom', async () => {
    await press(app, page, '=');
    await untilZoomed(page, 110);
    await press(app, page, 'Plus');
    await press(app, page, 'numadd');
    await untilZoomed(page, 150);
    await expectState(page, ({ settings }) => settings.zoom).toBe(150);
    await untilSize(1.5);
    await press(app, page, '-');
    await untilZoomed(page, 125);
  });

  test('The zoom is saved, and after a restart the window has grown once; a key resets both', async () => {
    await app.quit();
    app = await launchApp({ dataFolder });
    page = await app.page();
    await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
    await untilZoomed(page, 125);
    await untilSize(1.25);
    await press(app, page, '0');
    await untilZoomed(page, 100);
    await untilSize(1);
  });

  test('Ctrl and the wheel zoom', async () => {
    const { x, y } = await boundsOf(app, page);
    // A real wheel event, because Electron's simulated one counts twice.
    const turn = (button: '4' | '5') =>
      execFileSync('xdotool', [
        'mousemove',
        `${x + 200}`,
        `${y + 300}`,
        'keydown',
        'ctrl',
        'click',
        button,
        'keyup',
        'ctrl',
      ]);
    turn('4');
    await untilZoomed(page, 110);
    await expectState(page, ({ settings }) => settings.zoom).toBe(110);
    turn('5');
    await untilZoomed(page, 100);
  });

  test('Quick add zooms and grows too', async () => {
    await untilDirectoryLoaded(page);
    await page.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const quickAdd = await quickAddPage(app);
    await untilVisible(app);
    await quickAdd.keyboard.type('Call the bank ');
    // The preview appears after a moment and needs more space.
    await quickAdd.locator('.chips__chips').waitFor();
    const needed = () =>
      quickAdd.locator('.quick-add__window').evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    const { height } = await until(
      async () => ({ ...(await boundsOf(app, quickAdd)), needed: await needed() }),
      (window) => window.height === window.needed,
    );
    await press(app, quickAdd, '=');
    await press(app, quickAdd, '=');
    await untilZoomed(quickAdd, 125);
    await until(
      () => boundsOf(app, quickAdd),
      (window) => window.width === 800 && window.height === Math.round(height * 1.25),
    );
    // The keys typed nothing.
    await expect.poll(() => quickAdd.getByRole('combobox').inputValue()).toBe('Call the bank ');
    await untilZoomed(page, 125);
    await quickAdd.keyboard.press('Escape');
    await press(app, page, '0');
    await untilZoomed(page, 100);
  });

  test('A window resized by the person keeps its size', async () => {
    await app.electron.evaluate(({ BrowserWindow }, url) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
      window?.setSize(900, 1100);
    }, page.url());
    await until(
      () => boundsOf(app, page),
      ({ width }) => width === 900,
    );
    await press(app, page, '=');
    await untilZoomed(page, 110);
    await expect.poll(() => boundsOf(app, page)).toMatchObject({ width: 900, height: 1100 });
  });

  test('The zoomed popover at the tray fits the screen', async () => {
    await onDisplay(app, LAPTOP);
    const trayHost = await startTrayHost();
    onTestFinished(() => trayHost.stop());
    page = await app.page(page);
    await expectState(page, (state) => state.app.window).toBe('popover');
    await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
    for (let step = 0; step < 5; step += 1) await press(app, page, '=');
    await untilZoomed(page, 200);
    const { x, y, width, height } = await until(
      () => boundsOf(app, page),
      (bounds) => bounds.width === 800 && bounds.height === LAPTOP.height,
    );
    expect([x >= 0, y >= 0, x + width <= LAPTOP.width, y + height <= LAPTOP.height]).toEqual([true, true, true, true]);
  });
});
