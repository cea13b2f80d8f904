/** Notifications about due dates in the whole app, with a notification service on the session's real D-Bus. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APP_ID } from '../../electron/desktop/app-id.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type NotificationService, type Notified, startNotificationService } from './notification-service.ts';
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

/** The app, signed in, with no due date but what a test sets. */
async function begin(
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

async function due(taskId: string | undefined, inMs: number): Promise<void> {
  // Not a whole day by accident.
  const dueDate = new Date(Date.now() + inMs).toISOString().replace(/\.000Z$/, '.001Z');
  await service.call('PUT', `/task/due-date/${taskId}`, { dueDate });
}
const refresh = () => page.evaluate(() => window.punchcard.send('tasks.refresh', {}));

/** The app's own clock jumps, as after a sleep; the machine's cannot be set. */
const sleep = (hours: number) =>
  app.electron.evaluate(({ powerMonitor }, ms) => {
    // Not within the call, whose answer would be lost now and then.
    setImmediate(() => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('suspend');
      const real = Date.now;
      Date.now = () => real() + ms;
      powerMonitor.emit('resume');
      powerMonitor.emit('resume');
    });
  }, hours * HOUR);
/** Later by the app's own clock alone, as where somebody set it; no event tells of that, the next answer makes the app look. */
async function later(seconds: number): Promise<void> {
  await app.electron.evaluate((_, ms) => {
    const real = Date.now;
    Date.now = () => real() + ms;
  }, seconds * 1_000);
  await refresh();
}
/** Later by every clock of the app. */
async function passed(seconds: number): Promise<void> {
  await app.electron.evaluate((_, ms) => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + ms;
  }, seconds * 1_000);
  await later(seconds);
}
/** After a start nothing is said for ten seconds, which most tests need not wait for. */
const settled = () => later(11);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The app has the due dates of these. */
const known = (...tasks: ({ id: string } | undefined)[]) =>
  until(
    () => readState(page),
    (state) => tasks.every((task) => state.tasks.tasks.some(({ id, dueDate }) => id === task?.id && dueDate !== null)),
  );
const isVisible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((w) => w.isVisible()));

describe('reminders', () => {
  test('a task that is due is told, with identifier, title, project and when; Start timer starts it', async () => {
    const [task] = await begin();
    const hostile = 'Pay <b>now</b> & \u0001\u202e<img src="x">\nnever';
    await service.call('PUT', `/task/title/${task?.id}`, { title: hostile });
    await due(task?.id, 50 * 60_000);
    await refresh();
    const told = await desktop.shown(task?.identifier ?? '');
    expect(told.title).toMatch(new RegExp(`^${task?.identifier} Pay <b>now</b> & +<img src="x"> never$`));
    expect(told.body).toMatch(/^Due in \d+ min, at \d{1,2}:\d\d( [ap]m)? · \w/);
    expect(Object.entries(told.actions)).toEqual([
      ['default', ''],
      ['start', 'Start timer'],
      ['snooze-10-min', 'Snooze 10 min'],
      ['snooze-due', 'Snooze until due'],
    ]);
    expect(readFileSync(told.icon).subarray(1, 4).toString()).toBe('PNG');
    expect(told.hints).toMatchObject({ 'desktop-entry': APP_ID, urgency: 1 });

    desktop.press(told, 'start');
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

  test('told when it is due to the second, in the place of the one before; markup of a project is escaped', async () => {
    const [task] = await begin();
    const { tasks } = await service.assigned();
    const projectId = tasks.find(({ id }) => id === task?.id)?.projectId;
    const project = (await (await service.call('GET', `/project/${projectId}`)).json()) as Record<string, unknown>;
    await service.call('PUT', `/project/${projectId}`, { ...project, name: 'R&D <i>x</i>' });
    await settled();
    await due(task?.id, 11_000 + 12_000);
    await refresh();
    const before = await desktop.shown('Due in 1 min');
    const now = await desktop.shown('Due now');
    expect([now.number, now.replaces]).toEqual([before.number, before.number]);
    expect(now.body).toMatch(/ · (R&amp;D &lt;i&gt;x&lt;\/i&gt;|\w)/);
    expect(now.body).not.toContain('<i>');
  });

  test('Snooze returns once, and not before, also after a restart', async () => {
    const dataFolder = makeDataFolder();
    const [task] = await begin({}, dataFolder);
    await settled();
    await due(task?.id, 30 * 60_000);
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

  test('fifty overdue tasks after a sleep are one digest; a click opens the list', async () => {
    const [first] = await begin();
    const projectId = (await service.assigned()).tasks.find(({ id }) => id === first?.id)?.projectId;
    const dueDate = new Date(Date.now() + 30 * HOUR).toISOString();
    const assignee = (await (await service.call('GET', `/task/${first?.id}`)).json()) as { userId?: string };
    for (let number = 0; number < 50; number += 1) {
      const body = { title: `Late ${number}`, description: '', priority: 'low', status: 'to-do', dueDate };
      const made = await service.call('POST', `/task/${projectId}`, { ...body, userId: assignee.userId });
      expect(made.ok).toBe(true);
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

  test('a first list, and a newer one of it, is no storm', async () => {
    desktop = await startNotificationService();
    const { tasks } = await service.assigned();
    const late = new Date(Date.now() - 30 * HOUR).toISOString();
    for (const { id } of tasks) await service.call('PUT', `/task/due-date/${id}`, { dueDate: late });
    app = await launchApp();
    page = await signIn(app, service);
    await due(tasks[0]?.id, 15_000);
    await refresh();
    expect((await desktop.shown('')).title).toContain(
      (await readState(page)).tasks.tasks.find(({ id }) => id === tasks[0]?.id)?.identifier,
    );
    await pause(8_000);
    const told = desktop.all().map(({ title, body }) => `${title}: ${body}`);
    expect(told.every((text) => /: Due (in 1 min|now)/.test(text))).toBe(true);
  });

  test('a board that is watched: nobody’s task is told, snoozed and started; switched off in the settings, it is silent', async () => {
    const [task] = await begin();
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
    // What is past when it is met for the first time is not told.
    await until(
      () => service.served.requests,
      (requests) => requests.some(({ path }) => path.includes('dueBefore')),
    );
    await pause(1_000);
    // A board rests for a minute after it was read.
    await passed(61);
    await due(task?.id, 25 * 60_000);
    // Told by the service's socket.
    const told = await desktop.shown(task?.identifier ?? '');
    expect(told.body).toMatch(/^Due in \d+ min, at .* · unassigned$/);
    desktop.press(told, 'start');
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
    await passed(61);
    await due(task?.id, 20 * 60_000);
    await pause(5_000);
    expect(desktop.all()).toHaveLength(1);
  }, 180_000);

  test('a due date that was set here: not at once, but when it is due, although the service is away', async () => {
    const [task] = await begin();
    await page.evaluate((taskId) => window.punchcard.send('tasks.details', { taskId }), task?.id ?? '');
    await settled();
    await service.served.close();
    await refresh();
    await until(
      () => readState(page),
      ({ tasks }) => tasks.failingSince !== null,
    );
    const inAppTime = await app.electron.evaluate(() => Date.now());
    const dueDate = new Date(inAppTime + 8_000).toISOString().replace(/\.000Z$/, '.001Z');
    await page.evaluate((one) => window.punchcard.send('tasks.set-values', one), { taskId: task?.id ?? '', dueDate });
    await known(task);
    await pause(3_000);
    expect(desktop.all()).toEqual([]);
    expect((await desktop.shown(task?.identifier ?? '')).body).toMatch(/^Due now/);
  });

  test('a task that was made here: that it was created, and nothing of its due date before it is due', async () => {
    const [task] = await begin();
    await settled();
    const { tasks } = await service.assigned();
    const found = tasks.find(({ id }) => id === task?.id);
    const { userId } = (await (await service.call('GET', `/task/${task?.id}`)).json()) as { userId: string };
    const made = {
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
    await page.evaluate((one) => window.punchcard.send('quick-add.create', { tasks: [one], startTimer: false }), made);
    await desktop.shown('Call back at once');
    await until(
      () => readState(page),
      (state) => state.tasks.tasks.some(({ title, dueDate }) => title === made.title && dueDate !== null),
    );
    await pause(3_000);
    expect(desktop.all().map(({ title }) => title)).toEqual([expect.stringMatching(/ created$/)]);
  });

  test('a digest on GNOME, which shows a body’s lines as one; no Start timer for the running task', async () => {
    const [one, two] = await begin({ name: 'gnome-shell' });
    await settled();
    await page.evaluate((taskId) => window.punchcard.send('timer.start', { taskId }), one?.id ?? '');
    await due(one?.id, 45 * 60_000);
    await refresh();
    const single = await desktop.shown(one?.identifier ?? '');
    expect(Object.values(single.actions)).toEqual(['', 'Snooze 10 min', 'Snooze until due']);
    await due(two?.id, 50 * 60_000);
    await refresh();
    const digest = await desktop.shown('2 tasks due soon');
    // Within a minute of the first: it takes its place.
    expect(digest.replaces).toBe(single.number);
    expect(digest.body).toMatch(/^\S+ .*: in \d\d min; \S+ .*: in \d\d min$/);
    expect(desktop.closed()).toEqual([]);
  });

  test('two clicks, one right after the other, while there is no window: the last one is on top', async () => {
    const [one, two] = await begin();
    await settled();
    const told: Notified[] = [];
    for (const task of [one, two]) {
      await due(task?.id, 45 * 60_000);
      await refresh();
      told.push(await desktop.shown(task?.identifier ?? ''));
      // Within a minute of each other they would be one.
      await later(61);
    }
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    });
    for (const each of told) desktop.press(each, 'default');
    const last = await app.page(page);
    await last.getByRole('region', { name: /^Due in 4/ }).waitFor();
    await last
      .getByText(two?.identifier ?? '')
      .first()
      .waitFor();
  });

  test('a desktop without buttons: the click opens the task with them on top', async () => {
    const [task] = await begin({ capabilities: ['body'] });
    await settled();
    await due(task?.id, 45 * 60_000);
    await refresh();
    const told = await desktop.shown(task?.identifier ?? '');
    expect(Object.keys(told.actions)).toEqual(['default']);
    expect(told.body).toContain(' · ');
    desktop.press(told, 'default');
    await until(isVisible, (visible) => visible);
    const banner = page.getByRole('region', { name: /^Due in/ });
    await banner.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: /^1 hour/ }).click();
    await banner.waitFor({ state: 'detached' });
    desktop.press(told, 'default');
  });

  test('on Xfce, where a click only closes it: one button to open the task, and two more', async () => {
    const [task] = await begin({ name: 'Xfce Notify Daemon' });
    await settled();
    await due(task?.id, 45 * 60_000);
    await refresh();
    const told = await desktop.shown(task?.identifier ?? '');
    expect(Object.values(told.actions)).toEqual(['Open', 'Start timer', 'Snooze 10 min']);
  });

  test('do-not-disturb holds back, and lets go by itself; a service that ends and comes back is found again', async () => {
    const [one, two, three] = await begin({ isInhibited: true });
    await settled();
    await due(one?.id, 40 * 60_000);
    await due(two?.id, 45 * 60_000);
    await refresh();
    await known(one, two);
    await pause(2_000);
    expect(desktop.all()).toEqual([]);
    desktop.setInhibited(false);
    const digest = await desktop.shown('2 tasks due soon');
    expect(digest.body).toContain(one?.identifier);

    await desktop.stop();
    await due(three?.id, 20 * 60_000);
    await refresh();
    await pause(1_500);
    desktop = await startNotificationService();
    expect((await desktop.shown(three?.identifier ?? '')).replaces).toBe(0);
  });

  test('paused from the tray: silent, until resumed', async () => {
    const [task] = await begin();
    await settled();
    const tray = await trayHost.item();
    await tray.choose('For 1 hour');
    await until(tray.tooltip, (text) => text.includes('Reminders paused until'));
    await due(task?.id, 30 * 60_000);
    await refresh();
    await known(task);
    await pause(2_000);
    expect(desktop.all()).toEqual([]);
    await tray.choose('Resume reminders');
    await desktop.shown(task?.identifier ?? '');
    // Its own hours, but the same desktop.
    const remindToTrack = { on: true, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' };
    await page.evaluate((on) => window.punchcard.send('settings.change', { remindToTrack: on }), remindToTrack);
    await desktop.shown('No timer is running');
    // What was done meanwhile leaves the screen.
    await service.call('PUT', `/task/due-date/${task?.id}`, {});
    await refresh();
    await until(desktop.closed, (closed) => closed.length === 1);
  });
});
