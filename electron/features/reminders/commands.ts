import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { remindersCommands } from '../../../shared/contract/reminders.ts';
import { testNotification } from '../../../shared/reminders/notification.ts';
import type { ReminderService } from './reminders-service.ts';

export const handlers = ({
  reminders,
  notifications,
  findListed,
  watchBoard,
}: ReminderService): HandlersOf<typeof remindersCommands> => ({
  'reminders.snooze': ({ taskId, length }) => reminders.snooze(findListed(taskId), length),
  'reminders.pause': ({ length }) => reminders.pause(length),
  'reminders.resume': () => reminders.resume(),
  'reminders.watch-board': ({ projectId, on }) => watchBoard(projectId, on),
  'reminders.test': async () => {
    const isShown = await notifications.show(testNotification(), { onAction: () => undefined });
    return { isShown, hasButtons: isShown && (await notifications.hasButtons()) };
  },
});
