import { useState } from 'react';
import type { Day } from '../../../shared/dates/week-start.ts';
import { daySpan, monthName } from '../../../shared/i18n/format-clock.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { dayBounds, localDay } from '../../../shared/time/day.ts';
import { weekNumber } from '../../../shared/time/week.ts';
import { useAppState } from '../../app/state/store.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './report-page.module.css';
import { isSamePeriod, kindOf, type Period, usualPeriods, wrongPeriod } from './report-periods.ts';
import { Select } from './select.tsx';

interface Props {
  period: Period;
  onChange: (period: Period) => void;
}

const USUAL = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

/** A week, a month, or any other days. */
export function PeriodRow({ period, onChange }: Props) {
  const today = useAppState((state) => state.time.day);
  const running = useAppState((state) => state.time.running);
  const weekStartsOn = useAppState((state) => firstWeekday(state.time.week.days));
  const [isTyping, setTyping] = useState(false);
  const { what } = reportPageMessages;
  const usual = usualPeriods(today, weekStartsOn);
  const chosen = USUAL.find((name) => isSamePeriod(usual[name], period));
  const isTimerInIt = running !== null && localDay(Date.parse(running.startTime)) <= period.to && today >= period.from;
  return (
    <>
      <Setting name={what.period} {...(isTimerInIt && { description: what.withoutTimer })}>
        <Select
          label={what.period}
          options={[
            ...USUAL.map((value) => ({
              value,
              label: what.periods[value],
              hint: periodText(usual[value], weekStartsOn),
            })),
            { value: 'other' as const, label: what.periods.other },
          ]}
          value={isTyping ? 'other' : (chosen ?? 'other')}
          text={periodText(period, weekStartsOn)}
          onChange={(name) => {
            setTyping(name === 'other');
            if (name !== 'other') onChange(usual[name]);
          }}
        />
      </Setting>
      {isTyping && <Days key={`${period.from} ${period.to}`} period={period} onChange={onChange} />}
    </>
  );
}

/** The first and the last day, used as soon as both make a period. */
function Days({ period, onChange }: Props) {
  const [draft, setDraft] = useState(period);
  const { what } = reportPageMessages;
  const wrong = wrongPeriod(draft);
  const keep = () => {
    if (wrong === null && !isSamePeriod(draft, period)) onChange(draft);
  };
  const field = (name: 'from' | 'to') => (
    <input
      type="date"
      className={inputStyles.input}
      aria-label={what.days[name]}
      aria-invalid={wrong !== null}
      min="1970-01-01"
      max="2199-12-31"
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
  return (
    <div className={classNames(settingRowStyles.block, styles.days)}>
      {field('from')}
      <span aria-hidden="true">–</span>
      {field('to')}
      <small role="status">{wrong !== null && what.wrongDays[wrong]}</small>
    </div>
  );
}

/** As main counts weeks. */
const firstWeekday = ([first]: readonly { day: string }[]): Day =>
  first ? (new Date(dayBounds(first.day).from).getDay() as Day) : 1;

function periodText(period: Period, weekStartsOn: Day): string {
  const [from, to] = [dayBounds(period.from).from, dayBounds(period.to).from];
  const kind = kindOf(period, weekStartsOn);
  if (kind === 'month') return monthName(new Date(from));
  const days = daySpan(from, to);
  return kind === 'week' ? reportPageMessages.what.week({ week: weekNumber(period.from), days }) : days;
}
