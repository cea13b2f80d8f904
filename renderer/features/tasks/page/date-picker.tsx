import { type FormEvent, useId, useState } from 'react';
import { weekStart } from '../../../../shared/dates/week-start.ts';
import { shortDay } from '../../../../shared/i18n/format-clock.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { Button } from '../../../ui/button.tsx';
import { Calendar } from '../../../ui/calendar.tsx';
import { selectorOf } from '../../../ui/class-names.ts';
import { isTyping, moveFocus } from '../../../ui/keys.ts';
import menuStyles from '../../../ui/menu.module.css';
import { PopoverButton } from '../../../ui/menu.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type DateDraft, dateDraft, quickDays, readDate } from '../../../widgets/date-draft.ts';
import styles from './date-picker.module.css';

const WEEK_STARTS_ON = weekStart(navigator.language);

interface Props {
  date: string | null;
  /** `date`: null for none. */
  onChoose: (date: string | null) => void;
}

/** Picks a date from shortcuts, a calendar or typed text. Choosing another day keeps the time. */
export function DatePicker({ date, onChoose }: Props) {
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
    onChoose('date' in chosen ? chosen.date : dueOf(day));
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

/** The due date of a whole day. */
function dueOf(day: string): string | null {
  const read = readDate({ day, time: '' });
  return 'date' in read ? read.date : null;
}
