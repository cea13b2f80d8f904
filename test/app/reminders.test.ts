/** Due-date notifications in the whole app, with a notification service on the session's real D-Bus. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APP_ID } from '../../electron/desktop/app-id.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type NotificationService, type ShownNotification, startNotificationService } from './notification-service.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

const HOUR = 3_600_000;

let service: Service;
let trayHost: TrayHost;
let desktop: NotificationService;
let app: RunningApp;
let page: Page;

beforeEach(async () => {
  service = await startService();
  trayHost = await startTrayHost();
});
afterEach(async () => {
  await app?.quit();
  await desktop?.stop();
  await trayHost?.stop();
  await service?.stop();
});

/** Starts the app signed in, with all due dates removed; returns the tasks. */
async function launchSignedIn(
  options: Parameters<typeof startNotificationService>[0] = {},
  dataFolder?: string,
): Promise<{ id: string; identifier: string }[]> {
  desktop = await startNotificationService(options);
  const { tasks } = await service.assigned();
  for (const { id } of tasks) await service.call('PUT', `/task/due-date/${id}`, {});
  app = await launchApp(dataFolder === undefined ? {} : { dataFolder });
  page = await signIn(app, service);
  await page.evaluate(() => window.punchcard.send('window.hide', {}));
  return (await readState(page)).tasks.tasks;
}

async function setDueIn(taskId: string | undefined, inMs: number): Promise<void> {
  // .001Z, so that it never is a whole day.
  const dueDate = new Date(Date.now() + inMs).toISOString().replace(/\.000Z$/, '.001Z');
  await service.call('PUT', `/task/due-date/${taskId}`, { dueDate });
}
const refresh = () => page.evaluate(() => window.punchcard.send('tasks.refresh', {}));

/** Simulates a sleep with the app's clock; the machine's cannot be set. */
const sleep = (hours: number) =>
  app.electron.evaluate(({ powerMonitor }, ms) => {
    // Not within the call, whose answer would sometimes be lost.
    setImmediate(() => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('suspend');
      const real = Date.now;
      Date.now = () => real() + ms;
      powerMonitor.emit('resume');
      powerMonitor.emit('resume');
    });
  }, hours * HOUR);
/** Sets the app's wall clock ahead without an event; the app detects it at the next poll. */
async function advanceClock(seconds: number): Promise<void> {
  await app.electron.evaluate((_, ms) => {
    const real = Date.now;
    Date.now = () => real() + ms;
  }, seconds * 1_000);
  await refresh();
}
/** Advances all clocks of the app. */
async function advanceAllClocks(seconds: number): Promise<void> {
  await app.electron.evaluate((_, ms) => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + ms;
  }, seconds * 1_000);
  await advanceClock(seconds);
}
/** Skips the ten seconds without reminders after a start. */
const skipSettling = () => advanceClock(11);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until the app has the due dates of these tasks. */
const untilDueDatesLoaded = (...tasks: ({ id: string } | undefined)[]) =>
  until(
    () => readState(page),
    (state) => tasks.every((task) => state.tasks.tasks.some(({ id, dueDate }) => id === task?.id && dueDate !== null)),
  );
const isVisible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((w) => w.isVisible()));

describe('reminders', () => {
  test('A task that is due soon shows a notification with identifier, title, due time and project; “Start timer” starts it', async () => {
    const [task] = await launchSignedIn();
    const hostile = 'Pay <b>now</b> & \u0001\u202e<img src="x">\nnever';
    await service.call('PUT', `/task/title/${task?.id}`, { title: hostile });
    await setDueIn(task?.id, 50 * 60_000);
    await refresh();
    const notification = await desktop.shown(task?.identifier ?? '');
    expect(notification.title).toMatch(new RegExp(`^${task?.identifier} Pay <b>now</b> & +<img src="x"> never$`));
    expect(notification.body).toMatch(/^Due in \d+ min, at \d{1,2}:\d\d( [ap]m)? · \w/);
    expect(Object.entries(notification.actions)).toEqual([
      ['default', ''],
      ['start', 'Start timer'],
      ['snooze-10-min', 'Snooze 10 min'],
      ['snooze-due', 'Snooze until due'],
    ]);
    expect(readFileSync(notification.icon).subarray(1, 4).toString()).toBe('PNG');
    expect(notification.hints).toMatchObject({ 'desktop-entry': APP_ID, urgency: 1 });

    desktop.press(notification, 'start');
    await until(
      () => readState(page),
      ({ time }) => time.running?.task.taskId === task?.id,
    );
    await page.evaluate(() => window.punchcard.send('unsent.send-now', {}));
    const [entry] = await until(
      () => service.entries(task?.id ?? ''),
      (entries) => entries.length === 1,
      30_000,
    );
    expect(entry?.endTime).toBeNull();
    expect(await isVisible()).toBe(false);
  });

  test('A due task replaces its earlier notification to the second; markup in a project’s name is escaped', async () => {
    const [task] = await launchSignedIn();
    const { tasks } = await service.assigned();
    const projectId = tasks.find(({ id }) => id === task?.id)?.projectId;
    const project = (await (await service.call('GET', `/project/${projectId}`)).json()) as Record<string, unknown>;
    await service.call('PUT', `/project/${projectId}`, { ...project, name: 'R&D <i>x</i>' });
    await skipSettling();
    await setDueIn(task?.id, 11_000 + 12_000);
    await refresh();
    const before = await desktop.shown('Due in 1 min');
    const now = await desktop.shown('Due now');
    expect([now.number, now.replaces]).toEqual([before.number, before.number]);
    expect(now.body).toMatch(/ · (R&amp;D &lt;i&gt;x&lt;\/i&gt;|\w)/);
    expect(now.body).not.toContain('<i>');
  });

  test('A snoozed reminder returns once, and not before, also after a restart', async () => {
    const dataFolder = makeDataFolder();
    const [task] = await launchSignedIn({}, dataFolder);
    await skipSettling();
    await setDueIn(task?.id, 30 * 60_000);
    await refresh();
    desktop.press(await desktop.shown(task?.identifier ?? ''), 'snooze-due');
    await pause(1_000);
    await app.quit();
    app = await launchApp({ dataFolder });
    page = await app.page();
    await until(
      () => readState(page),
      ({ tasks }) => tasks.total > 0,
    );
    await pause(12_000);
    expect(desktop.all()).toHaveLength(1);
    await sleep(2);
    await desktop.shown('late', 1);
    await sleep(0.5);
    await pause(13_000);
    expect(desktop.all()).toHaveLength(2);
  });

  test('Fifty overdue tasks after a sleep show one digest, which opens the list', async () => {
    const [first] = await launchSignedIn();
    const projectId = (await service.assigned()).tasks.find(({ id }) => id === first?.id)?.projectId;
    const dueDate = new Date(Date.now() + 30 * HOUR).toISOString();
    const assignee = (await (await service.call('GET', `/task/${first?.id}`)).json()) as { userId?: string };
    for (let number = 0; number < 50; number += 1) {
      const body = { title: `Late ${number}`, description: '', priority: 'low', status: 'to-do', dueDate };
      const created = await service.call('POST', `/task/${projectId}`, { ...body, userId: assignee.userId });
      expect(created.ok).toBe(true);
    }
    await refresh();
    await until(
      () => readState(page),
      ({ tasks }) => tasks.tasks.length > 50,
    );
    await sleep(80);
    const digest = await desktop.shown('50 tasks overdue');
    expect(digest.body.split('\n')).toHaveLength(4);
    await pause(3_000);
    expect(desktop.all()).toHaveLength(1);
    desktop.press(digest, 'default');
    await until(isVisible, (visible) => visible);
  });

  test('The first list shows nothing for past due dates, and later lists show only new reminders', async () => {
    desktop = await startNotificationService();
    const { tasks } = await service.assigned();
    const late = new Date(Date.now() - 30 * HOUR).toISOString();
    for (const { id } of tasks) await service.call('PUT', `/task/due-date/${id}`, { dueDate: late });
    app = await launchApp();
    page = await signIn(app, service);
    await setDueIn(tasks[0]?.id, 15_000);
    await refresh();
    expect((await desktop.shown('')).title).toContain(
      (await readState(page)).tasks.tasks.find(({ id }) => id === tasks[0]?.id)?.identifier,
    );
    await pause(8_000);
    const shown = desktop.all().map(({ title, body }) => `${title}: ${body}`);
    expect(shown.every((text) => /: Due (in 1 min|now)/.test(text))).toBe(true);
  });

  test('An unassigned task of a watched board shows a notification with snooze and start; unwatching stops it', async () => {
    const [task] = await launchSignedIn();
    await service.call('PUT', `/task/assignee/${task?.id}`, { userId: null });
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    const { projectId } = (await (await service.call('GET', `/task/${task?.id}`)).json()) as { projectId: string };
    await page.evaluate((projectId) => window.punchcard.send('board.open', { projectId }), projectId);
    await page.getByRole('tab', { name: /Board/ }).click();
    await page.getByRole('button', { name: 'Board menu' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Remind me about this board' }).click();
    await until(
      () => readState(page),
      ({ watchedBoards }) => watchedBoards.some((board) => board.projectId === projectId),
    );
    // Past steps of a new list are skipped.
    await until(
      () => service.served.requests,
      (requests) => requests.some(({ path }) => path.includes('dueBefore')),
    );
    await pause(1_000);
    // A watched board is read at most once a minute.
    await advanceAllClocks(61);
    await setDueIn(task?.id, 25 * 60_000);
    // The service’s socket reports the change. A read after the clock was set ahead can delay the next one by a minute.
    const notification = await desktop.shown(task?.identifier ?? '', 0, 75_000);
    expect(notification.body).toMatch(/^Due in \d+ min, at .* · unassigned$/);
    desktop.press(notification, 'start');
    await until(
      () => readState(page),
      ({ time }) => time.running?.task.taskId === task?.id,
    );
    expect((await readState(page)).tasks.tasks.some(({ id }) => id === task?.id)).toBe(false);
    const answer = await page.evaluate(
      (taskId) => window.punchcard.send('reminders.snooze', { taskId, length: '1-hour' }),
      task?.id ?? '',
    );
    expect(answer.ok).toBe(true);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: /^Stop reminders about / }).click();
    await page.getByText('Only your own tasks').waitFor();
    await advanceAllClocks(61);
    await setDueIn(task?.id, 20 * 60_000);
    await pause(5_000);
    expect(desktop.all()).toHaveLength(1);
  }, 180_000);

  test('A due date set in the app shows no past reminder, but the due one, even offline', async () => {
    const [task] = await launchSignedIn();
    await page.evaluate((taskId) => window.punchcard.send('tasks.details', { taskId }), task?.id ?? '');
    await skipSettling();
    await service.served.close();
    await refresh();
    await until(
      () => readState(page),
      ({ tasks }) => tasks.failingSince !== null,
    );
    const inAppTime = await app.electron.evaluate(() => Date.now());
    const dueDate = new Date(inAppTime + 8_000).toISOString().replace(/\.000Z$/, '.001Z');
    await page.evaluate((one) => window.punchcard.send('tasks.set-values', one), { taskId: task?.id ?? '', dueDate });
    await untilDueDatesLoaded(task);
    await pause(3_000);
    expect(desktop.all()).toEqual([]);
    expect((await desktop.shown(task?.identifier ?? '')).body).toMatch(/^Due now/);
  });

  test('A task created in the app shows that it was created, and no reminder before it is due', async () => {
    const [task] = await launchSignedIn();
    await skipSettling();
    const { tasks } = await service.assigned();
    const found = tasks.find(({ id }) => id === task?.id);
    const { userId } = (await (await service.call('GET', `/task/${task?.id}`)).json()) as { userId: string };
    const created = {
      projectId: found?.projectId ?? '',
      projectSlug: task?.identifier.split('-')[0] ?? '',
      title: 'Call back at once',
      description: '',
      priority: 'no-priority' as const,
      status: 'to-do',
      labels: [],
      userId,
      dueDate: new Date(Date.now() + 30 * 60_000).toISOString().replace(/\.000Z$/, '.001Z'),
    };
    await page.evaluate(
      (one) => window.punchcard.send('quick-add.create', { tasks: [one], startTimer: false }),
      created,
    );
    await desktop.shown('Call back at once');
    await until(
      () => readState(page),
      (state) => state.tasks.tasks.some(({ title, dueDate }) => title === created.title && dueDate !== null),
    );
    await pause(3_000);
    expect(desktop.all().map(({ title }) => title)).toEqual([expect.stringMatching(/ created$/)]);
  });

  test('A digest on GNOME, which joins lines; no “Start timer” for the running task', async () => {
    const [one, two] = await launchSignedIn({ name: 'gnome-shell' });
    await skipSettling();
    await page.evaluate((taskId) => window.punchcard.send('timer.start', { taskId }), one?.id ?? '');
    await setDueIn(one?.id, 45 * 60_000);
    await refresh();
    const single = await desktop.shown(one?.identifier ?? '');
    expect(Object.values(single.actions)).toEqual(['', 'Snooze 10 min', 'Snooze until due']);
    await setDueIn(two?.id, 50 * 60_000);
    await refresh();
    const digest = await desktop.shown('2 tasks due soon');
    // Within a minute of the first, so it replaces it.
    expect(digest.replaces).toBe(single.number);
    expect(digest.body).toMatch(/^\S+ .*: in \d\d min; \S+ .*: in \d\d min$/);
    expect(desktop.closed()).toEqual([]);
  });

  test('Of two notifications clicked without a window the last one opens on top', async () => {
    const [one, two] = await launchSignedIn();
    await skipSettling();
    const notifications: ShownNotification[] = [];
    for (const task of [one, two]) {
      await setDueIn(task?.id, 45 * 60_000);
      await refresh();
      notifications.push(await desktop.shown(task?.identifier ?? ''));
      // Within a minute they would be joined.
      await advanceClock(61);
    }
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    });
    for (const each of notifications) desktop.press(each, 'default');
    const last = await app.page(page);
    await last.getByRole('region', { name: /^Due in 4/ }).waitFor();
    await last
      .getByText(two?.identifier ?? '')
      .first()
      .waitFor();
  });

  test('On a desktop without buttons a click opens the task with the buttons on top', async () => {
    const [task] = await launchSignedIn({ capabilities: ['body'] });
    await skipSettling();
    await setDueIn(task?.id, 45 * 60_000);
    await refresh();
    const notification = await desktop.shown(task?.identifier ?? '');
    expect(Object.keys(notification.actions)).toEqual(['default']);
    expect(notification.body).toContain(' · ');
    desktop.press(notification, 'default');
    await until(isVisible, (visible) => visible);
    const banner = page.getByRole('region', { name: /^Due in/ });
    await banner.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: /^1 hour/ }).click();
    await banner.waitFor({ state: 'detached' });
    desktop.press(notification, 'default');
  });

  test('On Xfce, where a click only closes it, one button opens the task', async () => {
    const [task] = await launchSignedIn({ name: 'Xfce Notify Daemon' });
    await skipSettling();
    await setDueIn(task?.id, 45 * 60_000);
    await refresh();
    const notification = await desktop.shown(task?.identifier ?? '');
    expect(Object.values(notification.actions)).toEqual(['Open', 'Start timer', 'Snooze 10 min']);
  });

  test('Do-not-disturb delays reminders until it ends; a restarted notification service is found again', async () => {
    const [one, two, three] = await launchSignedIn({ isInhibited: true });
    await skipSettling();
    await setDueIn(one?.id, 40 * 60_000);
    await setDueIn(two?.id, 45 * 60_000);
    await refresh();
    await untilDueDatesLoaded(one, two);
    await pause(2_000);
    expect(desktop.all()).toEqual([]);
    desktop.setInhibited(false);
    const digest = await desktop.shown('2 tasks due soon');
    expect(digest.body).toContain(one?.identifier);

    await desktop.stop();
    await setDueIn(three?.id, 20 * 60_000);
    await refresh();
    await pause(1_500);
    desktop = await startNotificationService();
    expect((await desktop.shown(three?.identifier ?? '')).replaces).toBe(0);
  });

  test('A pause from the tray stops reminders until they are resumed', async () => {
    const [task] = await launchSignedIn();
    await skipSettling();
    const tray = await trayHost.item();
    await tray.choose('For 1 hour');
    await until(tray.tooltip, (text) => text.includes('Reminders paused until'));
    await setDueIn(task?.id, 30 * 60_000);
    await refresh();
    await untilDueDatesLoaded(task);
    await pause(2_000);
    expect(desktop.all()).toEqual([]);
    await tray.choose('Resume reminders');
    await desktop.shown(task?.identifier ?? '');
    // The pause does not depend on the desktop.
    const remindToTrack = { on: true, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' };
    await page.evaluate((on) => window.punchcard.send('settings.change', { remindToTrack: on }), remindToTrack);
    await desktop.shown('No timer is running');
    // The notification of a completed task closes.
    await service.call('PUT', `/task/due-date/${task?.id}`, {});
    await refresh();
    await until(desktop.closed, (closed) => closed.length === 1);
  });
});
