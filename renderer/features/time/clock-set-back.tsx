import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { AppErrorView, EntryView } from '../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../../shared/i18n/generated/entry.ts';
import { questionsMessages } from '../../../shared/i18n/generated/questions.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import questionStyles from '../../ui/question.module.css';
import { Question } from '../../ui/question.tsx';
import { useNow } from '../../ui/use-now.ts';
import { draftOf, readDraft } from './entry-draft.ts';
import { EntryError } from './entry-error.tsx';
import entryFormStyles from './entry-form.module.css';
import { changeEntry, NOT_CONFIRMED } from './save-entry.ts';
import { TimeFields } from './time-fields.tsx';

/** Stopping such an entry now would give it a negative length, so the user enters the right times. */
export function ClockSetBack({ title, entry }: { title: string; entry: EntryView }) {
  const now = useNow(5 * SECOND_MS);
  const [isTyping, setIsTyping] = useState(false);
  return (
    <Question title={title}>
      <p>{questionsMessages.clockBack.description({ start: clockOrDay(entry.startTime, now), now: clock(now) })}</p>
      {isTyping ? (
        <Times entry={entry} onCancel={() => setIsTyping(false)} />
      ) : (
        <div className={questionStyles.actions}>
          <Button kind="primary" onClick={() => void send('timer.set-start', { startTime: new Date().toISOString() })}>
            {questionsMessages.clockBack.startNow}
          </Button>
          <Button onClick={() => setIsTyping(true)}>{questionsMessages.clockBack.enterTimes}</Button>
          <Button kind="quiet" onClick={() => void send('timer.discard', {})}>
            {questionsMessages.clockBack.discard}
          </Button>
        </div>
      )}
    </Question>
  );
}

/** Start and end; without an end the timer keeps running. */
function Times({ entry, onCancel }: { entry: EntryView; onCancel: () => void }) {
  const [draft, setDraft] = useState(() => draftOf({ start: Date.now(), end: Date.now() }));
  const [isTried, setIsTried] = useState(false);
  const [error, setError] = useState<AppErrorView | null>(null);
  const start = useRef<HTMLInputElement>(null);
  useEffect(() => start.current?.focus(), []);
  const errorId = useId();
  const now = useNow(5 * SECOND_MS).getTime();
  const original = { start: Date.parse(entry.startTime), end: null };
  const read = readDraft(draft, original, Math.max(now, Date.now()));
  const wrong = isTried && 'wrong' in read ? read.wrong : null;

  const save = async (confirmed = NOT_CONFIRMED) => {
    setIsTried(true);
    if ('wrong' in read) return;
    setError(await changeEntry(entry, read.times, original, entry.note, entry.task, confirmed));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <div className={entryFormStyles.form}>
      <form aria-label={questionsMessages.clockBack.enterTimes} onSubmit={submit} noValidate>
        <TimeFields
          draft={draft}
          onChange={(changed) => {
            setDraft({ ...draft, ...changed });
            setError(null);
          }}
          onLeave={() => setIsTried(true)}
          wrong={wrong}
          withDays
          isRunning
          length={'times' in read ? hoursMinutes((read.times.end ?? now) - read.times.start) : ''}
          startRef={start}
          errorId={errorId}
        />
        <p id={errorId} className={entryFormStyles.error} role="status">
          {wrong === null ? '' : entryMessages.wrong[wrong]}
        </p>
        {error && (
          <div className={entryFormStyles.rejection}>
            <EntryError error={error} keep={(confirmed) => void save(confirmed)} correct={() => setError(null)} />
          </div>
        )}
        <div className={classNames(entryFormStyles.actions, entryFormStyles.footer)}>
          <Button small kind="primary" type="submit">
            {entryMessages.save}
          </Button>
          <Button small kind="quiet" onClick={onCancel}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}
