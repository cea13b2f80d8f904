import { useEffect, useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { send, useAppState } from '../../app/state/store.ts';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { Choice } from '../../ui/choice.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { readHours } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { FIRST_DAY, weekDays } from './weekday-choices.ts';

const change = (part: Partial<Settings>) => void send('settings.change', part);

/** Options for a number, including the present value if it is not a usual one. */
const numbers = (usual: number[], now: number, label: (value: number) => string) =>
  [...new Set([...usual, now])].sort((one, other) => one - other).map((value) => ({ value, label: label(value) }));

/** Settings of the timer's questions. */
export function Timer() {
  const { askIdle, idleMinutes, stillWorkingHours, remindToTrack } = useAppState((state) => state.settings);
  const canReadIdle = useAppState((state) => state.app.canReadIdle);
  useEffect(() => void send('system.find-idle', {}), []);
  const [idleId, remindId] = [useId(), useId()];
  const { on, days, from, to } = remindToTrack;
  const remind = (part: Partial<Settings['remindToTrack']>) => change({ remindToTrack: { ...remindToTrack, ...part } });
  return (
    <>
      <Box title={messages.settings.awayTitle}>
        <Setting name={messages.settings.askIdle} nameId={idleId} description={messages.settings.askIdleSays}>
          <Switch on={askIdle} labelledBy={idleId} onChange={(askIdle) => change({ askIdle })} />
        </Setting>
        {askIdle && !canReadIdle && <p className={settingRowStyles.description}>{messages.settings.cannotReadIdle}</p>}
        {askIdle && canReadIdle && (
          <>
            <Setting name={messages.settings.idleAfter} />
            <Choice
              label={messages.settings.idleAfter}
              options={numbers([5, 10, 15, 30], idleMinutes, (minutes) => messages.settings.idleMinutes({ minutes }))}
              value={idleMinutes}
              onChange={(idleMinutes) => change({ idleMinutes })}
            />
          </>
        )}
      </Box>
      <Box title={messages.settings.stillTitle}>
        <Setting name={messages.settings.stillWorking} description={messages.settings.stillSays} />
        <Choice
          label={messages.settings.stillWorking}
          options={numbers([0, 2, 4, 6, 8], stillWorkingHours, (hours) => messages.settings.stillHours({ hours }))}
          value={stillWorkingHours}
          onChange={(stillWorkingHours) => change({ stillWorkingHours })}
        />
      </Box>
      <Box title={messages.settings.remindTitle}>
        <Setting
          name={messages.settings.remind}
          nameId={remindId}
          description={messages.settings.remindSays({
            days: weekdaysText(days, FIRST_DAY),
            from: clockOfTime(from),
            to: clockOfTime(to),
          })}
        >
          <Switch on={on} labelledBy={remindId} onChange={(on) => remind({ on })} />
        </Setting>
        {on && (
          <>
            <CheckboxGroup
              label={messages.settings.remindOn}
              options={weekDays()}
              chosen={days}
              onChange={(days) => remind({ days: [...days].sort() })}
            />
            <HoursFields
              key={`${from} ${to}`}
              from={from}
              to={to}
              read={readHours}
              wrong={messages.settings.remindWrong}
              onChange={remind}
            />
          </>
        )}
      </Box>
    </>
  );
}
