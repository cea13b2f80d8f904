/**
 * Desktop notifications with buttons. On Linux they go to the desktop's own service (notifications-linux.ts), because Electron's
 * notifications have no buttons there; without such a service Electron's are used.
 */
import { Notification } from 'electron';
import type { NotificationContent, NotificationEvents, Notifications } from '../../../shared/reminders/notification.ts';
import type { Starts } from '../links/starts.ts';
import { sessionBusAddress } from '../system/session-bus.ts';
import { createLinuxNotifications } from './notifications-linux.ts';
import { activationOf, type ShownNotification, withShownNotification } from './toast-activation.ts';

/** Maximum number of buttons: macOS hides all but the first in a menu, Windows has room for three. */
const MOST_BUTTONS = process.platform === 'darwin' ? 5 : 3;
/** macOS and Windows report when it is shown; without a report within this time it counts as shown (ms). */
const SHOWN_MS = 3_000;

/** Which notifications were shown, for a later run (Windows). */
export interface ShownNotifications {
  read(): ShownNotification[];
  write(list: ShownNotification[]): void;
}

export interface PreviousNotifications {
  /** From now on clicks on notifications that an earlier run showed are handed over, one that started the app first (Windows). */
  followEarlier(clicks: Starts['notificationClicks'], onAction: (noticeId: string, action: string) => void): void;
}

/**
 * `icon`: the app's icon (PNG); macOS and Windows take it from the program. `onReady`: a service appeared or do-not-disturb ended, so
 * notifications that failed can be shown now.
 */
export function createNotifications(
  icon: string,
  onReady: () => void,
  shown: ShownNotifications,
): Notifications & PreviousNotifications {
  const address = process.platform === 'linux' ? sessionBusAddress() : undefined;
  if (address === undefined) return createElectronNotifications(shown);
  // Other programs cannot read the archive, so the packager also puts this file beside it.
  const file = icon.replace(/\.asar(?=[\\/])/, '.asar.unpacked');
  return { ...createLinuxNotifications({ busAddress: address, icon: file, onReady }), followEarlier: () => undefined };
}

function createElectronNotifications(shown: ShownNotifications): Notifications & PreviousNotifications {
  /** Kept, because one that is collected loses its listeners. */
  const open = new Map<string, Notification>();
  const canHaveButtons = process.platform === 'darwin' || process.platform === 'win32';

  function show(
    { id, replaces, title, body, actions, isTransient = false }: NotificationContent,
    events: NotificationEvents,
  ): Promise<boolean> {
    if (!Notification.isSupported()) return Promise.resolve(false);
    const buttons = canHaveButtons ? actions.slice(0, MOST_BUTTONS) : [];
    const made = new Notification({
      id,
      title,
      body,
      silent: isTransient,
      actions: buttons.map(({ label }) => ({ type: 'button' as const, text: label })),
    });
    const forget = () => {
      if (open.get(id) !== made) return;
      open.delete(id);
      events.onClosed?.();
    };
    made.on('click', () => events.onAction('default'));
    made.on('action', ({ actionIndex }) => {
      const button = buttons[actionIndex];
      if (button) events.onAction(button.id);
    });
    // Windows also reports this for a notification that moved into the list, where it can still be clicked.
    if (process.platform !== 'win32') made.on('close', forget);
    open.get(id)?.removeAllListeners();
    if (replaces !== undefined) close(replaces);
    open.set(id, made);
    if (process.platform === 'win32')
      shown.write(withShownNotification(shown.read(), { id, actions: buttons.map((one) => one.id) }));
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, SHOWN_MS, true);
      const settle = (isShown: boolean) => {
        clearTimeout(limit);
        if (!isShown) open.delete(id);
        resolve(isShown);
      };
      made.once('show', () => settle(true));
      made.once('failed', () => settle(false));
      made.show();
    });
  }

  function close(id: string): void {
    const made = open.get(id);
    open.delete(id);
    made?.close();
  }

  return {
    show,
    close,
    isInhibited: () => Promise.resolve(false),
    hasButtons: () => Promise.resolve(canHaveButtons),
    stop: () => open.clear(),
    followEarlier(clicks, onAction) {
      clicks.follow((details) => {
        const { noticeId, action } = activationOf(details, shown.read());
        // Notifications of this run have their own listeners.
        if (!open.has(noticeId)) onAction(noticeId, action);
      });
    },
  };
}
