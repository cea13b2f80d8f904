/** The end of the app: the last writes leave, then every part stops, then the files are closed. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Notifications } from '../../shared/reminders/notifier.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import type { CommandServer } from '../cli/socket-server.ts';
import type { TrayHandle } from '../desktop/tray.ts';
import type { AccountService } from '../features/account/index.ts';
import type { BoardService } from '../features/board/index.ts';
import type { IdleService } from '../features/idle/index.ts';
import type { CreatedNotifications } from '../features/quick-add/created-notification.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { LocalAccess } from '../local/in-process-client.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AppContext } from './context.ts';
import type { SystemParts } from './desktop-integration.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { Resume } from './resume.ts';
import type { StatePublisher, setUpStartupSnapshot } from './state.ts';
import type { WindowParts } from './windows.ts';

/** How long quitting waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;

export interface QuitOptions {
  context: Pick<AppContext, 'database'>;
  statePublisher: Pick<StatePublisher, 'disconnect' | 'stop'>;
  account: Pick<AccountService, 'session' | 'keychain'>;
  local: Pick<LocalAccess, 'close'>;
  outbox: Outbox;
  idle: Pick<IdleService, 'stop'>;
  tasks: Pick<TasksService, 'assigned'>;
  boards: Pick<BoardService, 'board' | 'watched'>;
  live: Pick<LiveUpdates, 'affected' | 'stop'>;
  reminders: Pick<Reminders, 'stop'>;
  notifications: Pick<Notifications, 'stop'>;
  createdNotifications: Pick<CreatedNotifications, 'stop'>;
  system: Pick<SystemParts, 'updates'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'shortcut' | 'stopTrayHost'>;
  tray: Pick<TrayHandle, 'destroy'>;
  resume: Pick<Resume, 'stop'>;
  commands: Pick<CommandServer, 'close'>;
  lastState: Pick<ReturnType<typeof setUpStartupSnapshot>, 'save'>;
  runInBackground: RunInBackground;
  quit: () => void;
}

export function setUpQuit(options: QuitOptions) {
  const {
    context,
    statePublisher,
    account,
    outbox,
    tasks,
    boards,
    live,
    reminders,
    notifications,
    createdNotifications,
    windows,
  } = options;
  const { system, tray, resume, commands, lastState, runInBackground, quit } = options;
  let isFlushed = false;
  let isStopped = false;

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    lastState.save();
    // What ends now changes what is shown, and would be told after the database is closed: an error, whose dialog nobody ends.
    statePublisher.disconnect();
    system.updates.quitting();
    resume.stop();
    options.idle.stop();
    reminders.stop();
    createdNotifications.stop();
    notifications.stop();
    boards.watched.stop();
    boards.board.close();
    live.stop();
    runInBackground(tasks.assigned.stop);
    outbox.close();
    // After the last write that may have been taken.
    live.affected.forget();
    account.keychain.close();
    commands.close();
    windows.shortcut.stop();
    windows.stopTrayHost();
    windows.quickAdd.quit();
    windows.popover.quit();
    tray.destroy();
  }

  function close(): void {
    statePublisher.stop();
    context.database.close();
    options.local.close();
  }

  return {
    /** False: not yet; `quit` is called again soon. Otherwise everything has stopped. */
    mayQuit(): boolean {
      const acting = account.session();
      if (!isFlushed && acting !== null && outbox.count(acting.account.id) > 0) {
        // What waits only to be taken back leaves now: the next start may be days away.
        windows.popover.hide();
        runInBackground(outbox.flush);
        void Promise.race([outbox.idle(), delay(LAST_WRITES_MS)]).finally(() => {
          isFlushed = true;
          quit();
        });
        return false;
      }
      stop();
      return true;
    },

    /** The last thing of all. */
    close,

    /** The session may end, and writes that wait only to be taken back have little time to leave. */
    flush: (): void => runInBackground(outbox.flush),

    /** The session ends now. Nothing is waited for: what has not left stays on disk, and leaves at the next start. */
    sessionEnds(): void {
      // The app was quitting anyway, and has closed its files.
      if (!context.database.isOpen) return;
      stop();
      close();
    },
  };
}
