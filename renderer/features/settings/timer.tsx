import { useEffect } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { changeSettings, SettingChoice, SettingSwitch, withPresent } from './bound-rows.tsx';
import { FocusSettings } from './focus.tsx';
import { FIRST_DAY, HoursFields, readHours, weekDays } from './hours-fields.tsx';

/** Settings of the timer's questions. */
export function Timer() {
  const { askIdle, idleMinutes, stillWorkingHours, remindToTrack } = useAppState((state) => state.settings);
  const hasAccount = useAppState((state) => state.account !== null);
  const canReadIdle = useAppState((state) => state.app.canReadIdle);
  useEffect(() => void send('system.find-idle', {}), []);
  const { on, days, from, to } = remindToTrack;
  const remind = (part: Partial<Settings['remindToTrack']>) =>
    changeSettings({ remindToTrack: { ...remindToTrack, ...part } });
  return (
    <>
      <Box title={settingsPageMessages.awayTitle}>
        <SettingSwitch of="askIdle" />
        {askIdle && !canReadIdle && (
          <p className={settingRowStyles.description}>{settingsPageMessages.cannotReadIdle}</p>
        )}
        {askIdle && canReadIdle && (
          <SettingChoice
            of="idleMinutes"
            values={withPresent([5, 10, 15, 30], idleMinutes)}
            text={(minutes) => settingsPageMessages.idleMinutes({ minutes })}
          />
        )}
      </Box>
      <FocusSettings />
      <Box title={settingsPageMessages.stillTitle}>
        <SettingChoice
          of="stillWorkingHours"
          values={withPresent([0, 2, 4, 6, 8], stillWorkingHours)}
          text={(hours) => settingsPageMessages.stillHours({ hours })}
          description={settingsPageMessages.stillHint}
        />
      </Box>
      <Box title={settingsPageMessages.remindTitle}>
        <SwitchRow
          name={settingsMessages.remindToTrack}
          description={settingsPageMessages.remindHint({
            days: weekdaysText(days, FIRST_DAY),
            from: clockOfTime(from),
            to: clockOfTime(to),
          })}
          on={on}
          onChange={(on) => remind({ on })}
        />
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
