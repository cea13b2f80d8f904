/** Reminders of due dates: of the assigned tasks and of watched boards. */
import type { NavigationTarget } from '../../../shared/contract/index.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { createAlarm } from '../../store/alarm.ts';
import { type AccountAccess, type AccountPart, nothing } from '../account/index.ts';
import type { BoardService } from '../board/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TasksService } from '../tasks/index.ts';
import type { TimeService } from '../time/index.ts';
import { createLeadTimes } from './lead-times.ts';
import { boardList, type ReminderList, reminderLists } from './reminder-lists.ts';
import { createReminderStore } from './reminder-store.ts';
import { createReminders } from './reminders.ts';

export interface ReminderServiceOptions {
  account: AccountAccess;
  time: Pick<TimeService, 'running'>;
  tasks: TasksService;
  boards: BoardService;
  notifications: Pick<Notifications, 'show' | 'close' | 'isInhibited' | 'hasButtons'>;
  /** Until when no reminder is shown, for another reason than the pause (ms); null if there is none. */
  heldUntil: () => number | null;
  /** The first reminder since their due date was reached was shown. */
  onDue: (tasks: readonly TaskView[]) => void;
  startTimer: (taskId: string) => void;
  show: (view: NavigationTarget) => void;
}

export type ReminderService = ReturnType<typeof createReminderService>;

export function createReminderService(context: FeatureContext, options: ReminderServiceOptions) {
  const { database, settings, now, steady } = context;
  const { account, time, tasks, boards, notifications, heldUntil, onDue, startTimer, show } = options;
  const { watched } = boards;
  const leadTimes = createLeadTimes({ now: steady, onChange: () => reminders.evaluate() });
  const reminders = createReminders({
    store: createReminderStore(database),
    pause: {
      read: () => settings.readValue('reminders-paused')?.pausedUntil ?? null,
      write: (pausedUntil) => settings.writeValue('reminders-paused', { pausedUntil }),
    },
    heldUntil,
    onDue,
    accountId: account.id,
    lists,
    leadMinutes: leadTimes.minutes,
    settings: () => settings.read().reminders,
    notifications,
    alarm: (ring) => createAlarm(now, () => context.runInBackground(ring)),
    now,
    runningTaskId() {
      const running = time.running();
      return running?.accountId === account.id() ? running?.task.taskId : undefined;
    },
    onStart: startTimer,
    onOpen: (taskId) => show(taskId === null ? 'tasks' : { view: 'taskPage', taskId, reminder: true }),
    onChange: () => context.invalidate('reminders'),
  });

  function lists(): ReminderList[] {
    const current = account.current();
    if (current === null) return [];
    const { id, user, workspaceId } = current;
    return reminderLists({
      assigned: tasks.assigned.isOf(id, workspaceId) ? tasks.view() : null,
      boards: watched.boards(id),
      userId: user.id,
      workspaceId,
      pending: tasks.taskChanges.pending(id),
      unconfirmed: tasks.creation.unconfirmed(id),
    });
  }

  const part: AccountPart = {
    load: reminders.tidy,
    start: nothing,
    resume: reminders.woke,
    clockChanged: reminders.evaluate,
    transfer: nothing,
    stop: reminders.stop,
  };

  return {
    part,
    reminders,
    notifications,
    findListed: tasks.findListed,
    /** Turns reminders of all dated tasks of a board on or off. */
    watchBoard(projectId: string, on: boolean): void {
      boards.watch(account.required().id, projectId, on);
      if (!on) reminders.endList(boardList(projectId));
    },
    /** Refreshes the lead times of the projects of all listed tasks. */
    readLeadTimes(): void {
      const current = account.session();
      const projects = [...tasks.assigned.view().tasks, ...watched.view()].map(({ projectId }) => projectId);
      if (current) leadTimes.refresh({ accountId: current.account.id, client: current.client }, projects);
    },
  };
}
