import { useId, useState } from 'react';
import type { TimeRulesView } from '../../../shared/contract/index.ts';
import type { ClockSpan, WorkingHours as Hours } from '../../../shared/contract/time-rules.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { DAY_MINUTES } from '../../../shared/dates/minutes.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { clock, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { weekdaysText, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { USUAL_HOURS } from '../../../shared/time/default-rules.ts';
import { timeOfDay } from '../../../shared/time/typed-time.ts';
import { minutesOf } from '../../../shared/time/working-days.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, SwitchRow } from '../../ui/setting-row.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import typedFieldStyles from '../../ui/typed-field.module.css';
import styles from './time-rules.module.css';

type WeekHours = NonNullable<TimeRulesView['hours']>;

/** From Sunday on. */
const USUAL_WEEK: WeekHours = [null, ...Array(5).fill(USUAL_HOURS), null];

const change = (hours: WeekHours | null) => void send('time-rules.change', { hours });

/** When one works: the same hours on all working days, or hours for each day. */
export function WorkingHours() {
  const hours = useAppState((state) => state.timeRules.hours);
  const { hours: texts } = timeRulesPageMessages;
  return (
    <section>
      <Box title={texts.title}>
        <SwitchRow
          name={texts.on}
          description={texts.description}
          on={hours !== null}
          onChange={(on) => change(on ? USUAL_WEEK : null)}
        />
        {hours !== null && <WeekRows hours={hours} />}
      </Box>
      {hours !== null && <p className={settingRowStyles.note}>{texts.note}</p>}
    </section>
  );
}

function WeekRows({ hours }: { hours: WeekHours }) {
  const { hours: texts } = timeRulesPageMessages;
  const [isEach, setEach] = useState(new Set(hours.filter((one) => one !== null).map(keyOf)).size > 1);
  const start = weekStart(navigator.language);
  const groups = [
    ...Map.groupBy(weekOrder(start), (day) => (isEach ? String(day) : keyOf(hours[day] ?? null))).values(),
  ];
  return (
    <>
      {groups.map((days) => (
        <DayRows
          key={days.join()}
          label={weekdaysText(days, start)}
          value={hours[days[0] ?? 0] ?? null}
          onChange={(value) => change(days.reduce((week, day) => week.with(day, value), hours))}
        />
      ))}
      <SwitchRow
        name={texts.each}
        description={texts.eachDescription}
        on={isEach}
        onChange={(on) => {
          setEach(on);
          const first = weekOrder(start).flatMap((day) => hours[day] ?? [])[0] ?? null;
          if (!on) change(hours.map((one) => one && first));
        }}
      />
    </>
  );
}

const keyOf = (hours: Hours | null): string => JSON.stringify(hours);

interface DayRowsProps {
  label: string;
  value: Hours | null;
  onChange: (value: Hours | null) => void;
}

function DayRows({ label, value, onChange }: DayRowsProps) {
  const { hours: texts } = timeRulesPageMessages;
  return (
    <>
      <ClockSpanRow
        label={label}
        value={value}
        minutes={value === null ? null : minutesOf(value)}
        none={texts.free}
        onChange={(span) => onChange(span && { ...span, break: value?.break ?? null })}
      />
      {value !== null && (
        <ClockSpanRow
          label={texts.break}
          name={texts.breakOf({ days: label })}
          value={value.break}
          minutes={value.break && value.break.to - value.break.from}
          none={texts.noBreak}
          isAllowed={(span) => inHours(span, value) !== null}
          onChange={(span) => onChange({ ...value, break: span && inHours(span, value) })}
        />
      )}
    </>
  );
}

/** The break within hours that may go on after midnight; null if it lies outside them. */
function inHours({ from, to }: ClockSpan, hours: Hours): ClockSpan | null {
  const later = from < hours.from ? DAY_MINUTES : 0;
  return to + later <= hours.to ? { from: from + later, to: to + later } : null;
}

/** What an arrow key adds (minutes). */
const STEP = 5;

interface Props {
  label: string;
  /** The accessible name, where the label alone is not enough. */
  name?: string;
  value: ClockSpan | null;
  /** Its length. */
  minutes: number | null;
  /** Shown instead of the length if both fields are empty. */
  none: string;
  isAllowed?: (span: ClockSpan) => boolean;
  onChange: (value: ClockSpan | null) => void;
}

/** Two times of day, saved on Enter or when the row is left. Up and Down change them by five minutes. */
function ClockSpanRow({ label, name = label, value, minutes, none, isAllowed = () => true, onChange }: Props) {
  const { hours: texts } = timeRulesPageMessages;
  const id = useId();
  const [draft, setDraft] = useState<readonly [string, string] | null>(null);
  const [isWrong, setWrong] = useState(false);
  const shown = draft ?? [clockText(value?.from), clockText(value?.to)];
  const edit = (index: number, text: string) => {
    setDraft(index === 0 ? [text, shown[1]] : [shown[0], text]);
    setWrong(false);
  };
  const save = () => {
    if (draft === null) return;
    const typed = typedSpan(...draft);
    if (typed === undefined || (typed !== null && !isAllowed(typed))) return setWrong(true);
    setDraft(null);
    onChange(typed);
  };
  const onKeyDown = (event: React.KeyboardEvent, index: number) => {
    const direction = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    const time = timeOfDay(shown[index] ?? '');
    if (event.key === 'Enter') save();
    if (direction === undefined || time === null) return;
    event.preventDefault();
    edit(index, clockText((time.hour * 60 + time.minute + direction + DAY_MINUTES) % DAY_MINUTES));
  };
  return (
    <fieldset
      className={classNames(settingRowStyles.row, typedFieldStyles.row)}
      aria-label={name}
      aria-describedby={id}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && save()}
    >
      <div className={settingRowStyles.name}>
        {label}
        <small id={id} className={isWrong ? typedFieldStyles.wrong : undefined} role="status">
          {isWrong
            ? name === label
              ? texts.wrong
              : texts.wrongBreak
            : minutes === null
              ? none
              : hoursMinutes(minutes * MINUTE_MS)}
        </small>
      </div>
      {[texts.from, texts.to].map((field, index) => (
        <TextInput
          key={field}
          className={styles.clock}
          label={`${name}, ${field}`}
          isWrong={isWrong}
          maxLength={8}
          value={shown[index]}
          onChange={(typed) => edit(index, typed)}
          selects
          onKeyDown={(event) => onKeyDown(event, index)}
        />
      ))}
    </fieldset>
  );
}

/** The time of day as it is typed; nothing for none. */
const clockText = (minutes: number | undefined): string =>
  minutes === undefined ? '' : clock(new Date(2026, 0, 1, 0, minutes).getTime());

/** An end that is not later is on the next day. Nothing typed is null; undefined if a time cannot be read. */
function typedSpan(fromText: string, toText: string): ClockSpan | null | undefined {
  if (`${fromText}${toText}`.trim() === '') return null;
  const [from, to] = [timeOfDay(fromText), timeOfDay(toText)];
  if (from === null || to === null) return undefined;
  const span = { from: from.hour * 60 + from.minute, to: to.hour * 60 + to.minute };
  return span.to > span.from ? span : { ...span, to: span.to + DAY_MINUTES };
}
