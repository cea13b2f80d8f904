/** Notifications over D-Bus, on a bus with a notification service like that of one desktop or another. */
import { afterEach, expect, test } from 'vitest';
import { createLinuxNotifications } from '../../../../electron/desktop/notifications/notifications-linux.ts';
import { APP_ID } from '../../../../electron/desktop/system/app-id.ts';
import type { NotificationContent, Notifications } from '../../../../shared/reminders/notification.ts';
import { type NotificationService, startNotificationService } from '../../../app/notification-service.ts';
import { until } from '../../../until.ts';
import { sendAsAnother } from '../system/send-as-another.ts';

let desktop: NotificationService | undefined;
let notifications: Notifications;
let readyCount: number;
/** Actions and closings, in order. */
let events: string[];

afterEach(async () => {
  notifications.stop();
  await desktop?.stop();
  desktop = undefined;
});

async function setUp(options?: Parameters<typeof startNotificationService>[0] | 'no service') {
  if (options !== 'no service') desktop = await startNotificationService(options);
  readyCount = 0;
  events = [];
  notifications = createLinuxNotifications({
    busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '',
    icon: '/the/icon.png',
    onReady: () => {
      readyCount += 1;
    },
  });
}

const content: NotificationContent = {
  id: 'task:1',
  title: 'PAY-1 R&D <i>x</i>',
  body: 'Due in 1 h · R&D <i>x</i>',
  actions: [
    { id: 'start', label: 'Start timer' },
    { id: 'snooze-10-min', label: 'Snooze 10 min' },
    { id: 'snooze-due', label: 'Snooze until due' },
  ],
};
const digest: NotificationContent = { ...content, id: 'digest', body: 'PAY-1 One: in 45 min\nPAY-2 Two?\nPAY-3 Three' };

async function show(changed: Partial<NotificationContent> = {}) {
  const shown = { ...content, ...changed };
  const isShown = await notifications.show(shown, {
    onAction: (action) => events.push(`${shown.id} ${action}`),
    onClosed: () => events.push(`${shown.id} closed`),
  });
  const last = desktop?.all().at(-1);
  if (!isShown || last === undefined) throw new Error('It was not shown');
  return last;
}

test('A notification has the app’s icon and name, three buttons and a click; its body’s markup is escaped', async () => {
  await setUp();
  expect(await show()).toMatchObject({
    replaces: 0,
    icon: '/the/icon.png',
    title: 'PAY-1 R&D <i>x</i>',
    body: 'Due in 1 h · R&amp;D &lt;i&gt;x&lt;/i&gt;',
    actions: { default: '', start: 'Start timer', 'snooze-10-min': 'Snooze 10 min', 'snooze-due': 'Snooze until due' },
    hints: { 'desktop-entry': APP_ID, urgency: 1 },
  });
  expect(await notifications.hasButtons()).toBe(true);
  const { hints } = await show({ isTransient: true });
  expect(hints).toMatchObject({ transient: true, 'suppress-sound': true });
});

test('A desktop without markup gets the body as it is, and one without buttons only the click', async () => {
  await setUp({ capabilities: ['body'] });
  const { body, actions } = await show();
  expect(body).toBe(content.body);
  expect(actions).toEqual({ default: '' });
  expect(await notifications.hasButtons()).toBe(false);
});

test('GNOME, which joins lines, gets one line', async () => {
  await setUp({ name: 'gnome-shell' });
  expect((await show(digest)).body).toBe('PAY-1 One: in 45 min; PAY-2 Two? PAY-3 Three');
});

test('Xfce, where a click only closes it, gets a button that opens the task', async () => {
  await setUp({ name: 'Xfce Notify Daemon' });
  expect(Object.entries((await show()).actions)).toEqual([
    ['default', 'Open'],
    ['start', 'Start timer'],
    ['snooze-10-min', 'Snooze 10 min'],
  ]);
});

test('A notification replaces the one with its id, or the one it names', async () => {
  await setUp();
  const first = await show();
  const again = await show({ title: 'Another title' });
  expect([again.number, again.replaces]).toEqual([first.number, first.number]);
  const joined = await show({ ...digest, replaces: 'task:1' });
  expect(joined.replaces).toBe(first.number);
  expect((await show()).replaces).toBe(0);
  expect((await show({ ...digest, replaces: 'task:1' })).replaces).toBe(joined.number);
  expect(desktop?.closed()).toEqual([]);
});

test('Buttons and closings are reported; an expired notification keeps its buttons', async () => {
  await setUp();
  const one = await show();
  desktop?.expire(one);
  desktop?.press(one, 'start');
  desktop?.press(one, 'default');
  const other = await show({ id: 'task:2' });
  desktop?.dismiss(other);
  desktop?.press(other, 'start');
  desktop?.press({ ...one, number: 99 }, 'start');
  desktop?.dismiss(one);
  await until(
    () => events,
    (all) => all.length === 4,
  );
  expect(events).toEqual(['task:1 start', 'task:1 default', 'task:2 closed', 'task:1 closed']);
});

test('Another program on the bus presses and closes nothing, whether a service runs, is replaced or is missing', async () => {
  await setUp('no service');
  expect(await notifications.hasButtons()).toBe(false);
  const [name, path] = ['org.freedesktop.Notifications', '/org/freedesktop/Notifications'];
  const impersonate = (number: number) =>
    sendAsAnother([
      [path, name, 'ActionInvoked', 'us', [number, 'snooze-10-min']],
      [path, name, 'NotificationClosed', 'uu', [number, 2]],
      [path, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', [name, {}, []]],
      ['/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameOwnerChanged', 'sss', [name, '', ':1.0']],
    ]);
  await impersonate(1);
  for (const round of [1, 2]) {
    desktop = await startNotificationService();
    await until(
      () => readyCount,
      (count) => count === round,
    );
    const one = await show();
    await impersonate(one.number);
    desktop.press(one, 'start');
    await until(
      () => events,
      (all) => all.length > 0,
    );
    expect(events.splice(0)).toEqual(['task:1 start']);
    expect(readyCount).toBe(round);
    await desktop.stop();
    desktop = undefined;
    await until(
      () => events,
      (all) => all.length > 0,
    );
    expect(events.splice(0)).toEqual(['task:1 closed']);
  }
});

test('The app closes its notification on the desktop, once', async () => {
  await setUp();
  const { number } = await show();
  notifications.close('task:1');
  notifications.close('task:1');
  notifications.close('unknown');
  await show({ id: 'task:2' });
  expect(desktop?.closed()).toEqual([number]);
});

test('Do-not-disturb is read where the desktop reports it, and its end is announced', async () => {
  await setUp({ isInhibited: true });
  expect(await notifications.isInhibited()).toBe(true);
  desktop?.setInhibited(false);
  await until(
    () => readyCount,
    (count) => count === 1,
  );
  expect(await notifications.isInhibited()).toBe(false);
});

test('Without a notification service nothing is shown; a service that starts is announced and used', async () => {
  await setUp('no service');
  expect(await notifications.show(content, { onAction: () => undefined })).toBe(false);
  expect([await notifications.hasButtons(), await notifications.isInhibited()]).toEqual([false, false]);
  desktop = await startNotificationService();
  await until(
    () => readyCount,
    (count) => count === 1,
  );
  expect((await show()).replaces).toBe(0);
});

test('A restarted service has none of the earlier notifications and may be another one', async () => {
  await setUp();
  await show();
  await desktop?.stop();
  await until(
    () => events,
    (all) => all.length === 1,
  );
  expect(events).toEqual(['task:1 closed']);
  desktop = await startNotificationService({ name: 'gnome-shell' });
  expect(await show(digest)).toMatchObject({ replaces: 0, body: expect.stringContaining('; ') });
});
