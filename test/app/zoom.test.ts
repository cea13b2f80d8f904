/** Zoom up to 200 % by keyboard and wheel: windows grow, and nothing is cut off or unreachable. */
import { execFileSync } from 'node:child_process';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { overflowingElements, tooSmallScrollAreas, unreachableControls } from './layout.ts';
import { quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { readState, until } from './steps.ts';
import { startTrayHost } from './tray-host.ts';
import { everyView } from './views.ts';

const LONG_MS = 280_000;
/** A laptop's screen: at 200 % the window fits twice as wide, but not twice as high. */
const LAPTOP = { x: 0, y: 0, width: 1366, height: 728 };

/** Replaces all displays by one of this size. */
async function onDisplay(app: RunningApp, workArea: typeof LAPTOP): Promise<void> {
  await app.electron.evaluate(({ screen }, area) => {
    const display = { ...screen.getPrimaryDisplay(), bounds: area, workArea: area };
    screen.getDisplayMatching = () => display;
    screen.getDisplayNearestPoint = () => display;
    screen.getPrimaryDisplay = () => display;
    screen.getAllDisplays = () => [display];
  }, workArea);
}

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

/** The zoom in percent. */
const drawn = (page: Page) => page.evaluate(() => Math.round(devicePixelRatio * 100));

describe('zoom', () => {
  test('Keys zoom in, out and reset; the zoom is saved, and an ordinary window grows with it once', async () => {
    const dataFolder = makeDataFolder();
    let app = await launchApp({ dataFolder });
    let page = await signInLocally(app);
    const before = await boundsOf(app, page);
    await press(app, page, '=');
    await until(
      () => drawn(page),
      (percent) => percent === 110,
    );
    await press(app, page, 'Plus');
    await press(app, page, 'numadd');
    await until(
      () => drawn(page),
      (percent) => percent === 150,
    );
    expect((await readState(page)).settings.zoom).toBe(150);
    await until(
      () => boundsOf(app, page),
      ({ width, height }) => width === before.width * 1.5 && height === before.height * 1.5,
    );
    await press(app, page, '-');
    await until(
      () => drawn(page),
      (percent) => percent === 125,
    );
    await app.quit();

    app = await launchApp({ dataFolder });
    page = await app.page();
    await page.getByRole('tab', { name: /^My tasks/ }).waitFor();
    expect(await drawn(page)).toBe(125);
    const again = await until(
      () => boundsOf(app, page),
      ({ width }) => width > before.width,
    );
    expect([again.width, again.height]).toEqual([before.width * 1.25, before.height * 1.25]);
    await press(app, page, '0');
    await until(
      () => drawn(page),
      (percent) => percent === 100,
    );
    await until(
      () => boundsOf(app, page),
      ({ width, height }) => width === before.width && height === before.height,
    );
    await app.quit();
  });

  test('Ctrl and the wheel zoom', async () => {
    const app = await launchApp();
    const page = await signInLocally(app);
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
    await until(
      () => drawn(page),
      (percent) => percent === 110,
    );
    expect((await readState(page)).settings.zoom).toBe(110);
    turn('5');
    await until(
      () => drawn(page),
      (percent) => percent === 100,
    );
    await app.quit();
  });

  test('A window resized by the person keeps its size', async () => {
    const app = await launchApp();
    const page = await signInLocally(app);
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 1100));
    await until(
      () => boundsOf(app, page),
      ({ width }) => width === 900,
    );
    await press(app, page, '=');
    await until(
      () => drawn(page),
      (percent) => percent === 110,
    );
    const { width, height } = await boundsOf(app, page);
    expect([width, height]).toEqual([900, 1100]);
    await app.quit();
  });

  test('Quick add zooms and grows too', async () => {
    const app = await launchApp();
    const main = await signInLocally(app);
    await untilDirectoryLoaded(main);
    await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const page = await quickAddPage(app);
    await untilVisible(app);
    await page.keyboard.type('Call the bank ');
    // The preview appears after a moment and needs more space.
    await page.locator('.chips__chips').waitFor();
    const needed = () =>
      page.locator('.quick-add__window').evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    const { height } = await until(
      async () => ({ ...(await boundsOf(app, page)), needed: await needed() }),
      (window) => window.height === window.needed,
    );
    await press(app, page, '=');
    await press(app, page, '=');
    await until(
      () => drawn(page),
      (percent) => percent === 125,
    );
    await until(
      () => boundsOf(app, page),
      (window) => window.width === 800 && window.height === Math.round(height * 1.25),
    );
    // The keys typed nothing.
    expect(await page.getByRole('combobox').inputValue()).toBe('Call the bank ');
    expect(await drawn(main)).toBe(125);
    await app.quit();
  });

  test('The zoomed popover at the tray fits the screen', async () => {
    const trayHost = await startTrayHost();
    const app = await launchApp();
    const page = await signInLocally(app);
    await onDisplay(app, LAPTOP);
    for (let step = 0; step < 6; step += 1) await press(app, page, '=');
    await until(
      () => drawn(page),
      (percent) => percent === 200,
    );
    const { x, y, width, height } = await until(
      () => boundsOf(app, page),
      (bounds) => bounds.width === 800,
    );
    expect(height).toBe(LAPTOP.height);
    expect([x >= 0, y >= 0, x + width <= LAPTOP.width, y + height <= LAPTOP.height]).toEqual([true, true, true, true]);
    await app.quit();
    await trayHost.stop();
  });
});

test('At 200 % on a laptop nothing is cut off or unreachable in any view, and axe finds no violation', {
  timeout: LONG_MS,
}, async () => {
  const found: string[] = [];
  const zoomed = new Set<RunningApp>();
  await everyView(async (name, page, app) => {
    if (!zoomed.has(app)) {
      zoomed.add(app);
      await onDisplay(app, LAPTOP);
      const main = await app.page();
      await main.evaluate(() => window.punchcard.send('settings.change', { zoom: 200 }));
      await until(
        () => drawn(main),
        (percent) => percent === 200,
      );
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(await drawn(page)).toBe(200);
    for (const one of await overflowingElements(page)) found.push(`${name}: too wide: ${one}`);
    for (const one of await tooSmallScrollAreas(page, 72)) found.push(`${name}: a slit: ${one}`);
    await page.evaluate(axe.source);
    const serious = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) =>
        id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`)) as string[];
    for (const one of serious) found.push(`${name}: ${one}`);
    for (const one of await unreachableControls(page)) found.push(`${name}: out of reach: ${one}`);
  });
  expect(found).toEqual([]);
});
