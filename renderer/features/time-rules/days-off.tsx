import { useRef, useState } from 'react';
import { longDay } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { DateInput, TextInput } from '../../ui/text-input.tsx';
import styles from './time-rules.module.css';

/** Days off and public holidays, entered by hand. The latest first. */
export function DaysOff() {
  const daysOff = useAppState((state) => state.timeRules.daysOff);
  const { daysOff: texts } = timeRulesPageMessages;
  const days = Object.entries(daysOff).sort(([one], [other]) => (one < other ? 1 : -1));
  const dayField = useRef<HTMLInputElement>(null);
  const remove = async (day: string) => {
    await send('time-rules.set-day-off', { day, name: null });
    dayField.current?.focus();
  };
  return (
    <Box title={texts.title}>
      {days.length === 0 && <Setting name={texts.none} />}
      {days.map(([day, name]) => {
        const date = longDay(dayBounds(day).from, new Date());
        return (
          <Setting key={day} name={date} description={name}>
            <Button small aria-label={texts.removeDay({ day: date, name })} onClick={() => void remove(day)}>
              {texts.remove}
            </Button>
          </Setting>
        );
      })}
      <NewDayOff dayField={dayField} />
    </Box>
  );
}

function NewDayOff({ dayField }: { dayField: React.RefObject<HTMLInputElement | null> }) {
  const { daysOff: texts } = timeRulesPageMessages;
  const [draft, setDraft] = useState({ day: '', name: '' });
  const [isTried, setTried] = useState(false);
  const isWrong = isTried && draft.day === '';
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.day === '') return;
    if (!(await send('time-rules.set-day-off', { day: draft.day, name: draft.name.trim() || texts.usual }))) return;
    setDraft({ day: '', name: '' });
    setTried(false);
  };
  return (
    <form className={styles.form} aria-label={texts.title} onSubmit={(event) => void submit(event)}>
      <DateInput
        ref={dayField}
        label={texts.date}
        isWrong={isWrong}
        value={draft.day}
        onChange={(typed) => setDraft({ ...draft, day: typed })}
      />
      <TextInput
        className="grow"
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={100}
        value={draft.name}
        onChange={(typed) => setDraft({ ...draft, name: typed })}
      />
      <Button small type="submit">
        {texts.add}
      </Button>
      <p className={styles.wrong} role="status">
        {isWrong && texts.noDate}
      </p>
    </form>
  );
}
