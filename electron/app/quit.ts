/** The end of the app: the last writes leave, then every part stops, then the files are closed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Notifications } from '../../shared/reminders/notifier.ts';
import type { Unattended } from '../../shared/run-in-background.ts';
import type { CommandServer } from '../cli/socket-server.ts';
import type { TrayHandle } from '../desktop/tray.ts';
import type { TaskNotices } from '../features/quick-add/created-notification.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './context.ts';
import type { AttendanceParts } from './idle.ts';
import type { composeWaking } from './resume.ts';
import type { composeLastState } from './startup-snapshot.ts';
import type { Telling } from './state-publisher.ts';
import type { SystemParts } from './system.ts';
import type { ListParts } from './task-lists.ts';
import type { WindowParts } from './windows.ts';

/** How long quitting waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;

export interface QuittingOptions {
  ground: Pick<Ground, 'database'>;
  telling: Pick<Telling, 'hush' | 'stop'>;
  account: Pick<AccountParts, 'session' | 'keychain' | 'local'>;
  outbox: Outbox;
  attendance: Pick<AttendanceParts, 'presence' | 'attendance'>;
  lists: Pick<ListParts, 'assigned' | 'board' | 'watched' | 'follow' | 'realtime' | 'catchUp'>;
  reminders: Pick<Reminders, 'stop'>;
  notifications: Pick<Notifications, 'stop'>;
  taskNotices: Pick<TaskNotices, 'stop'>;
  system: Pick<SystemParts, 'updates'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'shortcut' | 'stopTrayHost'>;
  tray: Pick<TrayHandle, 'destroy'>;
  waking: Pick<ReturnType<typeof composeWaking>, 'stop'>;
  commands: Pick<CommandServer, 'close'>;
  lastState: Pick<ReturnType<typeof composeLastState>, 'keep'>;
  unattended: Unattended;
  quit: () => void;
}

export function composeQuitting(options: QuittingOptions) {
  const { ground, telling, account, outbox, lists, reminders, notifications, taskNotices, windows } = options;
  const { presence, attendance } = options.attendance;
  const { system, tray, waking, commands, lastState, unattended, quit } = options;
  let isFlushed = false;
  let isStopped = false;

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    lastState.keep();
    // What ends now changes what is shown, and would be told after the database is closed: an error, whose dialog nobody ends.
    telling.hush();
    system.updates.quitting();
    waking.stop();
    presence.stop();
    attendance.stop();
    reminders.stop();
    taskNotices.stop();
    notifications.stop();
    lists.watched.stop();
    lists.board.close();
    lists.realtime.start(null);
    lists.catchUp.stop();
    unattended(lists.assigned.stop);
    outbox.close();
    // After the last write that may have been taken.
    lists.follow.forget();
    account.keychain.close();
    commands.close();
    windows.shortcut.stop();
    windows.stopTrayHost();
    windows.quickAdd.quit();
    windows.popover.quit();
    tray.destroy();
  }

  function close(): void {
    telling.stop();
    ground.database.close();
    account.local.close();
  }

  return {
    /** False: not yet; `quit` is called again soon. Otherwise everything has stopped. */
    mayGo(): boolean {
      const acting = account.session();
      if (!isFlushed && acting !== null && outbox.count(acting.account.id) > 0) {
        // What waits only to be taken back leaves now: the next start may be days away.
        windows.popover.hide();
        unattended(outbox.flush);
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
    flush: (): void => unattended(outbox.flush),

    /** The session ends now. Nothing is waited for: what has not left stays on disk, and leaves at the next start. */
    sessionEnds(): void {
      // The app was quitting anyway, and has closed its files.
      if (!ground.database.isOpen) return;
      stop();
      close();
    },
  };
}
