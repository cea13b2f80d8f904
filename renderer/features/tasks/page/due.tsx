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
import { DatePicker } from './date-picker.tsx';
import styles from './due.module.css';
import propertyStyles from './properties.module.css';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';

/** The due date, with a calendar in a popover, and the start date. */
export function DateProperties({ task, details }: PropertyProps) {
  return (
    <>
      <DueProperty task={task} details={details} />
      <StartProperty task={task} />
    </>
  );
}

function DueProperty({ task, details }: PropertyProps) {
  const now = useNow(MINUTE);
  const due = parseDue(task.dueDate);
  const note = due && distanceNote(due, now);
  return (
    <Property
      name={taskPageMessages.due}
      disabledReason={details === null ? undefined : missingPermissionReason(details, 'task:update')}
      isFixed={details === null}
      role="dialog"
      content={(close) => (
        <DatePicker
          date={task.dueDate}
          onChoose={(dueDate) => {
            close();
            void send('tasks.set-values', { taskId: task.id, dueDate });
          }}
        />
      )}
    >
      <Icon of={CalendarIcon} />
      {due === null ? (
        <span className="faint">{taskPageMessages.noDue}</span>
      ) : (
        <span className={styles.full}>
          <span className="tabular-numbers">{dayAndTime(due, now)}</span>
          <span className={styles.distance} data-tone={note?.tone}>
            {note?.text}
          </span>
        </span>
      )}
      <UnsentMark isUnsent={details?.unsent.includes('dueDate') ?? false} />
    </Property>
  );
}

/** The start date, read-only. */
export function StartProperty({ task }: Pick<PropertyProps, 'task'>) {
  const now = useNow(MINUTE);
  const start = parseDue(task.startDate ?? null);
  if (start === null) return null;
  return (
    <>
      <dt>{taskPageMessages.starts}</dt>
      <dd>
        <div className={classNames(propertyStyles.property, propertyStyles.fixed)}>
          <Icon of={CalendarIcon} />
          <span className="tabular-numbers">{dayAndTime(start, now)}</span>
        </div>
      </dd>
    </>
  );
}

/** The distance from now. */
function distanceNote(due: Due, now: Date): { text: string; tone: string } {
  const distance = dueDistance(due, now);
  const isFar = distance.say === 'weekday' || distance.say === 'date';
  return {
    text: isFar
      ? taskPageMessages.inDays({ days: differenceInCalendarDays(dayOf(due), now) })
      : formatDue(distance, now),
    tone: isFar ? 'far' : dueTone(due, now),
  };
}

function dayAndTime(due: Due, now: Date): string {
  const day = longDay(dayOf(due), now);
  return due.allDay ? day : `${day}, ${clock(due.at)}`;
}
