/** What the tray shows, and what follows from a choice in its menu. */

import { join } from 'node:path';
import type { CommandHandlers } from '../../shared/contract/index.ts';
import { createTray, type TrayHandle, type TrayHolder } from '../desktop/tray.ts';
import { type TrayAction, trayModel } from '../desktop/tray-model.ts';
import type { AccountService } from '../features/account/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import { LONG_ENTRY_MS } from '../features/time/entry-validation.ts';
import type { AppContext } from './context.ts';
import type { ErrorReporting } from './error-reporting.ts';
import type { ListParts } from './task-lists.ts';
import type { TimeParts } from './time.ts';
import type { WindowParts } from './windows.ts';

type TimerCommands = Pick<CommandHandlers, 'timer.start' | 'timer.stop' | 'timer.discard'>;

export interface TrayPartOptions {
  context: Pick<AppContext, 'settings' | 'now'>;
  account: Pick<AccountService, 'accounts' | 'signIn' | 'id'>;
  time: Pick<TimeParts, 'entries' | 'running'>;
  lists: Pick<ListParts, 'tasksView'>;
  reminders: Pick<Reminders, 'view' | 'pause' | 'resume'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'showView'>;
  act: ErrorReporting['act'];
  /** As made by `openTray`. */
  trayHolder: TrayHolder;
  /** The folder of the build. */
  out: string;
  /** Its timers are the windows' timers; made later. */
  commands: () => TimerCommands;
  quit: () => void;
}

export interface TrayPart extends TrayHandle {
  /** Does what its menu would. */
  choose(action: TrayAction): void;
}

export function setUpTray(options: TrayPartOptions): TrayPart {
  const { context, account, time, lists, reminders, windows, act, trayHolder, out, commands, quit } = options;
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
        return account.signIn.again();
      case 'pause':
        return reminders.pause(action.length);
      case 'resume':
        return reminders.resume();
      case 'quit':
        return quit();
      case 'stop': {
        const stopped = time.running();
        commands()['timer.stop']({});
        // Nobody would read there how long it was.
        const isLong = stopped !== undefined && now() - Date.parse(stopped.startTime) > LONG_ENTRY_MS;
        return isLong ? showView('time') : undefined;
      }
      case 'discard':
        return commands()['timer.discard']({});
      case 'start':
        return commands()['timer.start']({ taskId: action.taskId });
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
          tasks: lists.tasksView(),
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
