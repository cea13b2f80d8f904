/** A panel that starts after Punchcard or restarts, and the size of the icon. */
import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AppOptions, launchApp, type RunningApp } from './app.ts';
import { advanceClocks, untilState } from './steps.ts';
import { startTrayHost, type TrayHost, type TrayItem } from './tray-host.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function launch(options: AppOptions = {}): Promise<RunningApp> {
  const app = await launchApp(options);
  undo.push(() => app.quit());
  return app;
}

async function startPanel(): Promise<TrayHost> {
  const host = await startTrayHost();
  undo.push(() => host.stop());
  return host;
}

const windows = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      isVisible: window.isVisible(),
      isResizable: window.isResizable(),
    })),
  );
const isPopoverVisible = (app: RunningApp) =>
  windows(app).then((all) => all.some(({ isVisible, isResizable }) => isVisible && !isResizable));

/** Checks tooltip, menu and click of the icon. */
async function expectAlive(app: RunningApp, tray: TrayItem): Promise<void> {
  await expect.poll(tray.tooltip).toBe('Punchcard: not signed in');
  const labels = async () => (await tray.menu()).map(({ label }) => label);
  await expect.poll(labels).toEqual(['Open Punchcard', 'Sign in…', 'Quit Punchcard']);
  const before = await isPopoverVisible(app);
  // A click right after the window was hidden does not open it again.
  await advanceClocks(app, 400);
  await tray.click();
  await until(
    () => isPopoverVisible(app),
    (isVisible) => isVisible !== before,
  );
}

test('A panel that starts late gets an icon, and the window becomes a popover; a restarted panel gets the icon again', async () => {
  const app = await launch();
  await until(
    () => windows(app),
    (all) => all.some(({ isVisible, isResizable }) => isVisible && isResizable),
  );

  const first = await startPanel();
  await until(
    () => isPopoverVisible(app),
    (isVisible) => isVisible,
  );
  await expectAlive(app, await first.item());

  undo.pop();
  await first.stop();
  const second = await startPanel();
  const tray = await second.item();
  // The app has looked for its icon and adds no second one.
  await expect.poll(second.wasListed).toBe(true);
  await expectAlive(app, tray);
  expect(second.count()).toBe(1);
});

test('A replaced window without the focus does not take it', async () => {
  const panel = await startTrayHost();
  const app = await launch();
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
  await until(
    () => windows(app),
    (all) => all.some(({ isVisible }) => isVisible),
  );
  // Another window gets the focus.
  await app.electron.evaluate(async ({ BrowserWindow }) => {
    const other = new BrowserWindow({ width: 200, height: 200, title: 'other' });
    other.focus();
    await other.loadURL('about:blank');
  });
  const focused = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL());
  await until(focused, (url) => url === 'about:blank');
  await panel.stop();
  const again = await app.page(page);
  await untilState(again, ({ app: { window } }) => window === 'ordinary');
  await until(
    () => windows(app),
    (all) => all.every(({ isVisible }) => isVisible),
  );
  // Frames are drawn after the window was shown.
  await again.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect.poll(focused).toBe('about:blank');
});

test('A display of double density gets an icon with twice the pixels', async () => {
  const host = await startPanel();
  await launch({ scale: 2 });
  const tray = await host.item();
  await expect.poll(tray.icon).toMatchObject({ width: 44, height: 44 });
});
