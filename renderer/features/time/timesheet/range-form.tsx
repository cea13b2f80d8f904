import { useState } from 'react';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { type Period, wrongPeriod } from '../../../../shared/time/period.ts';
import { showPeriod } from '../../../state/shown-time.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/text-input.tsx';
import styles from './range-form.module.css';

/** Asks for the first and the last day to show. */
export function RangeForm({ period, onDone }: { period: Period; onDone: () => void }) {
  const [draft, setDraft] = useState(period);
  const [isTried, setTried] = useState(false);
  const wrong = wrongPeriod(draft);
  const { range } = timesheetPageMessages;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== null) return;
    showPeriod(draft);
    onDone();
  };
  const field = (name: 'from' | 'to') => (
    <label>
      {range[name]}
      <DateInput
        autoFocus={name === 'from'}
        value={draft[name]}
        isWrong={isTried && wrong !== null}
        aria-describedby="timesheet-range"
        onChange={(typed) => setDraft({ ...draft, [name]: typed })}
      />
    </label>
  );
  return (
    <form className={styles.form} aria-label={range.label} onSubmit={submit}>
      {field('from')}
      {field('to')}
      <Button small kind="primary" type="submit">
        {range.show}
      </Button>
      <Button small kind="quiet" onClick={onDone}>
        {messages.cancel}
      </Button>
      <p id="timesheet-range" role="status">
        {isTried && wrong !== null && range[wrong]}
      </p>
    </form>
  );
}
