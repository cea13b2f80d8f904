import { useId } from 'react';
import { clock, clockOrDay } from '../../../../shared/i18n/format-clock.ts';
import { dueSentence } from '../../../../shared/i18n/reminder-messages.ts';
import { words } from '../../../../shared/i18n/window-messages.ts';
import { toldDue } from '../../../../shared/reminders/notification.ts';
import { type SnoozeFor, snoozeLengths, snoozeUntil } from '../../../../shared/reminders/snooze.ts';
import { type Due, isLate } from '../../../../shared/tasks/due-date.ts';
import { openPage, say, tell, useTold } from '../../../app/state/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { DownIcon } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { MINUTE, useNow } from '../../../ui/use-now.ts';
import { TimerButton } from './timer-button.tsx';
import './due-reminder.css';

/** What a notification's buttons do, for desktops whose notifications have none, on top of the task that it was about. */
export function DueNow({ taskId, due }: { taskId: string; due: Due }) {
  const titleId = useId();
  const now = useNow(MINUTE);
  const { on, dailyAt } = useTold((state) => state.settings.reminders);
  async function snooze(length: SnoozeFor): Promise<void> {
    const until = snoozeUntil(length, Date.now(), dailyAt, due);
    if (!(await tell('reminders.snooze', { taskId, length }))) return;
    say(words.reminder.snoozed(clockOrDay(until, new Date())));
    openPage({ name: 'details', taskId });
  }
  return (
    <section className="due-now" aria-labelledby={titleId}>
      <h2 id={titleId} className={isLate(due, now) ? 'late' : undefined}>
        {dueSentence(toldDue(due, now), now)}
      </h2>
      <TimerButton taskId={taskId} />
      {on && (
        <Menu
          className="btn secondary sm"
          label={words.reminder.snooze}
          items={() =>
            snoozeLengths(Date.now(), due, dailyAt).map(({ length, until, isPastDue }) => ({
              label: words.reminder.lengths[length],
              result: isPastDue ? words.reminder.pastDue(clock(until)) : clock(until),
              onChoose: () => void snooze(length),
            }))
          }
        >
          {words.reminder.snooze}
          <Icon of={DownIcon} size={12} />
        </Menu>
      )}
    </section>
  );
}
