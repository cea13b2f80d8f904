/** Crashed pages, uncaught errors and diagnostics while Punchcard runs. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS, until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { closeWithEscape, inputOf, quickAddWindow, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { advanceClocks, expectState, holdTimers, signIn, untilState } from './steps.ts';

describe('a running app', () => {
  let service: Service;
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    app = await launchApp();
    // Toasts stay: a busy computer needs longer than they do until its new page shows them.
    await holdTimers(app, 10_000);
    // The page goes by the time that main gave a toast.
    await advanceClocks(app, PATIENCE_MS);
    page = await signIn(app, service);
  });
  afterAll(async () => {
    await app?.quit();
    await service?.stop();
  });

  const crash = () =>
    app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        if (window.webContents.getURL().endsWith('/index.html')) window.webContents.forcefullyCrashRenderer();
      }
    });
  /** The next crash is long after the earlier ones, and later ones follow at once, however busy the computer is. */
  const stopClock = () =>
    app.electron.evaluate(() => {
      const later = performance.now() + 3_500;
      performance.now = () => later;
    });
  /** The current window, once it answers. */
  const freshPage = async () => {
    const found = await until(
      async () => {
        for (const one of app.electron.windows().toReversed()) {
          if (one === page || !one.url().endsWith('/index.html')) continue;
          const isAlive = await one.evaluate(() => true).catch(() => false);
          if (isAlive) return one;
        }
        return null;
      },
      (value) => value !== null,
    );
    if (found === null) throw new Error('No window');
    return found;
  };
  /** How many crashes of the window and of quick add are logged. */
  const crashesOfWindow = () => logged().split('The page of the window crashed').length - 1;
  const crashesOfLine = () => logged().split('The page of quick add crashed').length - 1;
  const logged = () => {
    const file = join(app.dataFolder, 'logs', 'punchcard.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  test('An error in the page is logged with its location', async () => {
    await page.evaluate(() => {
      console.error(new TypeError('planted and caught'));
      setTimeout(() => {
        throw new RangeError('planted');
      });
    });
    await expect.poll(logged).toMatch(/error A page reports: Error: TypeError: planted and caught \| at /);
    await expect.poll(logged).toMatch(/error A page reports: Error: Uncaught RangeError: planted \| at /);
  });

  test('A crashed page is reloaded with its state, and the crash is reported once', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    const taskId = tasks.tasks[0]?.id ?? '';
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), taskId);
    await crash();
    page = await freshPage();
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    await expectState(page, ({ time }) => time.running?.task.taskId).toBe(taskId);
    await page
      .getByText(/The window stopped working.*reopened/)
      .first()
      .waitFor();
    const stopped = await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    expect(stopped.ok).toBe(true);
    // The page of quick add, which crashes with it, is reported by itself.
    await expect.poll(crashesOfWindow).toBe(1);
  });

  test('A page that crashes repeatedly is reloaded only on a click', async () => {
    await stopClock();
    await crash();
    page = await freshPage();
    await crash();
    await expect.poll(crashesOfWindow).toBe(3);
    // A new window would have been created by now.
    const isOpen = () =>
      app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some(
          (one) => one.isVisible() || one.webContents.getURL().endsWith('/index.html'),
        ),
      );
    await expect.poll(isOpen).toBe(false);
    await app.electron.evaluate(({ app: main }) => main.emit('activate'));
    page = await freshPage();
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  });

  test('A link that is followed while its page is loaded and crashes opens its task all the same', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    await stopClock();
    await app.electron.evaluate(({ app: main, BrowserWindow }, name) => {
      main.once('browser-window-created', (_, { webContents }) => {
        // Before its scripts run.
        webContents.once('did-navigate', () => webContents.forcefullyCrashRenderer());
      });
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
      main.emit('second-instance', {}, ['punchcard', `punchcard://open?task=${name}`]);
    }, tasks.tasks[0]?.identifier);
    page = await freshPage();
    await page.getByRole('heading', { name: tasks.tasks[0]?.title ?? '' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('The diagnostics contain the facts for support and nothing personal', async () => {
    const { account, tasks } = await untilState(
      page,
      (state) => state.account !== null && state.tasks.tasks.length > 0,
    );
    const token = (await keytar.findCredentials('Punchcard')).find((one) => one.account === account?.id)?.password;
    const personal = [
      token ?? '',
      account?.userName ?? '',
      account?.userEmail ?? '',
      account?.server ?? '',
      account?.workspaces[0]?.name ?? '',
      ...tasks.tasks.flatMap(({ title, identifier, projectName }) => [title, identifier, projectName ?? '']),
      homedir(),
      app.dataFolder,
    ].filter((text) => text !== '');
    expect(personal.length).toBeGreaterThan(10);

    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('tab', { name: 'About' }).click();
    await page.getByText('Development build').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const shown = await page.getByRole('region', { name: 'Diagnostics' }).innerText();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await until(
      () => app.electron.evaluate(({ clipboard }) => clipboard.readText()),
      (text) => text.startsWith('Punchcard: '),
    );

    for (const text of [shown, copied, logged()]) {
      for (const one of personal) expect(text).not.toContain(one);
    }
    for (const text of [shown, copied]) {
      expect(text).toMatch(/^Punchcard: \d+\.\d+\.\d+ \(development\)$/m);
      expect(text).toMatch(/^Account: device, signed-in, token in keychain$/m);
      // Both pages share a process, so both crash.
      const ended = logged().split('The page of').length - 1;
      expect(ended).toBeGreaterThanOrEqual(3);
      expect(text).toContain(`Windows that ended by themselves: ${ended}\n`);
      expect(text).toMatch(/^Rows: .*\baccount 1, /m);
      expect(text).toMatch(/warn|error/);
    }
  });

  test('An uncaught error is logged without a dialog', async () => {
    await app.electron.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('Nobody expected this');
      }, 0);
    });
    await until(
      async () => logged(),
      (text) => /Uncaught error: TypeError/.test(text),
    );
    await expectState(page, ({ account }) => account?.status).toBe('signed-in');
  });

  test('A development build offers neither autostart nor links', async () => {
    await expectState(page, ({ system }) => system).toMatchObject({
      autostart: null,
      links: null,
      updates: { state: 'none' },
    });
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('tab', { name: 'General', selected: true }).waitFor();
    await expect.poll(() => page.getByText('Start when I log in').count()).toBe(0);
  });

  test('The crashed quick-add page is reloaded with the typed text, but not repeatedly', async () => {
    await stopClock();
    const crashLine = () =>
      app.electron.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) {
          if (window.webContents.getURL().includes('/quick-add.html')) window.webContents.forcefullyCrashRenderer();
        }
      });
    /** The current quick-add page other than `last`, once it answers. */
    const linePage = async (last?: Page) => {
      const found = await until(
        async () => {
          for (const one of app.electron.windows().toReversed()) {
            if (one === last || !one.url().includes('/quick-add.html')) continue;
            if (await one.evaluate(() => true).catch(() => false)) return one;
          }
          return null;
        },
        (value) => value !== null,
      );
      if (found === null) throw new Error('No line');
      return found;
    };
    const crashes = async () => {
      const answer = await page.evaluate(() => window.punchcard.send('system.diagnostics', {}));
      return answer.ok ? Number(/ended by themselves: (\d+)/.exec(answer.value)?.[1]) : -1;
    };
    const before = await crashes();
    const wereLogged = crashesOfLine();
    await page.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const first = await linePage();
    await untilVisible(app);
    await inputOf(first).fill('Call Mira tomorrow');
    // The page saves its text a moment later: before a timer that begins now ends, and before this answer.
    await first.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await window.punchcard.send('quick-add.directory', {});
    });

    await crashLine();
    const second = await linePage(first);
    await untilVisible(app);
    await until(
      () => inputOf(second).inputValue(),
      (text) => text === 'Call Mira tomorrow',
    );
    // Both windows share a process.
    await app.electron.evaluate(({ app: main }) => main.emit('activate'));
    page = await freshPage();
    await page.getByText('reopened with your text').first().waitFor();
    await expect.poll(crashes).toBeGreaterThan(before);
    await expect.poll(crashesOfLine).toBe(wereLogged + 1);

    await crashLine();
    await expect.poll(crashesOfLine).toBe(wereLogged + 2);
    // A new window would have been created by now.
    await expect.poll(() => quickAddWindow(app)).toBeNull();
    await app.electron.evaluate(({ app: main }) => main.emit('activate'));
    page = await freshPage();
    await page.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const third = await linePage(second);
    await expect.poll(() => inputOf(third).inputValue()).toBe('');
    await untilVisible(app);
    await closeWithEscape(app);
  });
});
