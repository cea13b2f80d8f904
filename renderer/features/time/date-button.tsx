/** The date in a header: it opens a calendar with a bar per day, and a line that takes a typed date. */
import { Popover } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { useAppState } from '../../state/main-process.ts';
import { showDay } from '../../state/shown-time.ts';
import { useViewRequest } from '../../state/view-requests.ts';
import { Button } from '../../ui/button.tsx';
import { Calendar } from '../../ui/calendar.tsx';
import { DownIcon, Icon } from '../../ui/icons.tsx';
import { isTyping } from '../../ui/keys.ts';
import menuStyles from '../../ui/menu.module.css';
import { PopoverPanel } from '../../ui/menu-pages.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showPastDate, usePastDates } from '../../widgets/past-dates.ts';
import styles from './date-button.module.css';
import { type MonthDay, useMonth } from './use-month.ts';

interface Props {
  /** The shown day, or one of the shown period. */
  day: string;
  /** The shown date, for people who do not see it. */
  name: string;
  /** The visible date; without it the button is an arrow. */
  children?: ReactNode;
}

export function DateButton({ day, name, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  useViewRequest('calendar', () => {
    setOpen(true);
    return true;
  });
  const { calendar } = timePageMessages;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.button} aria-label={calendar.choose({ shown: name })}>
        {children}
        <Icon of={DownIcon} size={12} />
      </Popover.Trigger>
      <PopoverPanel
        className={styles.popover}
        aria-label={calendar.choose({ shown: name })}
        align="start"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (event.target as HTMLElement).querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
        }}
      >
        <DateChoice day={day} onDone={() => setOpen(false)} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function DateChoice({ day, onDone }: { day: string; onDone: () => void }) {
  const { day: today, weekStartsOn } = useAppState((state) => state.time);
  const [month, setMonth] = useState(day);
  const { days, nameOf, point } = useMonth(month);
  const read = usePastDates();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { calendar } = timePageMessages;
  const choose = (to: string) => {
    showDay(to === today ? null : to);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = read?.(text, new Date(), weekStartsOn) ?? null;
    setWrong(found === null);
    if (found === null) return;
    showPastDate(found);
    onDone();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    choose(today);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to what stands in it.
    <div onKeyDown={onKeyDown}>
      <Calendar
        day={day}
        today={today}
        weekStartsOn={weekStartsOn}
        max={today}
        weekTitle={calendar.week}
        nameOf={nameOf}
        mark={(one) => <Bar one={days?.get(one)} />}
        onMonth={setMonth}
        onChoose={choose}
        onPoint={point}
      />
      <hr />
      <form className={menuStyles.form} onSubmit={submit} noValidate>
        <TextInput
          label={calendar.typed}
          isWrong={isWrong}
          placeholder={calendar.placeholder}
          maxLength={40}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setWrong(false);
          }}
        />
        <Button small onClick={() => choose(today)}>
          {timePageMessages.today} <kbd>T</kbd>
        </Button>
        <Button small kind="primary" type="submit">
          {calendar.go}
        </Button>
        <p role="status">{isWrong && calendar.notFound}</p>
      </form>
    </div>
  );
}

/** The day's time towards its target. */
function Bar({ one }: { one: MonthDay | undefined }) {
  if (one?.isMissing) return <i className={styles.missing} />;
  if (one === undefined || one.exact === 0) return <i className={styles.none} />;
  return (
    <i className={styles.bar}>
      <i style={{ width: `${Math.min(1, one.exact / (one.target || one.exact)) * 100}%` }} />
    </i>
  );
}
