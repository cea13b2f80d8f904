/**
 * Due-date notifications in the whole app, with a notification service on the session's real D-Bus. Which reminders are due when is
 * tested in electron/features/reminders, the differences between desktops in electron/desktop/notifications/notifications-linux.session.test.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AppOptions, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type NotificationService, type ShownNotification, startNotificationService } from './notification-service.ts';
import { type Service, startService } from './service.ts';
import { expectState, keepHiddenWindow, resultOf, signIn, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let service: Service;
let trayHost: TrayHost;
let desktop: NotificationService;
let app: RunningApp;
let page: Page;
/** Assigned to the person. */
let tasks: { id: string; identifier: string; projectId: string }[];
const options: AppOptions = { dataFolder: makeDataFolder(), preload: join(import.meta.dirname, 'set-clock.cjs') };
/** How far the app's wall clock is ahead (ms). */
let ahead = 0;

beforeAll(async () => {
  service = await startService();
  trayHost = await startTrayHost();
  const assigned = await service.assigned();
  const late = new Date(Date.now() - 30 * HOUR).toISOString();
  for (const { id } of assigned.tasks) await service.call('PUT', `/task/due-date/${id}`, { dueDate: late });
  app = await launchApp(options);
  await keepHiddenWindow(app);
  page = await signIn(app, service);
  ({
    tasks: { tasks },
  } = await untilState(page, (state) => state.tasks.tasks.length === assigned.tasks.length));
  await skipSettling();
});
beforeEach(async () => {
  desktop = await startNotificationService();
  await page.evaluate(() => window.punchcard.send('window.hide', {}));
});
afterEach(async () => {
  await open();
  await page.evaluate(() => window.punchcard.send('timer.discard', {}));
  const assigned = await service.assigned();
  for (const { id } of assigned.tasks) await service.call('PUT', `/task/due-date/${id}`, {});
  await refresh();
  await untilState(page, (state) => state.tasks.tasks.every(({ dueDate }) => dueDate === null));
  await desktop.stop();
});
afterAll(async () => {
  await app?.quit();
  await trayHost?.stop();
  await service?.stop();
});

type Task = (typeof tasks)[number];

/** The nth assigned task. */
function taskAt(index: number): Task {
  const task = tasks[index];
  if (task === undefined) throw new Error(`There are only ${tasks.length} tasks`);
  return task;
}

/** Never a whole day. */
const appTimeIn = (ms: number) => new Date(Date.now() + ahead + ms).toISOString().replace(/\.000Z$/, '.001Z');

async function setDueIn({ id }: Task, ms: number): Promise<string> {
  const dueDate = appTimeIn(ms);
  await service.call('PUT', `/task/due-date/${id}`, { dueDate });
  return dueDate;
}
const refresh = () => page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
const hasDueDates = (...some: Task[]) =>
  untilState(page, (state) =>
    some.every(({ id }) => state.tasks.tasks.some((task) => task.id === id && task.dueDate !== null)),
  );

/** Sets the app's wall clock ahead without an event; the app detects it at the next poll. */
async function advanceClock(ms: number): Promise<void> {
  ahead += ms;
  await app.electron.evaluate((_, by) => (Reflect.get(globalThis, 'setClock') as (ms: number) => void)(by), ahead);
  await refresh();
}
/** Advances all clocks of the app. */
async function advanceAllClocks(ms: number): Promise<void> {
  await app.electron.evaluate((_, by) => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + by;
  }, ms);
  await advanceClock(ms);
}
/** Also sends the writes that could still be undone. */
async function sendNow(): Promise<void> {
  await advanceAllClocks(20 * SECOND);
  await page.evaluate(() => window.punchcard.send('outbox.send-now', {}));
}
/** Stops the app's wall clock at this time, or sets the stopped one, without an event. It goes on with the next advance. */
async function stopClock(at: number): Promise<void> {
  ahead = at - Date.now();
  await app.electron.evaluate(
    (_, [by, to]) => (Reflect.get(globalThis, 'setClock') as (ms: number, at: number) => void)(by, to),
    [ahead, at] as const,
  );
}
/** Skips the ten seconds without reminders after a start and after a wake-up. */
const skipSettling = () => advanceClock(11 * SECOND);
/** Simulates a sleep. */
async function sleep(ms: number): Promise<void> {
  ahead += ms;
  const from = Date.now() + ahead;
  await app.electron.evaluate(({ powerMonitor }, by) => {
    // Not within the call, whose answer would sometimes be lost.
    setImmediate(() => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('suspend');
      (Reflect.get(globalThis, 'setClock') as (ms: number) => void)(by);
      powerMonitor.emit('resume');
      powerMonitor.emit('resume');
    });
  }, ahead);
  await until(
    () => app.electron.evaluate(() => Date.now()),
    (now) => now >= from,
  );
  await skipSettling();
}

/** Expects the titles shown so far. A reminder of `probe` shows that the app has evaluated all reminders. */
async function expectTitles(probe: Task, expected: unknown[]): Promise<void> {
  const from = desktop.all().length;
  await setDueIn(probe, 50 * MINUTE);
  await refresh();
  await desktop.shown(`${probe.identifier} `, from);
  const closedBefore = desktop.closed().length;
  await service.call('PUT', `/task/due-date/${probe.id}`, {});
  await refresh();
  // Otherwise it would be overdue after the next sleep.
  await until(desktop.closed, (closed) => closed.length > closedBefore);
  const titles = desktop.all().map(({ title }) => title);
  expect(titles.filter((title) => !title.startsWith(`${probe.identifier} `))).toEqual(expected);
}

async function open(): Promise<void> {
  await app.electron.evaluate(({ app: main }) => main.emit('activate'));
  page = await app.page();
}
/** The tasks whose notification was acted on, as evidence for suggestions, oldest first. */
async function actedOn(): Promise<string[]> {
  const day = new Date(Date.now() + ahead).toLocaleDateString('sv-SE');
  const evidence = await resultOf(page, 'proposals.evidence', { day });
  return evidence.flatMap((one) =>
    'action' in one.evidence && one.evidence.action === 'reminder' ? [one.evidence.taskId] : [],
  );
}
const isVisible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));

describe('reminders', () => {
  test('The first list shows nothing for past due dates; a task due soon shows a notification, whose “Start timer” starts it', async () => {
    const task = taskAt(0);
    const title = 'Pay <b>now</b> & \u0001\u202e<img src="x">\nnever';
    await resultOf(page, 'proposals.change', { on: ['punchcard'] });
    await service.call('PUT', `/task/title/${task.id}`, { title });
    await setDueIn(task, 50 * MINUTE);
    await refresh();
    const notification = await desktop.shown('');
    expect(notification.title).toMatch(new RegExp(`^${task.identifier} Pay <b>now</b> & +<img src="x"> never$`));
    expect(notification.body).toMatch(/^Due in \d+ min, at \d{1,2}:\d\d( [ap]m)? · \w/);
    expect(Object.entries(notification.actions)).toEqual([
      ['default', ''],
      ['start', 'Start timer'],
      ['snooze-10-min', 'Snooze 10 min'],
      ['snooze-due', 'Snooze until due'],
    ]);
    expect(existsSync(notification.icon)).toBe(true);

    desktop.press(notification, 'start');
    await untilState(page, ({ time }) => time.running?.task.taskId === task.id);
    await sendNow();
    const [entry] = await until(
      () => service.entries(task.id),
      (entries) => entries.length === 1,
    );
    expect(entry?.endTime).toBeNull();
    await expect.poll(isVisible).toBe(false);
    expect(desktop.all()).toHaveLength(1);
    await until(actedOn, (acted) => acted.join() === task.id);
  });

  test('A due task replaces its earlier notification to the second, without “Start timer” while it is timed', async () => {
    const task = taskAt(0);
    await page.evaluate((taskId) => window.punchcard.send('timer.start', { taskId }), task.id);
    const dueAt = Date.parse(await setDueIn(task, 50 * MINUTE));
    await refresh();
    const before = await desktop.shown(task.identifier);
    await stopClock(dueAt - SECOND);
    await expectTitles(taskAt(1), [before.title]);
    const shown = desktop.all().length;
    await stopClock(dueAt);
    const now = await desktop.shown('Due now', shown);
    expect([now.number, now.replaces]).toEqual([before.number, before.number]);
    expect(Object.keys(before.actions)).toContain('snooze-10-min');
    expect(Object.keys(before.actions)).not.toContain('start');
  });

  test('A due date set in the app shows no past reminder, but the due one, even offline', async () => {
    const task = taskAt(1);
    await page.evaluate((taskId) => window.punchcard.send('tasks.open-page', { taskId }), task.id);
    const port = Number(new URL(service.address).port);
    await service.served.close();
    await refresh();
    await untilState(page, (state) => state.tasks.failingSince !== null);
    const dueAt = Date.parse(appTimeIn(HOUR / 2));
    await stopClock(dueAt - 3 * SECOND);
    const changes = [{ taskId: task.id, dueDate: new Date(dueAt).toISOString() }];
    await page.evaluate((payload) => window.punchcard.send('tasks.change', payload), { changes });
    await stopClock(dueAt);
    expect((await desktop.shown(task.identifier)).body).toMatch(/^Due now/);
    expect(desktop.all()).toHaveLength(1);

    await service.reopen(port);
    await sendNow();
    await untilState(page, ({ outbox }) => outbox.total === 0);
  });

  test('A task created in the app shows that it was created, and no reminder before it is due', async () => {
    const { id, identifier, projectId } = taskAt(0);
    const { userId } = (await (await service.call('GET', `/task/${id}`)).json()) as { userId: string };
    const created = {
      projectId,
      projectSlug: identifier.split('-')[0] ?? '',
      title: 'Call back at once',
      description: '',
      priority: 'no-priority' as const,
      status: 'to-do',
      labels: [],
      userId,
      dueDate: appTimeIn(30 * MINUTE),
    };
    await page.evaluate(
      (one) => window.punchcard.send('quick-add.create', { tasks: [one], startTimer: false }),
      created,
    );
    await desktop.shown(created.title);
    await untilState(page, (state) =>
      state.tasks.tasks.some(({ title, dueDate }) => title === created.title && dueDate !== null),
    );
    await expectTitles(taskAt(1), [expect.stringMatching(/ created$/)]);
  });

  test('A pause from the tray stops reminders until they are resumed', async () => {
    const task = taskAt(0);
    const tray = await trayHost.item();
    await tray.choose('For 1 hour');
    await until(tray.tooltip, (text) => text.includes('Reminders paused until'));
    await setDueIn(task, 30 * MINUTE);
    await refresh();
    await hasDueDates(task);
    // Not paused; a reminder would have been shown before it.
    await page.evaluate(() => window.punchcard.send('reminders.test', {}));
    expect(desktop.all()).toHaveLength(1);
    await tray.choose('Resume reminders');
    const { number } = await desktop.shown(task.identifier);
    // The reminder to track time does not depend on a due date.
    const remindToTrack = { on: true, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' };
    await page.evaluate((on) => window.punchcard.send('settings.change', { remindToTrack: on }), remindToTrack);
    await desktop.shown('No timer is running');
    const off = { ...remindToTrack, on: false };
    await page.evaluate((changed) => window.punchcard.send('settings.change', { remindToTrack: changed }), off);
    // The notification of a completed task closes.
    await service.call('PUT', `/task/due-date/${task.id}`, {});
    await refresh();
    await until(desktop.closed, (closed) => closed.includes(number));
  });

  test('Do-not-disturb delays reminders until it ends; a restarted notification service is found again', async () => {
    const [one, two, three] = [taskAt(0), taskAt(1), taskAt(2)];
    desktop.setInhibited(true);
    await setDueIn(one, 40 * MINUTE);
    await setDueIn(two, 45 * MINUTE);
    await refresh();
    await hasDueDates(one, two);
    const reads = desktop.inhibitedReads();
    await refresh();
    await until(desktop.inhibitedReads, (count) => count > reads);
    desktop.setInhibited(false);
    const digest = await desktop.shown('2 tasks due soon');
    expect(digest.body).toContain(one.identifier);
    expect(desktop.all()).toHaveLength(1);

    await desktop.stop();
    await setDueIn(three, 20 * MINUTE);
    await refresh();
    await hasDueDates(three);
    desktop = await startNotificationService();
    expect((await desktop.shown(three.identifier)).replaces).toBe(0);
  });

  test('An unassigned task of a watched board shows a notification with snooze and start; unwatching stops it', async () => {
    const task = taskAt(3);
    await service.call('PUT', `/task/assignee/${task.id}`, { userId: null });
    // An event for a board that was just read would delay its next read by a minute.
    await untilState(page, (state) => state.tasks.tasks.every(({ id }) => id !== task.id));
    await open();
    const { projectId } = task;
    await page.evaluate((id) => window.punchcard.send('board.open', { projectId: id }), projectId);
    await page.getByRole('tab', { name: /Board/ }).click();
    await page.getByRole('button', { name: 'Board menu' }).click();
    const datedReads = () => service.served.requests.filter(({ path }) => path.includes('dueBefore')).length;
    await page.getByRole('menuitemcheckbox', { name: 'Remind me about this board' }).click();
    // Past steps of a new list are skipped.
    await until(datedReads, (count) => count > 0);
    await untilState(page, ({ watchedBoards }) => watchedBoards.some((board) => board.projectId === projectId));
    // A watched board is read at most once a minute.
    await advanceAllClocks(61 * SECOND);
    await setDueIn(task, 25 * MINUTE);
    // The service’s socket reports the change.
    const notification = await desktop.shown(task.identifier);
    expect(notification.body).toMatch(/^Due in \d+ min, at .* · unassigned$/);
    desktop.press(notification, 'start');
    await untilState(page, ({ time }) => time.running?.task.taskId === task.id);
    await expectState(page, (state) => state.tasks.tasks.map(({ id }) => id)).not.toContain(task.id);
    const answer = await page.evaluate(
      (taskId) => window.punchcard.send('reminders.snooze', { taskId, length: '1-hour' }),
      task.id,
    );
    expect(answer.ok).toBe(true);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Reminders' }).click();
    await page.getByRole('button', { name: /^Stop reminders about / }).click();
    await page.getByText('Only your own tasks').waitFor();
    await advanceAllClocks(61 * SECOND);
    const reads = datedReads();
    await setDueIn(task, 20 * MINUTE);
    await expectTitles(taskAt(0), [notification.title]);
    expect(datedReads()).toBe(reads);
  });

  test('Of two notifications clicked without a window the last one opens on top', async () => {
    const [one, two] = [taskAt(0), taskAt(1)];
    const notifications: ShownNotification[] = [];
    for (const task of [one, two]) {
      await setDueIn(task, 45 * MINUTE);
      await refresh();
      notifications.push(await desktop.shown(task.identifier));
      // Within a minute they would be joined.
      await advanceClock(61 * SECOND);
    }
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    });
    for (const each of notifications) desktop.press(each, 'default');
    page = await app.page(page);
    await until(
      () => page.locator('body').ariaSnapshot(),
      (tree) => tree.includes('region "Due in ') && tree.includes(two.identifier),
    );
  });

  test('On a desktop without buttons a click opens the task with the buttons on top', async () => {
    const task = taskAt(0);
    await desktop.stop();
    desktop = await startNotificationService({ capabilities: ['body'] });
    await setDueIn(task, 45 * MINUTE);
    await refresh();
    const notification = await desktop.shown(task.identifier);
    expect(Object.keys(notification.actions)).toEqual(['default']);
    desktop.press(notification, 'default');
    await until(isVisible, (visible) => visible);
    const banner = page.getByRole('region', { name: /^Due in/ });
    await until(actedOn, (acted) => acted.at(-1) === task.id);
    await banner.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: /^1 hour/ }).click();
    await banner.waitFor({ state: 'detached' });
  });

  test('A snoozed reminder returns once, and not before, also after a restart', async () => {
    const [task, probe] = [taskAt(0), taskAt(1)];
    await setDueIn(task, 30 * MINUTE);
    await refresh();
    const notification = await desktop.shown(task.identifier);
    desktop.press(notification, 'snooze-due');
    await until(desktop.closed, (closed) => closed.includes(notification.number));
    await app.quit();
    app = await launchApp({ ...options, env: { CLOCK_AHEAD_MS: String(ahead) } });
    await keepHiddenWindow(app);
    page = await app.page();
    await untilState(page, (state) => state.account?.status === 'signed-in' && state.tasks.total > 0);
    await skipSettling();
    await expectTitles(probe, [notification.title]);
    await sleep(2 * HOUR);
    expect((await desktop.shown('late')).title).toBe(notification.title);
    await sleep(HOUR / 2);
    await expectTitles(probe, [notification.title, notification.title]);
  });

  test('Fifty overdue tasks after a sleep show one digest, which opens the list', async () => {
    const { id, projectId } = taskAt(0);
    const { userId } = (await (await service.call('GET', `/task/${id}`)).json()) as { userId: string };
    for (let number = 0; number < 50; number += 1) {
      const dueDate = appTimeIn(30 * HOUR);
      const body = { title: `Late ${number}`, description: '', priority: 'low', status: 'to-do', userId, dueDate };
      expect((await service.call('POST', `/task/${projectId}`, body)).ok).toBe(true);
    }
    await refresh();
    await untilState(page, (state) => state.tasks.tasks.length > 50);
    await sleep(80 * HOUR);
    const digest = await desktop.shown('50 tasks overdue');
    expect(digest.body.split('\n')).toHaveLength(4);
    desktop.press(digest, 'default');
    await until(isVisible, (visible) => visible);
    expect(desktop.all()).toHaveLength(1);
  });
});
