/** Days off, half days and public holidays. The latest first; of holidays those to come. */
import { type FormEvent, useRef, useState } from 'react';
import type { Holidays as HolidayFile, TimeRulesView } from '../../../shared/contract/time-rules.ts';
import { clock, hoursMinutes, longDay, longDaySpan } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import { daysBetween } from '../../../shared/time/period.ts';
import { timeOfDay } from '../../../shared/time/typed-time.ts';
import { dayOff, isWorkingDay, targetOf } from '../../../shared/time/working-days.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { DateInput, TextInput } from '../../ui/text-input.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import { Action } from '../../widgets/read-section.tsx';
import styles from './time-rules.module.css';

/** Minutes since midnight. */
const HALF_DAY_UNTIL = 720;

const noon = (day: string): string => `${day}T12:00`;
const dayText = (day: string): string => longDay(noon(day), new Date());

export function HalfDays() {
  const rules = useAppState((state) => state.timeRules);
  const { halfDays: texts } = timeRulesPageMessages;
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  const dayField = useRef<HTMLInputElement>(null);
  const change = (on: string, until: number | null) => send('time-rules.set-half-day', { day: on, until });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setWrong(day === '');
    if (day !== '' && (await change(day, HALF_DAY_UNTIL))) setDay('');
  };
  const remove = async (on: string) => {
    await change(on, null);
    dayField.current?.focus();
  };
  return (
    <Box title={texts.title}>
      {Object.keys(rules.halfDays).length === 0 && <Setting name={texts.none} />}
      {Object.entries(rules.halfDays)
        .sort(latestFirst)
        .map(([on, until]) => (
          <div key={on} className={classNames(settingRowStyles.ruled, styles.halfDay)}>
            <TypedField
              label={texts.untilOn({ day: dayText(on) })}
              description={halfDayText(on, rules)}
              isTime
              text={clock(new Date(2026, 0, 1, 0, until))}
              read={(text) => {
                const time = timeOfDay(text);
                const minutes = time === null ? 0 : time.hour * 60 + time.minute;
                return minutes > 0 ? { value: minutes } : { wrong: texts.wrong };
              }}
              onChange={(minutes) => void change(on, minutes)}
            />
            <Button small aria-label={texts.removeDay({ day: dayText(on) })} onClick={() => void remove(on)}>
              {texts.remove}
            </Button>
          </div>
        ))}
      <form className={styles.form} aria-label={texts.title} onSubmit={(event) => void add(event)}>
        <DateInput ref={dayField} label={texts.day} isWrong={isWrong} value={day} onChange={setDay} />
        <Button small type="submit">
          {texts.add}
        </Button>
        <p className={styles.wrong} role="status">
          {isWrong && texts.noDate}
        </p>
      </form>
    </Box>
  );
}

/** Its length, or why it has none. */
function halfDayText(on: string, rules: TimeRulesView): string {
  const name = dayOff(on, rules);
  if (name !== null) return timeRulesPageMessages.halfDays.isOff({ name });
  return hoursMinutes(targetOf(on, { ...rules, targets: { ...rules.targets, on: true } }) ?? 0);
}

const latestFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? 1 : -1;

export function DaysOff() {
  const rules = useAppState((state) => state.timeRules);
  const { daysOff: texts } = timeRulesPageMessages;
  const firstField = useRef<HTMLInputElement>(null);
  const remove = async ({ from, to }: Range) => {
    await send('time-rules.set-days-off', { from, to, name: null });
    firstField.current?.focus();
  };
  const ranges = rangesOf(rules.daysOff);
  // Days that would be working days otherwise: no public holidays.
  const usual = { ...rules, daysOff: {} };
  return (
    <Box title={texts.title}>
      {ranges.length === 0 && <Setting name={texts.none} />}
      {ranges.map((range) => {
        const days =
          range.from === range.to ? dayText(range.from) : longDaySpan(noon(range.from), noon(range.to), new Date());
        const count = daysBetween(range.from, range.to).filter((day) => isWorkingDay(day, usual)).length;
        return (
          <Setting
            key={range.from}
            name={days}
            description={texts.described({ name: range.name, count: texts.count({ count }) })}
          >
            <Button small aria-label={texts.removeDays({ days, name: range.name })} onClick={() => void remove(range)}>
              {texts.remove}
            </Button>
          </Setting>
        );
      })}
      <NewDaysOff firstField={firstField} />
    </Box>
  );
}

interface Range {
  from: string;
  to: string;
  name: string;
}

/** Neighbouring days of one name, the latest first. */
function rangesOf(daysOff: Readonly<Record<string, string>>): Range[] {
  const ranges: Range[] = [];
  for (const [day, name] of Object.entries(daysOff).sort(latestFirst)) {
    const later = ranges.at(-1);
    if (later?.name === name && later.from === dayAfter(day, 1)) later.from = day;
    else ranges.push({ from: day, to: day, name });
  }
  return ranges;
}

function NewDaysOff({ firstField }: { firstField: React.RefObject<HTMLInputElement | null> }) {
  const { daysOff: texts } = timeRulesPageMessages;
  const [draft, setDraft] = useState({ from: '', to: '', name: '' });
  const [isTried, setTried] = useState(false);
  const { from, name } = draft;
  const to = draft.to || from;
  const wrong = from === '' ? texts.noDate : to < from ? texts.wrongRange : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== null) return;
    if (!(await send('time-rules.set-days-off', { from, to, name: name.trim() || texts.usual }))) return;
    setDraft({ from: '', to: '', name: '' });
    setTried(false);
  };
  return (
    <form className={styles.form} aria-label={texts.title} onSubmit={(event) => void submit(event)}>
      <DateInput
        ref={firstField}
        label={texts.from}
        isWrong={isTried && from === ''}
        value={from}
        onChange={(typed) => setDraft({ ...draft, from: typed })}
      />
      <DateInput
        label={texts.to}
        isWrong={isTried && to < from}
        value={to}
        onChange={(typed) => setDraft({ ...draft, to: typed })}
      />
      <TextInput
        className={styles.daysName}
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={100}
        value={name}
        onChange={(typed) => setDraft({ ...draft, name: typed })}
      />
      <Button small type="submit">
        {texts.add}
      </Button>
      <p className={styles.wrong} role="status">
        {isTried && wrong}
      </p>
    </form>
  );
}

export function Holidays() {
  const holidays = useAppState((state) => state.timeRules.holidays);
  const { holidays: texts } = timeRulesPageMessages;
  const choose = () => send('time-rules.read-holidays', { again: false });
  return (
    <Box title={texts.title}>
      {holidays === null ? (
        <Action name={texts.none} buttonLabel={texts.choose} onDo={choose} />
      ) : (
        <ReadHolidays holidays={holidays} onChoose={choose} />
      )}
    </Box>
  );
}

function ReadHolidays({ holidays, onChoose }: { holidays: HolidayFile; onChoose: () => Promise<unknown> }) {
  const today = useAppState((state) => state.time.day);
  const { holidays: texts } = timeRulesPageMessages;
  const all = Object.entries(holidays.days).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const coming = all.filter(([day]) => day >= today);
  const next = coming.find(([, { isOff }]) => isOff);
  const count = all.length;
  return (
    <>
      <Action
        name={holidays.file}
        description={next === undefined ? texts.past({ count }) : texts.next({ count, day: dayText(next[0]) })}
        buttonLabel={texts.again}
        onDo={() => send('time-rules.read-holidays', { again: true })}
      />
      {coming.map(([day, { name, isOff }]) => (
        <SwitchRow
          key={day}
          name={dayText(day)}
          description={name}
          on={isOff}
          onChange={(on) => void send('time-rules.set-holiday', { day, isOff: on })}
        />
      ))}
      <Setting name={texts.file}>
        <Button small onClick={() => void onChoose()}>
          {texts.other}
        </Button>
        <Button small onClick={() => void send('time-rules.forget-holidays', {})}>
          {texts.forget}
        </Button>
      </Setting>
    </>
  );
}
