import { differenceInCalendarDays } from 'date-fns';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { startsAfter } from '../../../../shared/dates/calendar-day.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, longDay, shortDay } from '../../../../shared/i18n/format-clock.ts';
import { formatDue } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { type Due, dayOf, dueDistance, dueTone, parseDue } from '../../../../shared/tasks/due-date.ts';
import { send } from '../../../state/main-process.ts';
import { CalendarIcon, Icon } from '../../../ui/icons.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './date-picker.module.css';
import { DatePicker } from './date-picker.tsx';
import { missingPermissionReason, Property, type PropertyProps } from './property.tsx';
import { UnsentMark } from './unsent-mark.tsx';

/** The due date and the start date, each with a calendar in a popover. */
export function DateProperties({ task, taskPage }: PropertyProps) {
  return (
    <>
      <DateProperty field="dueDate" task={task} taskPage={taskPage} />
      {taskPage && <DateProperty field="startDate" task={task} taskPage={taskPage} />}
    </>
  );
}

type DateField = 'dueDate' | 'startDate';

export function DateProperty({ field, task, taskPage }: PropertyProps & { field: DateField }) {
  const now = useNow(MINUTE_MS);
  const { [field]: date = null } = task;
  const due = parseDue(date);
  const texts = { dueDate: dueTexts, startDate: startTexts }[field]();
  const note = due === null ? null : texts.note(due, task, now);
  return (
    <Property
      name={texts.name}
      letter={texts.letter}
      disabledReason={taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update')}
      isFixed={taskPage === null}
      role="dialog"
      content={(close) => (
        <DatePicker
          date={date}
          onChoose={(chosen) => {
            close();
            void send('tasks.set-values', { taskId: task.id, [field]: chosen });
          }}
        />
      )}
    >
      <Icon of={CalendarIcon} />
      {due === null ? (
        <span className="faint">{texts.none}</span>
      ) : (
        <span className={styles.full}>
          <span className="tabular-numbers">{dayAndTime(due, now)}</span>
          {note !== null && <span data-tone={note.tone}>{note.text}</span>}
        </span>
      )}
      <UnsentMark isUnsent={taskPage?.unsent.includes(field) ?? false} />
    </Property>
  );
}

interface DateTexts {
  name: string;
  letter?: string;
  none: string;
  /** Shown beside the date. */
  note: (due: Due, task: TaskView, now: Date) => { text: string; tone: string } | null;
}

const dueTexts = (): DateTexts => ({
  name: taskPageMessages.due,
  letter: 'D',
  none: taskPageMessages.noDue,
  note: (due, _, now) => distanceNote(due, now),
});

/** A start date in the past has no note, because it is not late. */
const startTexts = (): DateTexts => ({
  name: taskPageMessages.starts,
  none: taskPageMessages.noStart,
  note(start, { startDate, dueDate }, now) {
    if (startDate && dueDate && startsAfter(startDate, dueDate))
      return { text: taskPageMessages.startsAfterDue, tone: 'soon' };
    return start.at > now ? { ...distanceNote(start, now), tone: 'far' } : null;
  },
});

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
  const at = dayOf(due);
  const day = at.getFullYear() === now.getFullYear() ? shortDay(at) : longDay(at, now);
  return due.allDay ? day : `${day}, ${clock(due.at)}`;
}
