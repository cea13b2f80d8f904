import { differenceInCalendarDays } from 'date-fns';
import { clock, longDay } from '../../../../shared/i18n/format-clock.ts';
import { formatDue } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { type Due, dayOf, dueDistance, dueTone, parseDue } from '../../../../shared/tasks/due-date.ts';
import { send } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CalendarIcon } from '../../../ui/icons.ts';
import { MINUTE, useNow } from '../../../ui/use-now.ts';
import styles from './due.module.css';
import { DueDatePicker } from './due-pick.tsx';
import propertyStyles from './properties.module.css';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';

/** The due date, with a calendar in a popover. */
export function DueProperty({ task, details }: PropertyProps) {
  const now = useNow(MINUTE);
  const due = parseDue(task.dueDate);
  const text = due === null ? null : dueInFull(due, now);
  return (
    <Property
      name={taskPageMessages.due}
      disabledReason={details === null ? undefined : missingPermissionReason(details, 'task:update')}
      isFixed={details === null}
      role="dialog"
      content={(close) => (
        <DueDatePicker
          dueDate={task.dueDate}
          onChoose={(dueDate) => {
            close();
            void send('tasks.set-values', { taskId: task.id, dueDate });
          }}
        />
      )}
    >
      <Icon of={CalendarIcon} />
      {text === null ? (
        <span className="faint">{taskPageMessages.noDue}</span>
      ) : (
        <span className={styles.full}>
          <span className="tabular-numbers">{text.at}</span>
          <span className={styles.distance} data-tone={text.tone}>
            {text.relative}
          </span>
        </span>
      )}
      <UnsentMark isUnsent={details?.unsent.includes('dueDate') ?? false} />
    </Property>
  );
}

/** The start date, read-only. */
export function StartProperty({ startDate }: { startDate: string }) {
  const now = useNow(MINUTE);
  const start = parseDue(startDate);
  if (start === null) return null;
  return (
    <>
      <dt>{taskPageMessages.starts}</dt>
      <dd>
        <div className={classNames(propertyStyles.property, propertyStyles.fixed)}>
          <Icon of={CalendarIcon} />
          <span className="tabular-numbers">{dueInFull(start, now).at}</span>
        </div>
      </dd>
    </>
  );
}

/** The day, its time if it has one, and the distance from now. */
function dueInFull(due: Due, now: Date): { at: string; relative: string; tone: string } {
  const day = dayOf(due);
  const distance = dueDistance(due, now);
  const isFar = distance.say === 'weekday' || distance.say === 'date';
  return {
    at: due.allDay ? longDay(day, now) : `${longDay(day, now)}, ${clock(due.at)}`,
    relative: isFar ? taskPageMessages.inDays({ days: differenceInCalendarDays(day, now) }) : formatDue(distance, now),
    tone: isFar ? 'far' : dueTone(due, now),
  };
}
