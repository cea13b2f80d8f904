import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { remindersCommands } from '../../../shared/contract/reminders.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import {
  type NotificationContent,
  type NotificationEvents,
  testNotification,
} from '../../../shared/reminders/notification.ts';
import type { Reminders } from './reminders.ts';

/** The desktop's notifications. */
export interface TestNotifications {
  show(notice: NotificationContent, events: NotificationEvents): Promise<boolean>;
  hasButtons(): Promise<boolean>;
}

export interface RemindersForCommands {
  reminders: Reminders;
  notifications: TestNotifications;
  /** Throws AppError where no list has the task. */
  findListed: (taskId: string) => TaskView;
  watchBoard: (projectId: string, on: boolean) => void;
}

export const handlers = ({
  reminders,
  notifications,
  findListed,
  watchBoard,
}: RemindersForCommands): HandlersOf<typeof remindersCommands> => ({
  'reminders.snooze': ({ taskId, length }) => reminders.snooze(findListed(taskId), length),
  'reminders.pause': ({ length }) => reminders.pause(length),
  'reminders.resume': () => reminders.resume(),
  'reminders.watch-board': ({ projectId, on }) => watchBoard(projectId, on),
  'reminders.test': async () => {
    const isShown = await notifications.show(testNotification(), { onAction: () => undefined });
    return { isShown, hasButtons: isShown && (await notifications.hasButtons()) };
  },
});
