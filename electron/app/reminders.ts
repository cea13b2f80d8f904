/** What is told on the desktop: due dates, and of which tasks. */
import { join } from 'node:path';
import type { NavigationTarget } from '../../shared/contract/index.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import { createNotifications } from '../desktop/notifications.ts';
import type { AccountService } from '../features/account/index.ts';
import { isRejection } from '../features/quick-add/created-notification.ts';
import { createLeadTimes } from '../features/reminders/lead-times.ts';
import { boardList, type ReminderList, reminderLists } from '../features/reminders/reminder-lists.ts';
import { createReminderStore } from '../features/reminders/reminder-store.ts';
import { createReminders } from '../features/reminders/reminders.ts';
import type { TimeService } from '../features/time/index.ts';
import { createAlarm } from '../store/alarm.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { ListParts } from './task-lists.ts';
import type { TaskParts } from './tasks.ts';

export interface ReminderPartsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'steady'>;
  account: Pick<AccountService, 'accounts' | 'session' | 'id' | 'required'>;
  time: Pick<TimeService, 'running'>;
  tasks: Pick<TaskParts, 'taskChanges' | 'creation'>;
  lists: Pick<ListParts, 'assigned' | 'watched' | 'watchBoard' | 'tasksView'>;
  touch: Invalidate;
  runInBackground: RunInBackground;
  /** The folder of the build, with the icons. */
  out: string;
  /** What a notification's buttons ask for. */
  startTimer: (taskId: string) => void;
  show: (view: NavigationTarget) => void;
}

export type ReminderParts = ReturnType<typeof setUpReminders>;

export function setUpReminders(options: ReminderPartsOptions) {
  const { context, account, time, tasks, lists, touch, runInBackground, out, startTimer, show } = options;
  const { database, settings, now, steady } = context;
  const { assigned, watched, tasksView } = lists;

  const notifications = createNotifications(join(out, 'icons', 'app', '128x128.png'), () => reminders.look(), {
    read: () => settings.kept('shown-notices') ?? [],
    write: (list) => settings.keep('shown-notices', list),
  });
  const leadTimes = createLeadTimes({ now: steady, onChange: () => reminders.look() });
  const reminders = createReminders({
    ledger: createReminderStore(database),
    memory: {
      read: () => settings.kept('reminders-paused') ?? { pausedUntil: null },
      write: (memory) => settings.keep('reminders-paused', memory),
    },
    accountId: account.id,
    lists: remindedLists,
    leadMinutes: leadTimes.known,
    settings: () => settings.read().reminders,
    notifications,
    wake: (ring) => createAlarm(now, () => runInBackground(ring)),
    now,
    runningTaskId: () => time.running()?.task.taskId,
    onStart: startTimer,
    onOpen: (taskId) => show(taskId === null ? 'tasks' : { view: 'details', taskId, reminder: true }),
    onChange: () => touch('reminders'),
  });

  /** Nobody signed in is reminded of nothing. */
  function remindedLists(): ReminderList[] {
    const current = account.accounts.current();
    if (current === null) return [];
    const { id, user, workspaceId } = current;
    const pending = tasks.taskChanges.pending(id);
    const boards = watched.boards(id);
    const assignedNow = assigned.isOf(id, workspaceId) ? tasksView() : null;
    const underWay = tasks.creation.underWay(id);
    return reminderLists({ assigned: assignedNow, boards, userId: user.id, workspaceId, pending, underWay });
  }

  /** Reminds of all dated tasks of a board, or no longer. */
  function watchBoard(projectId: string, on: boolean): void {
    lists.watchBoard(account.required().id, projectId, on);
    if (!on) reminders.end(boardList(projectId));
  }

  return {
    watchBoard,
    notifications,
    reminders,
    /** Somebody clicked a notification that an earlier run showed. */
    followEarlierNotifications(): void {
      notifications.followEarlier((noticeId, action) => {
        if (isRejection(noticeId)) show('outbox');
        else runInBackground(() => reminders.actedEarlier(noticeId, action));
      });
    },
    readLeadTimes(): void {
      const acting = account.session();
      const projects = [...assigned.view().tasks, ...watched.view()].map(({ projectId }) => projectId);
      if (acting) leadTimes.look({ accountId: acting.account.id, client: acting.client }, projects);
    },
  };
}
