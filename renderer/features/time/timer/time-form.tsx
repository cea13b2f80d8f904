import { type FormEvent, useId, useState } from 'react';
import { clock, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../../../shared/i18n/generated/entry.ts';
import { timerFormsMessages } from '../../../../shared/i18n/generated/timer-forms.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { type ExactTime, timeBetween } from '../../../../shared/time/typed-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import styles from './time-form.module.css';

type Wrong = 'not-a-time' | 'future' | 'outside';
type Read = ExactTime | { wrong: 'outside' };

interface Props {
  label: string;
  initial: string;
  /** Text of the submit button. */
  action: string;
  /** Parses the text; `day` is the chosen day, if any. */
  read: (text: string, now: Date, day: string | null) => Read;
  /** The first selectable day, `YYYY-MM-DD`; today hides the day field. */
  since?: string;
  /** Error message for a time outside the allowed range. */
  outside?: string;
  /** Preview of the result. */
  description?: (at: number, now: Date) => string;
  onSet: (at: number) => void;
  onCancel?: () => void;
}

/** A form for a time of day with a preview of its effect. */
export function TimeForm({ label, initial, action, read, since, outside = '', description, onSet, onCancel }: Props) {
  const [text, setText] = useState(initial);
  const [today] = useState(() => localDay(Date.now()));
  const [day, setDay] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const id = useId();
  const now = new Date();
  const time = read(text, now, day);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals to the form around a menu.
    event.stopPropagation();
    setTried(true);
    if ('at' in time) onSet(time.at);
  };
  const wrongs: Record<Wrong, string> = {
    'not-a-time': timerFormsMessages.notATime,
    future: timerFormsMessages.future,
    outside,
  };
  // An incomplete time is reported only on submit, a future time at once.
  const wrong = 'wrong' in time && (tried || time.wrong === 'future') ? wrongs[time.wrong] : null;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>{label}</label>
      {since !== undefined && since < today && (
        <TextInput
          type="date"
          className={styles.day}
          label={timerFormsMessages.day}
          min={since}
          max={today}
          value={day ?? localDay('at' in time ? time.at : now.getTime())}
          onChange={(typed) => {
            setDay(typed || null);
            setTried(false);
          }}
        />
      )}
      <div className={styles.line}>
        <TextInput
          id={id}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setTried(false);
          }}
          selects
          autoFocus
          maxLength={12}
          isWrong={wrong !== null}
          aria-describedby={`${id}-description`}
        />
        {onCancel && (
          <Button small kind="quiet" onClick={onCancel}>
            {messages.cancel}
          </Button>
        )}
        <Button small kind="primary" type="submit">
          {action}
        </Button>
      </div>
      <p id={`${id}-description`} className={wrong === null ? undefined : styles.error} role="status">
        {wrong ?? ('at' in time ? description?.(time.at, now) : '')}
      </p>
    </form>
  );
}

interface SplitProps {
  start: number;
  /** null while the timer is running. */
  end: number | null;
  onSplit: (at: number) => void;
  onCancel?: () => void;
}

/** Asks where to split an entry; the default is its middle. */
export function SplitForm({ start, end, onSplit, onCancel }: SplitProps) {
  const until = (now: number): number => end ?? now;
  return (
    <TimeForm
      label={entryMessages.splitAt}
      initial={clock((start + until(Date.now())) / 2)}
      action={entryMessages.splitIt}
      read={(text, now) => timeBetween(text, start, until(now.getTime()))}
      outside={entryMessages.splitOutside}
      description={(at, now) =>
        entryMessages.splitDescription({
          first: hoursMinutes(shownDuration(start, at)),
          second: hoursMinutes(shownDuration(at, until(now.getTime()))),
        })
      }
      onSet={onSplit}
      {...(onCancel && { onCancel })}
    />
  );
}
