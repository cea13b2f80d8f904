import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { dayName, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { typedDuration } from '../../../shared/time/typed-duration.ts';
import { usualTarget } from '../../../shared/time/working-days.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Box, SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';

const DAY_MINUTES = 1440;

/** The target of each day of the week. */
export function Targets() {
  const rules = useAppState((state) => state.timeRules);
  const { targets, hours } = rules;
  const { targets: texts } = timeRulesPageMessages;
  const setDay = (weekday: number, minutes: number | null) =>
    void send('time-rules.change', { targets: { ...targets, minutes: targets.minutes.with(weekday, minutes) } });
  return (
    <Box title={texts.title}>
      <SwitchRow
        name={texts.on}
        description={texts.description}
        on={targets.on}
        onChange={(on) => void send('time-rules.change', { targets: { ...targets, on } })}
      />
      {targets.on &&
        weekOrder(weekStart(navigator.language)).map((weekday) => {
          return (
            <TypedField
              key={weekday}
              label={dayName(weekday)}
              {...(hours !== null && {
                description: targets.minutes[weekday] === null ? texts.fromHours : texts.set,
              })}
              text={hoursMinutes(usualTarget(weekday, rules) * MINUTE_MS)}
              read={(text) => {
                if (text.trim() === '') return { value: null };
                const typed = typedDuration(text);
                const to = 'wrong' in typed || typed.isChange ? Number.NaN : typed.ms / MINUTE_MS;
                return to <= DAY_MINUTES ? { value: to } : { wrong: texts.wrong };
              }}
              onChange={(to) => setDay(weekday, to)}
            />
          );
        })}
    </Box>
  );
}
