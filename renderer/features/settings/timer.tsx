import { Suspense, useEffect } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime } from '../../../shared/i18n/format-dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { MAX_FOCUS_MINUTES } from '../../../shared/limits.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { lazyView } from '../../ui/lazy-view.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, ChoiceRow, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useInPlace } from '../../ui/use-in-place.ts';
import { TaskPicker } from '../../widgets/task-picker.tsx';
import { changeSettings, SettingChoice, SettingSwitch, withPresent } from './bound-rows.tsx';
import { FIRST_DAY, HoursFields, readHours, weekDays } from './hours-fields.tsx';
import { PairFields } from './pair-fields.tsx';
import { ReviewGaps } from './review-gaps.tsx';

const Suggestions = lazyView(() => import('./suggestions.tsx'));

/** Settings of the timer's questions, and of suggestions for gaps. */
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
        <Box title={settingsPageMessages.reviewGaps.title}>
          <ReviewGaps />
        </Box>
      )}
      {hasAccount && (
        <Box title={settingsPageMessages.rules.title}>
          <Setting name={settingsPageMessages.rules.name} description={settingsPageMessages.rules.description}>
            <Button small onClick={() => openPage({ name: 'time-rules' })}>
              {settingsPageMessages.rules.open}
            </Button>
          </Setting>
        </Box>
      )}
      <Suspense>
        <Suggestions />
      </Suspense>
    </>
  );
}

type Focus = Settings['focus'];
const ROUNDS = [2, 4, 6, 8];

/** Lengths of focus sessions, and the task that breaks are logged on, if any. */
function FocusSettings() {
  const focus = useAppState((state) => state.settings.focus);
  const change = (part: Partial<Focus>) => changeSettings({ focus: { ...focus, ...part } });
  const texts = settingsPageMessages.focus;
  const { rounds, holdReminders, breakTask } = focus;
  const choosing = useInPlace();
  return (
    <Box title={texts.title}>
      <Lengths focus={focus} onChange={change} />
      <ChoiceRow
        name={texts.rounds}
        description={texts.roundsHint}
        values={withPresent(ROUNDS, rounds)}
        text={String}
        value={rounds}
        onChange={(rounds) => change({ rounds })}
      />
      <SwitchRow
        name={texts.hold}
        description={texts.holdHint}
        on={holdReminders}
        onChange={(holdReminders) => change({ holdReminders })}
      />
      <Setting
        name={texts.breakTask}
        description={breakTask === null ? texts.gap : texts.loggedOn({ task: breakTask.identifier })}
      >
        {!choosing.isOpen && (
          <Button ref={choosing.button} small onClick={choosing.open}>
            {breakTask === null ? texts.choose : texts.chooseOther}
          </Button>
        )}
        {!choosing.isOpen && breakTask !== null && (
          <Button small onClick={() => change({ breakTask: null })}>
            {texts.asGap}
          </Button>
        )}
      </Setting>
      {choosing.isOpen && (
        <TaskPicker exclude={null} onChoose={(breakTask) => change({ breakTask })} onLeave={choosing.close} />
      )}
    </Box>
  );
}

function Lengths({ focus, onChange }: { focus: Focus; onChange: (part: Partial<Focus>) => void }) {
  const texts = settingsPageMessages.focus;
  return (
    <PairFields
      name={texts.lengths}
      description={texts.lengthsHint}
      labels={[texts.minutes, texts.breakMinutes]}
      texts={[String(focus.minutes), String(focus.breakMinutes)]}
      separator="/"
      unit={texts.unit}
      maxLength={3}
      isNumeric
      isWrong={([first, second]) => [minutesIn(first) === null, minutesIn(second) === null]}
      wrongText={texts.wrong({ most: MAX_FOCUS_MINUTES })}
      onLeave={([first, second]) => {
        const [minutes, breakMinutes] = [minutesIn(first), minutesIn(second)];
        if (minutes === null || breakMinutes === null) return;
        if (minutes !== focus.minutes || breakMinutes !== focus.breakMinutes) onChange({ minutes, breakMinutes });
      }}
    />
  );
}

/** null if it is not a length that a round can have. */
function minutesIn(text: string): number | null {
  const minutes = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  return minutes >= 1 && minutes <= MAX_FOCUS_MINUTES ? minutes : null;
}
