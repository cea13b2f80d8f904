import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { dayName, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { typedDuration } from '../../../shared/time/typed-duration.ts';
import { send, useAppState } from '../../state/store.ts';
import { Box, SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from './typed-field.tsx';

const DAY_MINUTES = 1440;

/** The target of each day of the week. */
export function Targets() {
  const targets = useAppState((state) => state.timeRules.targets);
  const { targets: texts } = timeRulesPageMessages;
  const setDay = (weekday: number, minutes: number) =>
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
          const minutes = targets.minutes[weekday] ?? 0;
          return (
            <TypedField
              key={weekday}
              label={dayName(weekday)}
              text={hoursMinutes(minutes * MINUTE_MS)}
              read={(text) => {
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
