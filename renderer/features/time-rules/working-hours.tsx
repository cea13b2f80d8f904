import { useState } from 'react';
import type { TimeRulesView } from '../../../shared/contract/index.ts';
import type { ClockSpan, WorkingHours as Hours } from '../../../shared/contract/time-rules.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { weekdaysText, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { USUAL_HOURS } from '../../../shared/time/default-rules.ts';
import { minutesOf } from '../../../shared/time/working-days.ts';
import { send, useAppState } from '../../state/main-process.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, SwitchRow } from '../../ui/setting-row.tsx';
import { ClockSpanRow } from './clock-span-row.tsx';

type WeekHours = NonNullable<TimeRulesView['hours']>;

const USUAL_WEEK: WeekHours = [1, 2, 3, 4, 5].reduce<WeekHours>(
  (week, day) => week.with(day, USUAL_HOURS),
  Array(7).fill(null),
);

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
  const later = from < hours.from ? 1440 : 0;
  return to + later <= hours.to ? { from: from + later, to: to + later } : null;
}
