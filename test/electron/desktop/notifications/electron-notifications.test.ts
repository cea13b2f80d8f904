/** Notifications on Windows against Electron's documented interface: those of an earlier run still act. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ShownNotification } from '../../../../electron/desktop/notifications/toast-activation.ts';

const electron = vi.hoisted(() => ({ calls: [] as unknown[][], activate: (_details: unknown) => {} }));
vi.mock('electron', () => ({
  app: { once: () => undefined, on: () => undefined, whenReady: () => Promise.resolve() },
  Notification: class {
    static isSupported = () => true;
    static handleActivation(callback: (details: unknown) => void): void {
      electron.calls.push(['handleActivation']);
      electron.activate = callback;
    }
    constructor(options: unknown) {
      electron.calls.push(['new', options]);
    }
    on(): void {}
    once(event: string, listener: () => void): void {
      if (event === 'show') listener();
    }
    show(): void {
      electron.calls.push(['show']);
    }
  },
}));

test('a click on one of an earlier run acts by its id and button; one of this run has its own listeners', async () => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...own, value: 'win32' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
  // Another file may have loaded them with another stand-in for Electron.
  vi.resetModules();
  const { createNotifications } = await import('../../../../electron/desktop/notifications/notifications.ts');
  let stored: ShownNotification[] = [{ id: 'old', actions: ['start', 'snooze'] }];
  const notifications = createNotifications('icon.png', () => undefined, {
    read: () => stored,
    write: (list) => {
      stored = list;
      electron.calls.push(['write', list.map(({ id }) => id)]);
    },
  });
  const acted: string[][] = [];
  const { receiveStarts } = await import('../../../../electron/desktop/links/starts.ts');
  const { notificationClicks } = receiveStarts();
  await Promise.resolve();
  // The click that started the app, which has no accounts yet.
  electron.activate({ type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=old' });
  notifications.followEarlier(notificationClicks, (id, action) => acted.push([id, action]));
  const actions = [{ id: 'start', label: 'Start' }];
  await notifications.show({ id: 'new', title: 'Due', body: '', actions }, { onAction: () => undefined });
  // Stored before it is shown: a click may follow a crash.
  expect(electron.calls).toEqual([
    ['handleActivation'],
    ['new', { id: 'new', title: 'Due', body: '', silent: false, actions: [{ type: 'button', text: 'Start' }] }],
    ['write', ['old', 'new']],
    ['show'],
  ]);
  electron.activate({ type: 'action', actionIndex: 1, arguments: 'type=action&action=1&tag=old' });
  electron.activate({ type: 'click', arguments: 'type=click&tag=old' });
  electron.activate({ type: 'click', arguments: 'type=click&tag=new' });
  expect(acted).toEqual([
    ['old', 'start'],
    ['old', 'snooze'],
    ['old', 'default'],
  ]);
});

test('Windows learns who the app is before it is ready, and clicks are received before the first window', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../electron/main.ts'), 'utf8');
  const [top = '', configuring = '', starting = ''] = source.split(/^(?:async )?function \w+\(\): .*$/m);
  for (const [text, calls] of [
    [top, ['configureElectron();', 'await start();']],
    [configuring, ['app.setAppUserModelId(APP_ID);', 'app.setToastActivatorCLSID(TOAST_ACTIVATOR_ID);']],
    // What waits for the same event is called in this order.
    [starting, ['receiveStarts();', 'app.whenReady().then(showAndLoad)', 'createPopover({', 'popover.show();']],
  ] as const) {
    const places = calls.map((call) => text.indexOf(call));
    expect(places, calls.join()).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
});
