/** The quick-add line in the running app, as a person meets it. */
import type { Locator, Page } from 'playwright-core';
import type { RunningApp } from './app.ts';
import { until } from './steps.ts';

/** Its page, once there is one. */
export async function quickAddPage(app: RunningApp): Promise<Page> {
  const found = await until(
    () => app.electron.windows().find((window) => window.url().includes('/quick-add.html')),
    (page) => page !== undefined,
  );
  if (found === undefined) throw new Error('No page');
  return found;
}

export const lineOf = (page: Page): Locator => page.getByRole('combobox', { name: 'New task' });

/** How its window stands at this moment. */
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

/** All that there is to know is known: names are understood from here on. */
export const untilDirectoryLoaded = (main: Page) =>
  until(
    () => main.evaluate(() => window.punchcard.send('quick-add.directory', {})),
    (answer) =>
      answer.ok &&
      answer.value !== null &&
      answer.value.projects.length > 0 &&
      answer.value.projects.every(({ id }) => answer.value?.columns[id] !== undefined),
  );
