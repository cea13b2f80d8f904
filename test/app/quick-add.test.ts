/** Quick add in the whole app: from the shortcut to the task at the service. */
import axe from 'axe-core';
import { addDays, set, startOfDay } from 'date-fns';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { KEY, type Keyboard, openKeyboard } from './keyboard.ts';
import { type NotificationService, startNotificationService } from './notification-service.ts';
import { inputOf, quickAddPage, quickAddWindow, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const SHORTCUT = [KEY.control, KEY.alt, KEY.space];

interface BoardTaskSeen {
  title: string;
  description: string | null;
  status: string;
  priority: string;
  dueDate: string | null;
  startDate: string | null;
  userId: string | null;
  labels: { name: string }[];
}

describe('quick add', () => {
  let service: Service;
  let trayHost: TrayHost;
  let keyboard: Keyboard;
  let app: RunningApp;
  let main: Page;

  let desktop: NotificationService;

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    desktop = await startNotificationService();
    keyboard = await openKeyboard();
    app = await launchApp();
    main = await signIn(app, service);
    await untilDirectoryLoaded(main);
  });
  afterAll(async () => {
    keyboard?.close();
    await app?.quit();
    await desktop?.stop();
    await trayHost?.stop();
    await service?.stop();
  });

  /** All tasks of a project at the service. */
  async function tasksOf(slug: string): Promise<BoardTaskSeen[]> {
    const workspaces = (await (await service.call('GET', '/workspace')).json()) as { id: string }[];
    const projects = (await (await service.call('GET', `/project?workspaceId=${workspaces[0]?.id}`)).json()) as {
      id: string;
      slug: string;
    }[];
    const id = projects.find((project) => project.slug === slug)?.id;
    const board = await service.call('GET', `/task/tasks/${id}?page=1&limit=100&sortBy=number&sortOrder=desc`);
    const { data } = (await board.json()) as { data: { columns: { tasks: BoardTaskSeen[] }[] } };
    return data.columns.flatMap(({ tasks }) => tasks);
  }
  const arrives = async (slug: string, title: string): Promise<BoardTaskSeen> => {
    const tasks = await until(
      () => tasksOf(slug),
      (value) => value.some((task) => task.title === title),
      25_000,
    );
    const alike = tasks.filter((task) => task.title === title);
    expect(alike).toHaveLength(1);
    return alike[0] as BoardTaskSeen;
  };
  const open = async (): Promise<Page> => {
    await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
    const page = await quickAddPage(app);
    await untilVisible(app);
    return page;
  };
  const close = async () => {
    if ((await quickAddWindow(app))?.isVisible) await (await quickAddPage(app)).keyboard.press('Escape');
    await untilVisible(app, false);
  };

  describe('the shortcut', () => {
    test('The shortcut opens quick add with the focus; pressed again it closes it', async () => {
      await keyboard.press(...SHORTCUT);
      await untilVisible(app);
      const page = await quickAddPage(app);
      await until(
        () => quickAddWindow(app),
        (window) => window?.isFocused === true,
      );
      await page.keyboard.type('ready');
      expect(await inputOf(page).inputValue()).toBe('ready');
      expect((await readState(main)).shortcut).toMatchObject({ state: 'set', isProven: true });
      await new Promise((resolve) => setTimeout(resolve, 800));
      await keyboard.press(...SHORTCUT);
      await untilVisible(app, false);
    });

    test('Keys typed before the window is shown count', async () => {
      const page = await quickAddPage(app);
      // They reach the page before the event that it is shown.
      await inputOf(page).evaluate((line: HTMLInputElement) => {
        window.dispatchEvent(new Event('focus'));
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(line, 'fast');
        line.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await open();
      await until(
        () => quickAddWindow(app),
        (window) => window?.isFocused === true,
      );
      expect(await inputOf(page).inputValue()).toBe('fast');
      await close();

      await inputOf(page).evaluate((line) => {
        window.dispatchEvent(new Event('focus'));
        line.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      });
      await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
      await untilVisible(app, false);
      await open();
      await close();
    });

    test('The held shortcut opens quick add once', async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await app.electron.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows().find((one) =>
          one.webContents.getURL().endsWith('/quick-add.html'),
        );
        Reflect.set(globalThis, 'shownAndHidden', [] as string[]);
        const seen = Reflect.get(globalThis, 'shownAndHidden') as string[];
        window?.on('show', () => seen.push('show'));
        window?.on('hide', () => seen.push('hide'));
      });
      await keyboard.hold(30, 40, ...SHORTCUT);
      await untilVisible(app);
      expect(await app.electron.evaluate(() => Reflect.get(globalThis, 'shownAndHidden'))).toEqual(['show']);
      await close();
    });

    test('An impossible shortcut is rejected, and the previous one stays', async () => {
      // No key has this name.
      const answer = await main.evaluate(() => window.punchcard.send('shortcut.set', { accelerator: 'No+Such+Key' }));
      expect(answer).toEqual({ ok: true, value: false });
      expect((await readState(main)).shortcut).toMatchObject({ accelerator: 'Control+Alt+Space', state: 'set' });
      await new Promise((resolve) => setTimeout(resolve, 800));
      await keyboard.press(...SHORTCUT);
      await untilVisible(app);
      await close();
    });

    test('A shortcut is recorded in the settings, inactive while recording, and can be removed', async () => {
      await app.electron.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
        window?.show();
        window?.focus();
      });
      await main.getByRole('button', { name: 'Settings' }).click();
      await main.getByRole('button', { name: 'Change…' }).first().click();
      await keyboard.press(KEY.escape);
      await main.getByRole('button', { name: 'Change…' }).first().click();
      const recorder = main.getByRole('button', { name: 'Press the keys' });
      await recorder.waitFor();
      await recorder.press('k');
      await main.getByText('Letters need Ctrl').waitFor();
      await recorder.press('Control+Alt+k');
      await until(
        () => readState(main),
        (state) => state.shortcut.accelerator === 'Control+Alt+K' && state.shortcut.state === 'set',
      );
      await main.getByRole('button', { name: 'Remove' }).click();
      await until(
        () => readState(main),
        (state) => state.shortcut.state === 'none',
      );
      await main.getByRole('button', { name: 'Record…' }).click();
      await main.getByRole('button', { name: 'Press the keys' }).press('Control+Alt+Space');
      await until(
        () => readState(main),
        (state) => state.shortcut.accelerator === 'Control+Alt+Space' && state.shortcut.state === 'set',
      );
      await main.getByRole('button', { name: 'Back' }).click();
    });
  });

  describe('input', () => {
    beforeEach(close);

    test('Every field is saved at the service', async () => {
      const page = await open();
      await inputOf(page).fill(
        'Send Halden the invoice #payments +billing +fresh !high >in-review tomorrow 17:05 @jonas // two pages',
      );
      await page.getByRole('list', { name: 'Understood' }).getByText('Payments').waitFor();
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      const task = await arrives('PAY', 'Send Halden the invoice');
      const people = await main.evaluate(() => window.punchcard.send('quick-add.directory', {}));
      const jonas = people.ok ? people.value?.people.find(({ name }) => name.startsWith('Jonas')) : undefined;
      expect(task).toMatchObject({
        description: 'two pages',
        status: 'in-review',
        priority: 'high',
        userId: jonas?.id,
        // 17:00 would be UTC midnight in some time zones, which is saved a second later (shared/dates/calendar-day.ts).
        dueDate: set(addDays(new Date(), 1), { hours: 17, minutes: 5, seconds: 0, milliseconds: 0 }).toISOString(),
      });
      const labelled = await until(
        () => arrives('PAY', 'Send Halden the invoice'),
        ({ labels }) => labels.length === 2,
      );
      expect(labelled.labels.map(({ name }) => name).sort()).toEqual(['billing', 'fresh']);
    });

    test('A start date beside the due date', async () => {
      const page = await open();
      await inputOf(page).fill('Prepare the audit #payments from tomorrow by 24 Dec');
      const chips = page.getByRole('list', { name: 'Understood' });
      await chips.getByRole('button', { name: /^Start date From tomorrow/ }).waitFor();
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      const { startDate, dueDate } = await arrives('PAY', 'Prepare the audit');
      expect(startDate).toBe(startOfDay(addDays(new Date(), 1)).toISOString());
      expect(new Date(dueDate ?? '').getDate()).toBe(24);
    });

    test('The last project is used again', async () => {
      const page = await open();
      await inputOf(page).fill('Ask about the deposit');
      await page.getByText('# to change').waitFor();
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      await arrives('PAY', 'Ask about the deposit');
    });

    test('Escape discards the text; after a lost focus the text returns selected', async () => {
      const page = await open();
      await inputOf(page).fill('Something private');
      await page.keyboard.press('Escape');
      await untilVisible(app, false);
      expect(await inputOf(page).inputValue()).toBe('');
      await open();
      expect(await inputOf(page).inputValue()).toBe('');
      await inputOf(page).fill('Something else');
      await app.electron.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
        window?.show();
        window?.focus();
      });
      await untilVisible(app, false);
      expect(await inputOf(page).inputValue()).toBe('');
      await open();
      await until(
        () => inputOf(page).inputValue(),
        (value) => value === 'Something else',
      );
      await page.keyboard.type('New');
      expect(await inputOf(page).inputValue()).toBe('New');
      await page.keyboard.press('Escape');
      await untilVisible(app, false);
      await open();
      expect(await inputOf(page).inputValue()).toBe('');
    });

    test('The first Enter completes a name, the second creates the task', async () => {
      const page = await open();
      await inputOf(page).pressSequentially('Half typed #website !h');
      await page.keyboard.press('Enter');
      expect(await inputOf(page).inputValue()).toBe('Half typed #website !high ');
      expect((await quickAddWindow(app))?.isVisible).toBe(true);
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      expect((await arrives('WEB', 'Half typed')).priority).toBe('high');
    });

    test('Quick add opened from a project selects it; hints show the syntax and insert it by click', async () => {
      const directory = await main.evaluate(() => window.punchcard.send('quick-add.directory', {}));
      const projectId = (directory.ok && directory.value?.projects.find(({ slug }) => slug === 'ME')?.id) || '';
      await main.evaluate((id) => window.punchcard.send('quick-add.open', { projectId: id }), projectId);
      const page = await quickAddPage(app);
      await untilVisible(app);
      await page.getByRole('list', { name: 'Understood' }).getByText('Personal').waitFor();
      await page.getByRole('list', { name: 'What you can type' }).getByRole('button', { name: 'person' }).click();
      expect(await inputOf(page).inputValue()).toBe('@');
      await page.getByRole('option').first().waitFor();
      await inputOf(page).fill('Water the plants');
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      await arrives('ME', 'Water the plants');
    });

    test('A task created while the window is hidden shows a notification with an undo', async () => {
      await main.evaluate(() => window.punchcard.send('window.hide', {}));
      // Tasks created in quick succession share a notification.
      await main.waitForTimeout(1_000);
      const page = await open();
      await inputOf(page).fill('Told in passing #payments');
      await page.keyboard.press('Enter');
      const notification = await desktop.shown('Told in passing');
      expect(notification.title).toMatch(/^PAY-\d+ created$/);
      expect(Object.values(notification.actions)).toContain('Undo');
      expect(notification.hints).toMatchObject({ transient: true, 'suppress-sound': true });
      await arrives('PAY', 'Told in passing');
      desktop.press(notification, 'undo');
      await until(
        () => tasksOf('PAY'),
        (tasks) => tasks.every(({ title }) => title !== 'Told in passing'),
      );
    });

    test('A rejected task shows a notification that opens it for editing', async () => {
      service.served.intercept = ({ method, url }) =>
        method === 'POST' && /\/api\/task\/[^/]+$/.test(url)
          ? Response.json({ message: 'This project takes no tasks.', code: 'FORBIDDEN' }, { status: 403 })
          : undefined;
      const page = await open();
      await inputOf(page).fill('Refused at first #payments +billing !low tomorrow // why');
      await page.keyboard.press('Enter');
      const notification = await desktop.shown('Refused at first');
      expect(notification.body).toContain('This project takes no tasks.');
      service.served.intercept = undefined;
      desktop.press(notification, 'default');
      await main.getByRole('button', { name: 'Edit: New task “Refused at first”' }).click();
      await until(
        () => inputOf(page).inputValue(),
        (value) => value.startsWith('Refused at first #Payments +billing !low'),
      );
      await page.keyboard.press('Home');
      await page.keyboard.type('Not ');
      await page.keyboard.press('Enter');
      const task = await arrives('PAY', 'Not Refused at first');
      expect(task).toMatchObject({ priority: 'low', description: 'why' });
      expect(task.dueDate).not.toBeNull();
      expect((await tasksOf('PAY')).map(({ title }) => title)).not.toContain('Refused at first');
    });

    test('Tab accepts the suggestion, arrow keys choose another', async () => {
      const page = await open();
      await inputOf(page).fill('');
      await inputOf(page).pressSequentially('Draft #');
      const options = page.getByRole('option');
      expect(await options.count()).toBeGreaterThan(1);
      const second = (await options.nth(1).locator('bdi').first().textContent()) ?? '';
      await page.keyboard.press('ArrowDown');
      expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Tab');
      await page.getByRole('list', { name: 'Understood' }).getByText(second, { exact: true }).waitFor();
      expect(await options.count()).toBe(0);
      expect(await inputOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
    });

    test('A click turns a date back into text or removes a chip', async () => {
      const page = await open();
      await inputOf(page).fill('Plan the tomorrow party !urgent');
      const chips = page.getByRole('list', { name: 'Understood' });
      await chips.getByRole('button', { name: /^Due Tomorrow/ }).click();
      await chips.getByRole('button', { name: /^Due / }).waitFor({ state: 'detached' });
      expect(await inputOf(page).inputValue()).toBe('Plan the tomorrow party !urgent');
      await chips.getByRole('button', { name: /^Priority Urgent/ }).click();
      expect(await inputOf(page).inputValue()).toBe('Plan the tomorrow party');
      // A first and a second click on the word in the input.
      const token = page.locator('.line__back [data-date]');
      const box = await token.boundingBox();
      if (box === null) throw new Error('The word is not drawn');
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await chips.getByRole('button', { name: /^Due Tomorrow/ }).waitFor();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await chips.getByRole('button', { name: /^Due / }).waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      expect((await arrives('PAY', 'Plan the tomorrow party')).dueDate).toBeNull();
    });

    test('An unknown name is asked about once', async () => {
      const page = await open();
      await inputOf(page).fill('Fix #nowhere at last');
      await page.keyboard.press('Enter');
      await page.getByText('Press Enter again').waitFor();
      await page.getByText('No project is called “nowhere”').waitFor();
      expect((await quickAddWindow(app))?.isVisible).toBe(true);
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      await arrives('PAY', 'Fix #nowhere at last');
    });

    test('Ctrl+Enter creates the task and starts its timer', async () => {
      const page = await open();
      await inputOf(page).fill('Timed from the start #website');
      await page.keyboard.press('Control+Enter');
      await untilVisible(app, false);
      const { time } = await until(
        () => readState(main),
        (state) => state.time.running?.task.title === 'Timed from the start',
      );
      expect(time.running?.task.projectName).toBe('Website');
      await arrives('WEB', 'Timed from the start');
      await until(
        () => readState(main),
        (state) => /^WEB-\d+$/.test(state.time.running?.task.identifier ?? ''),
      );
      await main.evaluate(() => window.punchcard.send('timer.discard', {}));
    });

    test('Each pasted line becomes a task', async () => {
      const page = await open();
      await inputOf(page).evaluate((field) => {
        const data = new DataTransfer();
        data.setData('text/plain', '- One of three #me\n- [ ] Two of three #me\n* Three of three #me !low\n');
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      });
      await page.getByText('create 3 tasks').waitFor();
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      for (const title of ['One of three', 'Two of three', 'Three of three']) await arrives('ME', title);
    });

    test('A task created offline is sent when the connection returns', async () => {
      const { port } = new URL(service.served.url);
      await service.served.close();
      const page = await open();
      await inputOf(page).fill('Written on the train #payments !low');
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      await until(
        () => readState(main),
        (state) => state.unsent.total > 0,
      );
      await service.reopen(Number(port));
      await main.evaluate(() => window.punchcard.send('unsent.send-now', {}));
      expect((await arrives('PAY', 'Written on the train')).priority).toBe('low');
    });

    test('Ten thousand characters, control and right-to-left characters are handled', async () => {
      const page = await open();
      await inputOf(page).fill(`שלום ‮abc\u0007 ${'word '.repeat(2000)}`);
      await page.keyboard.press('End');
      await page.keyboard.type('x');
      expect(await inputOf(page).inputValue()).toHaveLength(`שלום ‮abc\u0007 ${'word '.repeat(2000)}x`.length);
      await page.keyboard.press('Escape');
      await untilVisible(app, false);
    });

    test('axe finds no violation in light and dark', async () => {
      const page = await open();
      await inputOf(page).fill('Send it #payments !high tomorrow @');
      await page.getByRole('option').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Through the debugger, because the page’s policy allows no foreign code.
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const { violations: found } = await Reflect.get(globalThis, 'axe').run();
          return found.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
        });
        expect(violations).toEqual([]);
      }
    });
  });

  describe('page', () => {
    test('The page may send only its own commands', async () => {
      const page = await open();
      const answers = await page.evaluate(async () => [
        (await window.punchcard.send('state.read', {})).ok,
        (await window.punchcard.send('account.sign-out', {})).ok,
        (await window.punchcard.send('settings.change', {})).ok,
        (await window.punchcard.send('quick-add.directory', {})).ok,
      ]);
      expect(answers).toEqual([false, false, false, true]);
      await close();
    });
  });
});

test('A kill between Enter and the answer leaves exactly one task', async () => {
  const trayHost = await startTrayHost();
  const service = await startService();
  const dataFolder = makeDataFolder();
  const first = await launchApp({ dataFolder });
  const main = await signIn(first, service);
  await untilDirectoryLoaded(main);
  // The service saves it, but the answer is lost.
  let hasLanded = false;
  service.served.intercept = (request) => {
    if (request.method !== 'POST' || !/\/api\/task\/[^/]+$/.test(request.url)) return undefined;
    hasLanded = true;
    return 'commit-then-drop';
  };
  await main.evaluate(() => window.punchcard.send('quick-add.open', {}));
  const page = await quickAddPage(first);
  await untilVisible(first);
  await inputOf(page).fill('Only once #payments');
  await page.keyboard.press('Enter');
  await until(
    () => hasLanded,
    (has) => has,
  );
  await first.kill();
  service.served.intercept = undefined;

  const second = await launchApp({ dataFolder });
  const again = await second.page();
  await until(
    () => readState(again),
    (state) => state.account?.status === 'signed-in' && state.tasks.fetchedAt !== null && state.unsent.total === 0,
    40_000,
  );
  const workspaces = (await (await service.call('GET', '/workspace')).json()) as { id: string }[];
  const found = await (await service.call('GET', `/task?workspaceId=${workspaces[0]?.id}`)).text();
  expect(found.split('"Only once"')).toHaveLength(2);
  await second.quit();
  await trayHost.stop();
  await service.stop();
});

test('Names are available at the next start offline', async () => {
  const trayHost = await startTrayHost();
  const service = await startService();
  const dataFolder = makeDataFolder();
  const first = await launchApp({ dataFolder });
  await untilDirectoryLoaded(await signIn(first, service));
  await first.quit();
  await service.stop();
  const second = await launchApp({ dataFolder });
  const main = await second.page();
  const answer = await until(
    () => main.evaluate(() => window.punchcard.send('quick-add.directory', {})),
    (directory) => directory.ok && directory.value !== null && directory.value.projects.length > 0,
  );
  expect(answer.ok && answer.value?.labels.length).toBeGreaterThan(3);
  await second.quit();
  await trayHost.stop();
});
