/** The rules for tracked time: working hours, rounding, targets, days off, half days, holidays, overtime, billable time, rates and colours; and their backup. */

import type { TimeRulesView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { DAY_MINUTES } from '../../../shared/dates/minutes.ts';
import { weekStart } from '../../../shared/dates/week-start.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { dayName, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { typedDuration } from '../../../shared/time/typed-duration.ts';
import { usualTarget } from '../../../shared/time/working-days.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { showSavedFile } from '../../state/saved-file.ts';
import { classNames } from '../../ui/class-names.ts';
import { Header } from '../../ui/header.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, ChoiceRow, SwitchRow } from '../../ui/setting-row.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import windowStyles from '../../ui/window.module.css';
import { Action } from '../../widgets/read-section.tsx';
import { DaysOff, HalfDays, Holidays } from './days-off.tsx';
import { Labels } from './labels.tsx';
import { Overtime } from './overtime.tsx';
import { Projects } from './projects.tsx';
import { WorkingHours } from './working-hours.tsx';

export default function TimeRulesPage() {
  return (
    <>
      <Header title={timeRulesPageMessages.title} onBack={closePage} />
      <div className={windowStyles.page}>
        <div className={classNames(settingRowStyles.panel, settingRowStyles.pageRows)}>
          <WorkingHours />
          <RoundingRules />
          <Targets />
          <HalfDays />
          <DaysOff />
          <Holidays />
          <Overtime />
          <Projects />
          <Labels />
          <Backup />
          <p className={settingRowStyles.note}>{timeRulesPageMessages.local}</p>
        </div>
      </div>
    </>
  );
}

/** Saves the rules and closed weeks to a file, and restores them. */
function Backup() {
  const { backup: texts } = timeRulesPageMessages;
  return (
    <Box title={texts.title}>
      <Action
        name={texts.save}
        description={texts.saveDescription}
        buttonLabel={texts.backUp}
        onDo={async () => showSavedFile(await sendAbout('time-rules.back-up', {}))}
      />
      <Action
        name={texts.read}
        description={texts.readDescription}
        buttonLabel={texts.restore}
        onDo={() => send('time-rules.restore', {})}
      />
    </Box>
  );
}

type Rounding = TimeRulesView['rounding'];

const MODES = ['none', 'nearest', 'up', 'down'] as const;
const STEPS = [5, 6, 10, 15, 30];

function RoundingRules() {
  const rounding = useAppState((state) => state.timeRules.rounding);
  const { rounding: texts } = timeRulesPageMessages;
  const change = (part: Partial<Rounding>) => void send('time-rules.change', { rounding: { ...rounding, ...part } });
  return (
    <Box title={texts.title}>
      <ChoiceRow
        name={texts.mode}
        description={texts.description}
        values={MODES}
        text={(mode) => texts.modes[mode]}
        value={rounding.mode}
        onChange={(mode) => change({ mode })}
      />
      {rounding.mode !== 'none' && (
        <>
          <ChoiceRow
            name={texts.minutes}
            values={STEPS}
            text={(minutes) => texts.step({ minutes })}
            value={rounding.minutes}
            onChange={(minutes) => change({ minutes })}
          />
          <TypedField
            label={texts.other}
            description={texts.otherDescription}
            text={String(rounding.minutes)}
            read={(text) => {
              const minutes = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
              return minutes >= 1 && minutes <= 60 ? { value: minutes } : { wrong: texts.wrong };
            }}
            onChange={(minutes) => change({ minutes })}
          />
          <ChoiceRow
            name={texts.per}
            values={['task', 'project'] as const}
            text={(per) => texts.pers[per]}
            value={rounding.per}
            onChange={(per) => change({ per })}
          />
        </>
      )}
    </Box>
  );
}

function Targets() {
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
