/** The quick-add window in the running app. */
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import type { RunningApp } from './app.ts';

/** Waits until its page is drawn. */
export async function quickAddPage(app: RunningApp): Promise<Page> {
  const found = await until(
    () => app.electron.windows().find((window) => window.url().includes('/quick-add.html')),
    (page) => page !== undefined,
  );
  if (found === undefined) throw new Error('No page');
  // Playwright's keys do not wait for the page.
  await found.getByRole('combobox').first().waitFor({ state: 'attached' });
  return found;
}

export const inputOf = (page: Page): Locator => page.getByRole('combobox', { name: 'New task' });

/** Visibility, focus and bounds of the window. */
export const quickAddWindow = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('/quick-add.html'));
    return window === undefined
      ? null
      : { isVisible: window.isVisible(), isFocused: window.isFocused(), ...window.getBounds() };
  });

export const untilVisible = (app: RunningApp, isVisible = true) =>
  until(
    () => quickAddWindow(app),
    (window) => (window?.isVisible ?? false) === isVisible,
  );

/** Waits until the names of projects and columns are loaded. */
export const untilDirectoryLoaded = (main: Page) =>
  until(
    () => main.evaluate(() => window.punchcard.send('quick-add.directory', {})),
    (answer) =>
      answer.ok &&
      answer.value !== null &&
      answer.value.projects.length > 0 &&
      answer.value.projects.every(({ id }) => answer.value?.columns[id] !== undefined),
  );

/** As a person does it: main sees the key first and closes a window whose page is still being loaded. Playwright's keys do not. */
export async function closeWithEscape(app: RunningApp): Promise<void> {
  // A window gets no keys before it has the focus.
  await until(
    () => quickAddWindow(app),
    (window) => window?.isFocused === true,
  );
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('/quick-add.html'));
    for (const type of ['keyDown', 'keyUp'] as const) window?.webContents.sendInputEvent({ type, keyCode: 'Escape' });
  });
  await untilVisible(app, false);
}
