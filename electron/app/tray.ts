/** The model of the tray icon and its menu, and the effects of the menu's actions. */
import { join } from 'node:path';
import { createNativeSurfaces } from '../desktop/tray/native-surfaces.ts';
import { createTray } from '../desktop/tray/tray.ts';
import { type TrayAction, trayModel } from '../desktop/tray/tray-model.ts';
import { unsentOfOthers } from '../features/outbox/index.ts';
import { LONG_ENTRY_MS } from '../features/time/index.ts';
import type { MainParts } from './context.ts';
import { allTasks, openAccounts, pauseReminders } from './open-accounts.ts';

export type AppTray = ReturnType<typeof setUpTray>;

export function setUpTray(options: MainParts) {
  const { context, features, windows, act, trayHolder, out, electron } = options;
  const { account, outbox, time, focus, inFront } = features;
  const { settings, now } = context;
  const { popover, quickAdd, showView } = windows;

  /** Only what the tray shows: the sums of the day and the week are not needed. */
  function timeModel(): Parameters<typeof trayModel>[0]['time'] {
    const id = account.first.id();
    if (id === undefined) return { running: null, recent: [] };
    return { running: time.entries.running(id) ?? null, recent: time.entries.recent(id) };
  }

  /** undefined if reminders are off. */
  const pausedUntil = () =>
    settings.read().reminders.on ? inFront().reminders.reminders.view().pausedUntil : undefined;

  function run(action: TrayAction): unknown {
    switch (action.do) {
      case 'open':
        return popover.show();
      case 'open-as-window':
        options.settings.change({ openAsWindow: action.on });
        return popover.show();
      case 'new-task':
        return quickAdd.show();
      case 'settings':
        return showView('settings');
      case 'outbox':
        return showView('outbox');
      case 'sign-in':
        if (action.accountId !== undefined) account.accounts.putInFront(action.accountId);
        popover.show();
        return account.signIn.reauthenticate();
      case 'pause':
        return pauseReminders(features, action.length);
      case 'resume':
        return pauseReminders(features, null);
      case 'quit':
        return windows.quit();
      case 'stop': {
        const stopped = time.running();
        time.stop();
        // The tray does not show the length of the entry, which may be a mistake.
        const isLong = stopped !== undefined && now() - Date.parse(stopped.startTime) > LONG_ENTRY_MS;
        return isLong ? showView('time') : undefined;
      }
      case 'discard':
        return time.discard();
      case 'start':
        return time.start(action);
      case 'start-last':
        return windows.startLast();
    }
  }

  /** Runs an action of the menu. */
  const choose = (action: TrayAction): void => void act(() => run(action));
  const icons = join(out, 'icons', 'tray');
  const command = electron.command();
  const surfaces = createNativeSurfaces({ holder: trayHolder, icons, command, now, onAction: choose });
  const tray = createTray({
    holder: trayHolder,
    icons,
    onModel: surfaces.draw,
    model() {
      const accounts = openAccounts(features);
      return trayModel(
        {
          account: account.accounts.view(),
          accounts,
          needing: accounts
            .map(({ id, server }) => ({
              server: accounts.length > 1 ? server : null,
              count: outbox.countNeeding(id),
            }))
            .filter(({ count }) => count > 0),
          left: unsentOfOthers(outbox, account.accounts.others()),
          tasks: allTasks(features),
          time: timeModel(),
          focus: focus.view().session,
          pausedUntil: pausedUntil(),
          isWindow: settings.read().openAsWindow,
        },
        new Date(now()),
      );
    },
    setting: () => settings.read().trayIcon,
    onClick: popover.toggle,
    onAction: choose,
  });
  return {
    ...tray,
    choose,
    destroy(): void {
      surfaces.stop();
      tray.destroy();
    },
  };
}
