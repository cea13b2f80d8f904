import { useEffect, useId } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { openPage, send, useAppState } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { Choice } from '../../ui/radio-group.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FocusSettings } from './focus.tsx';
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
  const hasAccount = useAppState((state) => state.account !== null);
  const canReadIdle = useAppState((state) => state.app.canReadIdle);
  useEffect(() => void send('system.find-idle', {}), []);
  const [idleId, remindId] = [useId(), useId()];
  const { on, days, from, to } = remindToTrack;
  const remind = (part: Partial<Settings['remindToTrack']>) => change({ remindToTrack: { ...remindToTrack, ...part } });
  return (
    <>
      <Box title={settingsPageMessages.awayTitle}>
        <Setting name={settingsMessages.askIdle} nameId={idleId} description={settingsPageMessages.askIdleHint}>
          <Switch on={askIdle} labelledBy={idleId} onChange={(askIdle) => change({ askIdle })} />
        </Setting>
        {askIdle && !canReadIdle && (
          <p className={settingRowStyles.description}>{settingsPageMessages.cannotReadIdle}</p>
        )}
        {askIdle && canReadIdle && (
          <>
            <Setting name={settingsMessages.idleMinutes} />
            <Choice
              label={settingsMessages.idleMinutes}
              options={numbers([5, 10, 15, 30], idleMinutes, (minutes) =>
                settingsPageMessages.idleMinutes({ minutes }),
              )}
              value={idleMinutes}
              onChange={(idleMinutes) => change({ idleMinutes })}
            />
          </>
        )}
      </Box>
      <FocusSettings />
      <Box title={settingsPageMessages.stillTitle}>
        <Setting name={settingsPageMessages.stillWorking} description={settingsPageMessages.stillHint} />
        <Choice
          label={settingsPageMessages.stillWorking}
          options={numbers([0, 2, 4, 6, 8], stillWorkingHours, (hours) => settingsPageMessages.stillHours({ hours }))}
          value={stillWorkingHours}
          onChange={(stillWorkingHours) => change({ stillWorkingHours })}
        />
      </Box>
      <Box title={settingsPageMessages.remindTitle}>
        <Setting
          name={settingsMessages.remindToTrack}
          nameId={remindId}
          description={settingsPageMessages.remindHint({
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
              label={settingsPageMessages.remindOn}
              options={weekDays()}
              chosen={days}
              onChange={(days) => remind({ days: [...days].sort() })}
            />
            <HoursFields
              from={from}
              to={to}
              read={readHours}
              invalidText={settingsPageMessages.remindWrong}
              onChange={remind}
            />
          </>
        )}
      </Box>
      {hasAccount && (
        <Box title={settingsPageMessages.rules.title}>
          <Setting name={settingsPageMessages.rules.name} description={settingsPageMessages.rules.description}>
            <Button small onClick={() => openPage({ name: 'time-rules' })}>
              {settingsPageMessages.rules.open}
            </Button>
          </Setting>
        </Box>
      )}
    </>
  );
}
