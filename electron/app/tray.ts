/** What the tray shows, and what follows from a choice in its menu. */

import { join } from 'node:path';
import { createTray, type TrayHandle, type TrayHolder } from '../desktop/tray.ts';
import { type TrayAction, trayModel } from '../desktop/tray-model.ts';
import type { AccountService } from '../features/account/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { TasksService } from '../features/tasks/index.ts';
import { LONG_ENTRY_MS, type TimeService } from '../features/time/index.ts';
import type { AppContext } from './context.ts';
import type { ErrorReporting } from './toasts.ts';
import type { WindowParts } from './windows.ts';

export interface TrayPartOptions {
  context: Pick<AppContext, 'settings' | 'now'>;
  account: Pick<AccountService, 'accounts' | 'signIn' | 'id'>;
  time: Pick<TimeService, 'entries' | 'running' | 'start' | 'stop' | 'discard'>;
  tasks: Pick<TasksService, 'view'>;
  reminders: Pick<Reminders, 'view' | 'pause' | 'resume'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'showView'>;
  act: ErrorReporting['act'];
  /** As made by `openTray`. */
  trayHolder: TrayHolder;
  /** The folder of the build. */
  out: string;
  quit: () => void;
}

export interface TrayPart extends TrayHandle {
  /** Does what its menu would. */
  choose(action: TrayAction): void;
}

export function setUpTray(options: TrayPartOptions): TrayPart {
  const { context, account, time, tasks, reminders, windows, act, trayHolder, out, quit } = options;
  const { settings, now } = context;
  const { popover, quickAdd, showView } = windows;

  /** The little of the time that the tray shows: no day and no week has to be added up for it. */
  function trayTime(): Parameters<typeof trayModel>[0]['time'] {
    const id = account.id();
    if (id === undefined) return { running: null, recent: [] };
    return { running: time.entries.running(id) ?? null, recent: time.entries.recent(id) };
  }

  /** undefined: there is nothing to pause. */
  const pausedUntil = () => (settings.read().reminders.on ? reminders.view().pausedUntil : undefined);

  function chosen(action: TrayAction): unknown {
    switch (action.do) {
      case 'open':
        return popover.show();
      case 'new-task':
        return quickAdd.show();
      case 'settings':
        return showView('settings');
      case 'sign-in':
        popover.show();
        return account.signIn.reauthenticate();
      case 'pause':
        return reminders.pause(action.length);
      case 'resume':
        return reminders.resume();
      case 'quit':
        return quit();
      case 'stop': {
        const stopped = time.running();
        time.stop();
        // Nobody would read there how long it was.
        const isLong = stopped !== undefined && now() - Date.parse(stopped.startTime) > LONG_ENTRY_MS;
        return isLong ? showView('time') : undefined;
      }
      case 'discard':
        return time.discard();
      case 'start':
        return time.start(action.taskId);
    }
  }

  const choose = (action: TrayAction) => void act(() => chosen(action));
  const tray = createTray({
    holder: trayHolder,
    icons: join(out, 'icons', 'tray'),
    model: () =>
      trayModel(
        {
          account: account.accounts.view(),
          tasks: tasks.view(),
          time: trayTime(),
          pausedUntil: pausedUntil(),
        },
        new Date(now()),
      ),
    setting: () => settings.read().trayIcon,
    onClick: popover.toggle,
    onAction: choose,
  });
  return { ...tray, choose };
}
