/** Quick add in the whole app: from the shortcut to the task at the service. */
import { setTimeout as delay } from 'node:timers/promises';
import { addDays, set, startOfToday } from 'date-fns';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShortcutName } from '../../shared/settings/shortcuts.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { KEY, type Keyboard, openKeyboard } from './keyboard.ts';
import { type NotificationService, startNotificationService } from './notification-service.ts';
import {
  closeWithEscape,
  inputOf,
  quickAddPage,
  quickAddWindow,
  untilDirectoryLoaded,
  untilVisible,
} from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { advanceClocks, expectState, holdTimers, keepHiddenWindow, signIn, untilState } from './steps.ts';
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
  await keepHiddenWindow(app);
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

async function projects(): Promise<{ id: string; slug: string }[]> {
  const workspaces = (await (await service.call('GET', '/workspace')).json()) as { id: string }[];
  return (await service.call('GET', `/project?workspaceId=${workspaces[0]?.id}`)).json();
}
const everyTask = async () => (await Promise.all((await projects()).map(({ slug }) => tasksOf(slug)))).flat();

/** All tasks of a project at the service. */
async function tasksOf(slug: string): Promise<BoardTaskSeen[]> {
  const id = (await projects()).find((project) => project.slug === slug)?.id;
  const board = await service.call('GET', `/task/tasks/${id}?page=1&limit=100&sortBy=number&sortOrder=desc`);
  const { data } = (await board.json()) as { data: { columns: { tasks: BoardTaskSeen[] }[] } };
  return data.columns.flatMap(({ tasks }) => tasks);
}
const arrives = async (slug: string, title: string): Promise<BoardTaskSeen> => {
  const tasks = await until(
    () => tasksOf(slug),
    (value) => value.some((task) => task.title === title),
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
  if ((await quickAddWindow(app))?.isVisible) await closeWithEscape(app);
};

const focusMainWindow = () =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
    window?.show();
    window?.focus();
  });

/** Presses the shortcut so long after the last press that it does not count as held. */
async function pressShortcut(): Promise<void> {
  await advanceClocks(app, 800);
  await keyboard.press(...SHORTCUT);
}

const hasPage = () => app.electron.windows().some((window) => window.url().includes('/quick-add.html'));

test('Quick add that is rarely used has no page in memory, unless it is always kept; what is typed before its page is drawn arrives, Enter too', async () => {
  expect(hasPage()).toBe(false);
  // Shortens only the wait until a hidden window is destroyed. The first letters are typed as soon as the window is shown.
  await app.electron.evaluate(() => {
    const real = globalThis.setTimeout;
    const shortened = (work: () => void) => {
      work();
      Reflect.set(globalThis, 'hasWaited', true);
    };
    Reflect.set(globalThis, 'setTimeout', (work: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
      ms === 30_000 ? real(() => shortened(work), 200) : real(work, ms, ...args),
    );
    Reflect.set(globalThis, 'realSetTimeout', real);
  });
  const typeOnShow = (...keys: string[]) =>
    app.electron.evaluate(({ app: main }, keys) => {
      main.once('browser-window-created', (_, window) => {
        window.once('show', () => {
          for (const keyCode of keys) {
            window.webContents.sendInputEvent({ type: 'keyDown', keyCode });
            window.webContents.sendInputEvent({ type: 'keyUp', keyCode });
          }
        });
      });
    }, keys);
  await typeOnShow('a', 'b', 'Backspace', 'c');
  await pressShortcut();
  const page = await quickAddPage(app);
  await until(
    () => inputOf(page).inputValue(),
    (text) => text === 'ac',
  );
  await page.keyboard.type('d');
  await expect.poll(() => inputOf(page).inputValue()).toBe('acd');
  await app.electron.evaluate(() => void Reflect.set(globalThis, 'hasWaited', false));
  await close();
  await expect.poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'hasWaited'))).toBe(true);
  await expect.poll(hasPage).toBe(false);

  const setReady = (quickAddReady: 'always' | 'never') =>
    main.evaluate((value) => window.punchcard.send('settings.change', { quickAddReady: value }), quickAddReady);
  await setReady('always');
  await quickAddPage(app);
  await setReady('never');
  await expect.poll(hasPage).toBe(false);
  // Letters after Enter would begin another task.
  await typeOnShow('q', 'z', 'Enter', 'x');
  await pressShortcut();
  await until(
    () => everyTask(),
    (tasks) => tasks.some(({ title }) => title === 'qz'),
  );
  await expect.poll(hasPage).toBe(false);
  await setReady('always');
  await quickAddPage(app);
  await app.electron.evaluate(() => {
    Reflect.set(globalThis, 'setTimeout', Reflect.get(globalThis, 'realSetTimeout'));
  });
});

test('The shortcut opens quick add once with the focus, however long it is held; pressed again it closes it', async () => {
  const page = await quickAddPage(app);
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/quick-add.html'));
    Reflect.set(globalThis, 'shownAndHidden', [] as string[]);
    const seen = Reflect.get(globalThis, 'shownAndHidden') as string[];
    window?.on('show', () => seen.push('show'));
    window?.on('hide', () => seen.push('hide'));
  });
  await advanceClocks(app, 800);
  // Repeats that a busy computer handles late still follow each other at once. The uptime would be taken for sleep.
  await app.electron.evaluate(() => {
    const [os, { syncBuiltinESMExports }] = [process.getBuiltinModule('os'), process.getBuiltinModule('module')];
    const clocks = [performance.now, os.uptime] as const;
    const setClocks = ([now, uptime]: typeof clocks) => {
      [performance.now, os.uptime] = [now, uptime];
      syncBuiltinESMExports();
    };
    const [at, up] = [performance.now(), os.uptime()];
    setClocks([() => at, () => up]);
    Reflect.set(globalThis, 'startClocks', () => setClocks(clocks));
  });
  await keyboard.hold(30, () => delay(40), ...SHORTCUT);
  await untilVisible(app);
  await until(
    () => quickAddWindow(app),
    (window) => window?.isFocused === true,
  );
  // After all repeats.
  await keyboard.press(KEY.x);
  await expect.poll(() => inputOf(page).inputValue()).toBe('x');
  await page.keyboard.type(' ready');
  await expect.poll(() => inputOf(page).inputValue()).toBe('x ready');
  const shownAndHidden = () => app.electron.evaluate(() => Reflect.get(globalThis, 'shownAndHidden') as string[]);
  await expect.poll(shownAndHidden).toEqual(['show']);
  await expectState(main, ({ shortcuts }) => shortcuts.list['quick-add']).toMatchObject({
    state: 'set',
    pressedAt: expect.any(String),
  });
  await app.electron.evaluate(() => (Reflect.get(globalThis, 'startClocks') as () => void)());
  await pressShortcut();
  await untilVisible(app, false);
});

test('A shortcut is recorded in the settings, inactive while recording, and removed; an impossible one is rejected', async () => {
  // No key has this name.
  const answer = await main.evaluate(() =>
    window.punchcard.send('shortcut.set', { name: 'quick-add', accelerator: 'No+Such+Key' }),
  );
  expect(answer).toEqual({ ok: true, value: false });
  await expectState(main, ({ shortcuts }) => shortcuts.list['quick-add']).toMatchObject({
    accelerator: 'Control+Alt+Space',
    state: 'set',
  });
  await focusMainWindow();
  await main.getByRole('button', { name: 'Settings' }).click();
  const keysButton = main.getByRole('button', { name: /^New task: / });
  await keysButton.click();
  await main.getByRole('button', { name: 'Press the keys' }).waitFor();
  await keyboard.press(KEY.control, KEY.alt, KEY.space);
  // The keys reach the recorder instead of opening quick add.
  await keysButton.waitFor();
  await untilVisible(app, false);
  const record = async (keys: string, accelerator: string) => {
    await keysButton.click();
    await main.getByRole('button', { name: 'Press the keys' }).press(keys);
    await untilState(main, ({ shortcuts: { list } }) => {
      const { accelerator: keys, state } = list['quick-add'];
      return keys === accelerator && state === 'set';
    });
  };
  await record('Control+Alt+k', 'Control+Alt+K');
  await main.evaluate(() => window.punchcard.send('shortcut.set', { name: 'quick-add', accelerator: null }));
  await expectState(main, ({ shortcuts }) => shortcuts.list['quick-add']).toMatchObject({
    accelerator: null,
    state: 'none',
  });
  await main.evaluate(() => window.punchcard.send('shortcut.set', { name: 'quick-add', accelerator: 'Control+Alt+K' }));
  await record('Control+Alt+Space', 'Control+Alt+Space');
  await main.getByRole('button', { name: 'Back' }).click();
  await pressShortcut();
  await untilVisible(app);
  await close();
});

test('An Escape of an earlier showing leaves the window open, one that was faster than its page closes it', async () => {
  const page = await open();
  const left = (isEarly: boolean) =>
    page.evaluate((early) => window.punchcard.send('quick-add.left', { turn: 0, isEarly: early }), isEarly);
  await left(false);
  expect((await quickAddWindow(app))?.isVisible).toBe(true);
  await left(true);
  await untilVisible(app, false);
});

test('Every field is saved at the service; a click on a date in the line makes it text', async () => {
  await main.evaluate(() => window.punchcard.send('window.hide', {}));
  const page = await open();
  await inputOf(page).fill(
    'Send Halden the invoice #payments +billing +fresh !high >in-review from today tomorrow 17:05 @jonas // two pages',
  );
  const understood = page.getByRole('list', { name: 'Understood' });
  await understood.getByText('Payments').waitFor();
  await understood.getByText(/Jonas/).first().waitFor();
  const due = understood.getByRole('button', { name: /^Due Tomorrow/ });
  await due.waitFor();
  const word = await page.locator('[data-date]').last().boundingBox();
  if (word === null) throw new Error('The word is not drawn');
  await page.mouse.click(word.x + word.width / 2, word.y + word.height / 2);
  await due.waitFor({ state: 'detached' });
  await page.mouse.click(word.x + word.width / 2, word.y + word.height / 2);
  await due.waitFor();
  await page.keyboard.press('Enter');
  await untilVisible(app, false);
  const people = await main.evaluate(() => window.punchcard.send('quick-add.directory', {}));
  const jonas = people.ok ? people.value?.people.find(({ name }) => name.startsWith('Jonas')) : undefined;
  await expect
    .poll(() => arrives('PAY', 'Send Halden the invoice'))
    .toMatchObject({
      description: 'two pages',
      status: 'in-review',
      priority: 'high',
      userId: jonas?.id,
      startDate: startOfToday().toISOString(),
      // 17:00 would be UTC midnight in some time zones, which is saved a second later (shared/dates/calendar-day.ts).
      dueDate: set(addDays(new Date(), 1), { hours: 17, minutes: 5, seconds: 0, milliseconds: 0 }).toISOString(),
    });
  const labelled = await until(
    () => arrives('PAY', 'Send Halden the invoice'),
    ({ labels }) => labels.length === 2,
  );
  expect(labelled.labels.map(({ name }) => name).sort()).toEqual(['billing', 'fresh']);
  // The next task created within half a second would share this notification.
  await desktop.shown('Send Halden the invoice');
});

test('A window that loses the focus closes, and shows its text again; its page may send only its own commands', async () => {
  const page = await open();
  await inputOf(page).fill('Something else');
  await focusMainWindow();
  await untilVisible(app, false);
  await expect.poll(() => inputOf(page).inputValue()).toBe('');
  await open();
  const selected = () =>
    inputOf(page).evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
      value.slice(selectionStart, selectionEnd),
    );
  await expect.poll(selected).toBe('Something else');
  await page.keyboard.type('New');
  await expect.poll(() => inputOf(page).inputValue()).toBe('New');
  const answers = await page.evaluate(async () => [
    // biome-ignore lint/plugin: it is refused
    (await window.punchcard.send('state.read', {})).ok,
    (await window.punchcard.send('account.sign-out', { accountId: 'any' })).ok,
    (await window.punchcard.send('settings.change', {})).ok,
    (await window.punchcard.send('quick-add.directory', {})).ok,
  ]);
  expect(answers).toEqual([false, false, false, true]);
  await close();
});

test('A task created while the window is hidden shows a notification with an undo', async () => {
  // Its notification closes after them.
  await holdTimers(app, 10_000);
  await main.evaluate(() => window.punchcard.send('window.hide', {}));
  const page = await open();
  await inputOf(page).fill('Told in passing #payments');
  await page.keyboard.press('Enter');
  const notification = await desktop.shown('Told in passing');
  expect(notification).toMatchObject({
    title: expect.stringMatching(/^PAY-\d+ created$/),
    body: expect.stringContaining('Told in passing'),
  });
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
  const expected = { priority: 'low', description: 'why', dueDate: expect.any(String) };
  await expect.poll(() => arrives('PAY', 'Not Refused at first')).toMatchObject(expected);
  const titles = async () => (await tasksOf('PAY')).map(({ title }) => title);
  await expect.poll(titles).not.toContain('Refused at first');
});

test('Opened from a project it creates the task there, and the next one too; Ctrl+Enter starts its timer', async () => {
  const directory = await main.evaluate(() => window.punchcard.send('quick-add.directory', {}));
  const projectId = (directory.ok && directory.value?.projects.find(({ slug }) => slug === 'ME')?.id) || '';
  await main.evaluate((id) => window.punchcard.send('quick-add.open', { projectId: id }), projectId);
  const page = await quickAddPage(app);
  await untilVisible(app);
  await page.getByRole('list', { name: 'Understood' }).getByText('Personal').waitFor();
  await inputOf(page).fill('Water the plants');
  await page.keyboard.press('Enter');
  await untilVisible(app, false);
  await open();
  await inputOf(page).fill('Timed from the start');
  await page.keyboard.press('Control+Enter');
  await untilVisible(app, false);
  for (const title of ['Water the plants', 'Timed from the start']) await arrives('ME', title);
  const { time } = await untilState(main, (state) => /^ME-\d+$/.test(state.time.running?.task.identifier ?? ''));
  expect(time.running?.task).toMatchObject({ title: 'Timed from the start', projectName: 'Personal' });
  await main.evaluate(() => window.punchcard.send('timer.discard', {}));
});

test('A tested shortcut does nothing but arrive; others stop and start the last task, open the palette and hide the window', async () => {
  const set = (name: ShortcutName, accelerator: string) =>
    main.evaluate((payload) => window.punchcard.send('shortcut.set', payload), { name, accelerator });
  const press = async (key: number) => {
    await advanceClocks(app, 800);
    await keyboard.press(KEY.control, KEY.alt, key);
  };
  const isMainVisible = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((one) => one.webContents.getURL().endsWith('/index.html') && one.isVisible()),
    );
  await focusMainWindow();
  const { tasks } = await untilState(main, (state) => state.tasks.tasks.length > 0);
  const taskId = tasks.tasks[0]?.id ?? '';
  // A shorter entry would not be kept, nor its task started again.
  const startTime = new Date(Date.now() - 300_000).toISOString();
  await main.evaluate((payload) => window.punchcard.send('timer.start', payload), { taskId, startTime });
  await set('toggle', 'Control+Alt+X');
  await main.evaluate(() => window.punchcard.send('shortcut.test', { name: 'toggle' }));
  await press(KEY.x);
  await untilState(main, ({ shortcuts: { list } }) => list.toggle.pressedAt !== null);
  await expectState(main, ({ time }) => time.running?.task.taskId).toBe(taskId);
  await press(KEY.x);
  await untilState(main, ({ time }) => time.running === null);
  await press(KEY.x);
  await untilState(main, ({ time }) => time.running?.task.taskId === taskId);
  await set('toggle', 'Control+Alt+Y');
  await set('switch', 'Control+Alt+X');
  await press(KEY.x);
  await main.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await main.keyboard.press('Escape');
  await set('switch', 'Control+Alt+Z');
  await set('open', 'Control+Alt+X');
  await press(KEY.x);
  await expect.poll(() => isMainVisible()).toBe(false);
  await press(KEY.x);
  await expect.poll(() => isMainVisible()).toBe(true);
});
