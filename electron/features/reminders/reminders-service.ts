/** Reminders of due dates, and of which tasks. */
import type { NavigationTarget } from '../../../shared/contract/index.ts';
import type { NotificationContent, NotificationEvents } from '../../../shared/reminders/notification.ts';
import { createAlarm } from '../../store/alarm.ts';
import type { AccountService } from '../account/index.ts';
import type { BoardService } from '../board/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TasksService } from '../tasks/index.ts';
import type { TimeService } from '../time/index.ts';
import { createLeadTimes } from './lead-times.ts';
import { boardList, type ReminderList, reminderLists } from './reminder-lists.ts';
import { createReminderStore } from './reminder-store.ts';
import { createReminders, type RemindersOptions } from './reminders.ts';

/** The desktop's notifications. */
export interface TestNotifications {
  show(notice: NotificationContent, events: NotificationEvents): Promise<boolean>;
  hasButtons(): Promise<boolean>;
}

export interface ReminderServiceOptions {
  account: AccountService;
  time: Pick<TimeService, 'running'>;
  tasks: TasksService;
  boards: BoardService;
  notifications: RemindersOptions['notifications'] & TestNotifications;
  /** From a notification's button. */
  startTimer: (taskId: string) => void;
  show: (view: NavigationTarget) => void;
}

export type ReminderService = ReturnType<typeof createReminderService>;

export function createReminderService(context: FeatureContext, options: ReminderServiceOptions) {
  const { database, settings, now, steady } = context;
  const { account, time, tasks, boards, notifications, startTimer, show } = options;
  const { watched } = boards;
  const leadTimes = createLeadTimes({ now: steady, onChange: () => reminders.evaluate() });
  const reminders = createReminders({
    ledger: createReminderStore(database),
    memory: {
      read: () => settings.readValue('reminders-paused') ?? { pausedUntil: null },
      write: (memory) => settings.writeValue('reminders-paused', memory),
    },
    accountId: account.id,
    lists: remindedLists,
    leadMinutes: leadTimes.known,
    settings: () => settings.read().reminders,
    notifications,
    wake: (ring) => createAlarm(now, () => context.runInBackground(ring)),
    now,
    runningTaskId: () => time.running()?.task.taskId,
    onStart: startTimer,
    onOpen: (taskId) => show(taskId === null ? 'tasks' : { view: 'details', taskId, reminder: true }),
    onChange: () => context.invalidate('reminders'),
  });

  function remindedLists(): ReminderList[] {
    const current = account.current();
    if (current === null) return [];
    const { id, user, workspaceId } = current;
    return reminderLists({
      assigned: tasks.assigned.isOf(id, workspaceId) ? tasks.view() : null,
      boards: watched.boards(id),
      userId: user.id,
      workspaceId,
      pending: tasks.taskChanges.pending(id),
      underWay: tasks.creation.underWay(id),
    });
  }

  return {
    reminders,
    notifications,
    findListed: tasks.findListed,
    /** Reminds of all dated tasks of a board, or no longer. */
    watchBoard(projectId: string, on: boolean): void {
      boards.watch(account.required().id, projectId, on);
      if (!on) reminders.end(boardList(projectId));
    },
    /** Reads the projects' own lead times where they may have changed. */
    readLeadTimes(): void {
      const current = account.session();
      const projects = [...tasks.assigned.view().tasks, ...watched.view()].map(({ projectId }) => projectId);
      if (current) leadTimes.look({ accountId: current.account.id, client: current.client }, projects);
    },
  };
}
