import { useId } from 'react';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay } from '../../../../shared/i18n/format-dates.ts';
import { taskListMessages } from '../../../../shared/i18n/generated/task-list.ts';
import { dueSentence } from '../../../../shared/i18n/reminder-messages.ts';
import { dueShown } from '../../../../shared/reminders/notification.ts';
import { type SnoozeFor, snoozeLengths, snoozeUntil } from '../../../../shared/reminders/snooze.ts';
import { type Due, isOverdue } from '../../../../shared/tasks/due-date.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';
import { showToast } from '../../../state/notices.ts';
import { MenuButton } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { TimerButton } from '../timer-button.tsx';
import styles from './due-reminder.module.css';

/** The actions of a due-date notification, for desktops whose notifications have no buttons. */
export function DueReminder({ task, due }: { task: TaskView; due: Due }) {
  const titleId = useId();
  const now = useNow(MINUTE_MS);
  const { on, dailyAt } = useAppState((state) => state.settings.reminders);
  async function snooze(length: SnoozeFor): Promise<void> {
    const until = snoozeUntil(length, Date.now(), dailyAt, due);
    if (!(await send('reminders.snooze', { taskId: task.id, length }))) return;
    showToast(taskListMessages.reminder.snoozed({ until: clockOrDay(until, new Date()) }));
    openPage(pageOf(task));
  }
  return (
    <section className={styles.reminder} aria-labelledby={titleId}>
      <h2 id={titleId} className={isOverdue(due, now) ? styles.overdue : undefined}>
        {dueSentence(dueShown(due, now), now)}
      </h2>
      <TimerButton task={task} autoFocus />
      {on && (
        <MenuButton
          small
          label={taskListMessages.reminder.snooze}
          entries={() =>
            snoozeLengths(Date.now(), due, dailyAt).map(({ length, until, isPastDue }) => ({
              label: taskListMessages.reminder.lengths[length],
              result: isPastDue ? taskListMessages.reminder.pastDue({ until: clock(until) }) : clock(until),
              onChoose: () => void snooze(length),
            }))
          }
        >
          {taskListMessages.reminder.snooze}
        </MenuButton>
      )}
    </section>
  );
}
