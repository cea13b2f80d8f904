/** A panel that starts after Punchcard or restarts, and the size of the icon. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { advanceClocks, untilState } from './steps.ts';
import { startTrayHost, type TrayHost, type TrayItem } from './tray-host.ts';

let app: RunningApp;
/** None at first. */
let panel: TrayHost | undefined;

beforeAll(async () => {
  app = await launchApp({ scale: 2 });
});
afterAll(async () => {
  await app?.quit();
  await panel?.stop();
});

const windows = () =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      isVisible: window.isVisible(),
      isResizable: window.isResizable(),
    })),
  );
const isPopoverVisible = () =>
  windows().then((all) => all.some(({ isVisible, isResizable }) => isVisible && !isResizable));

/** Checks tooltip, menu and click of the icon. */
async function expectAlive(tray: TrayItem): Promise<void> {
  await expect.poll(tray.tooltip).toBe('Punchcard: not signed in');
  const labels = async () => (await tray.menu()).map(({ label }) => label);
  await expect.poll(labels).toEqual(['Open Punchcard', 'Sign in…', 'Quit Punchcard']);
  const before = await isPopoverVisible();
  // A click right after the window was hidden does not open it again.
  await advanceClocks(app, 400);
  await tray.click();
  await until(isPopoverVisible, (isVisible) => isVisible !== before);
}

test('A panel that starts late gets an icon, and the window becomes a popover; a restarted panel gets the icon again', async () => {
  await until(windows, (all) => all.some(({ isVisible, isResizable }) => isVisible && isResizable));

  const first = await startTrayHost();
  panel = first;
  await until(isPopoverVisible, (isVisible) => isVisible);
  await expectAlive(await first.item());

  await first.stop();
  const second = await startTrayHost();
  panel = second;
  const tray = await second.item();
  // The app has looked for its icon and adds no second one.
  await expect.poll(second.wasListed).toBe(true);
  await expectAlive(tray);
  expect(second.count()).toBe(1);
});

test('On a display of double density the icon has twice the pixels', async () => {
  const tray = await panel?.item();
  await expect.poll(async () => tray?.icon()).toMatchObject({ width: 44, height: 44 });
});

test('A replaced window without the focus does not take it', async () => {
  await app.electron.evaluate(({ app: main }) => void main.emit('activate'));
  await until(isPopoverVisible, (isVisible) => isVisible);
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  await until(windows, (all) => all.some(({ isVisible }) => isVisible));
  // Another window gets the focus.
  await app.electron.evaluate(async ({ BrowserWindow }) => {
    const other = new BrowserWindow({ width: 200, height: 200, title: 'other' });
    other.focus();
    await other.loadURL('about:blank');
  });
  const focused = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL());
  await until(focused, (url) => url === 'about:blank');
  await panel?.stop();
  panel = undefined;
  const again = await app.page(page);
  await untilState(again, ({ app: { window } }) => window === 'ordinary');
  await until(windows, (all) => all.every(({ isVisible }) => isVisible));
  // Frames are drawn after the window was shown.
  await again.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect.poll(focused).toBe('about:blank');
});
