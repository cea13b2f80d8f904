import { useState } from 'react';
import { periodText } from '../../../shared/i18n/format-period.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { localDay } from '../../../shared/time/day.ts';
import { isSamePeriod, monthOf, type Period, turned, weekOf, wrongPeriod } from '../../../shared/time/period.ts';
import { useAppState } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { DateInput } from '../../ui/text-input.tsx';
import styles from './report-page.module.css';
import { SelectRow } from './select.tsx';

interface Props {
  period: Period;
  onChange: (period: Period) => void;
}

const USUAL = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

/** A week, a month, or any other days. */
export function PeriodRow({ period, onChange }: Props) {
  const { day: today, running, weekStartsOn } = useAppState((state) => state.time);
  const [isTyping, setTyping] = useState(false);
  const { what } = reportPageMessages;
  const week = weekOf(today, weekStartsOn);
  const usual = {
    thisWeek: week,
    lastWeek: turned(week, -1, weekStartsOn),
    thisMonth: monthOf(today),
    lastMonth: monthOf(today, 1),
  };
  const chosen = USUAL.find((name) => isSamePeriod(usual[name], period));
  const isTimerInIt = running !== null && localDay(Date.parse(running.startTime)) <= period.to && today >= period.from;
  return (
    <>
      <SelectRow
        name={what.period}
        description={isTimerInIt ? what.withoutTimer : undefined}
        options={[
          ...USUAL.map((value) => ({
            value,
            label: what.periods[value],
            hint: periodText(usual[value], weekStartsOn, new Date()),
          })),
          { value: 'other' as const, label: what.periods.other },
        ]}
        value={isTyping ? 'other' : (chosen ?? 'other')}
        text={periodText(period, weekStartsOn, new Date())}
        onChange={(name) => {
          setTyping(name === 'other');
          if (name !== 'other') onChange(usual[name]);
        }}
      />
      {isTyping && <Days period={period} onChange={onChange} />}
    </>
  );
}

/** Fields for the first and the last day, used as soon as they form a valid period. */
function Days({ period, onChange }: Props) {
  const [typed, setTyped] = useState<Partial<Period>>({});
  const draft = { ...period, ...typed };
  const { what } = reportPageMessages;
  const wrong = wrongPeriod(draft);
  const keep = () => {
    if (wrong !== null || isSamePeriod(draft, period)) return;
    setTyped({});
    onChange(draft);
  };
  const field = (name: 'from' | 'to') => (
    <DateInput
      label={what.days[name]}
      isWrong={wrong !== null}
      value={draft[name]}
      onChange={(day) => setTyped({ ...typed, [name]: day })}
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
