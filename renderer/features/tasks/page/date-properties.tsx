import { differenceInCalendarDays } from 'date-fns';
import { type FormEvent, useId, useState } from 'react';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { startsAfter } from '../../../../shared/dates/calendar-day.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { weekStart } from '../../../../shared/dates/week-start.ts';
import { clock, formatDue, longDay, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { type Due, dayOf, dueDistance, dueTone, parseDue } from '../../../../shared/tasks/due-date.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { send } from '../../../state/main-process.ts';
import { Button } from '../../../ui/button.tsx';
import { Calendar } from '../../../ui/calendar.tsx';
import { selectorOf } from '../../../ui/class-names.ts';
import { CalendarIcon, Icon } from '../../../ui/icons.tsx';
import { isTyping, moveFocus } from '../../../ui/keys.ts';
import menuStyles from '../../../ui/menu.module.css';
import { PopoverButton } from '../../../ui/menu.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { type DateDraft, dateDraft, onDay, quickDays, readDate } from '../../../widgets/date-draft.ts';
import styles from './date-picker.module.css';
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
            const change = field === 'dueDate' ? { dueDate: chosen } : { startDate: chosen };
            void send('tasks.change', { changes: [{ taskId: task.id, ...change }] });
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

const WEEK_STARTS_ON = weekStart(navigator.language);

interface Props {
  date: string | null;
  /** `date`: null for none. */
  onChoose: (date: string | null) => void;
}

/** Picks a date from shortcuts, a calendar or typed text. Choosing another day keeps the time. */
function DatePicker({ date, onChoose }: Props) {
  const [draft, setDraft] = useState(() => dateDraft(date));
  const [tried, setTried] = useState(false);
  const id = useId();
  const today = localDay(Date.now());
  const quick = quickDays(today, WEEK_STARTS_ON);
  const read = readDate(draft);

  const change = (changed: Partial<DateDraft>) => {
    setTried(false);
    setDraft({ ...draft, ...changed });
  };
  const choose = (day: string) => {
    const chosen = readDate({ ...draft, day });
    onChoose('date' in chosen ? chosen.date : onDay(null, day));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('date' in read) onChoose(read.date);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selectorOf(menuStyles.item))];
    if (all.includes(document.activeElement as HTMLElement)) moveFocus(event, all);
  };
  const wrong =
    tried && 'wrong' in read
      ? { 'no-day': taskPageMessages.noDay, 'no-time': taskPageMessages.noTime }[read.wrong]
      : '';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to what stands in it.
    <div onKeyDown={onKeyDown}>
      {(['today', 'tomorrow', 'nextWeek'] as const).map((which) => (
        <PopoverButton key={which} hint={shortDay(`${quick[which]}T12:00`)} onClick={() => choose(quick[which])}>
          {taskPageMessages[which]}
        </PopoverButton>
      ))}
      <PopoverButton onClick={() => onChoose(null)}>{taskPageMessages.noDate}</PopoverButton>
      <hr />
      <Calendar day={draft.day} today={today} weekStartsOn={WEEK_STARTS_ON} onChoose={choose} />
      <hr />
      <form className={menuStyles.form} onSubmit={submit} noValidate>
        <TextInput
          type="date"
          label={taskPageMessages.dueDay}
          isWrong={tried && 'wrong' in read && read.wrong === 'no-day'}
          value={draft.day}
          onChange={(typed) => change({ day: typed })}
        />
        <TextInput
          className={styles.pickTime}
          label={taskPageMessages.dueTime}
          placeholder={taskPageMessages.anyTime}
          maxLength={12}
          isWrong={tried && 'wrong' in read && read.wrong === 'no-time'}
          aria-describedby={`${id}-description`}
          value={draft.time}
          onChange={(typed) => change({ time: typed })}
          selects
        />
        <Button small kind="primary" type="submit">
          {taskPageMessages.set}
        </Button>
        <p id={`${id}-description`} role="status">
          {wrong}
        </p>
      </form>
    </div>
  );
}
