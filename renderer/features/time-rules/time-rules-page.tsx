/** The rules for tracked time: working hours, rounding, targets, days off, overtime, billable time, rates and colours; and their backup. */
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { showSavedFile } from '../../state/saved-file.ts';
import { classNames } from '../../ui/class-names.ts';
import { Header } from '../../ui/header.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import windowStyles from '../../ui/window.module.css';
import { Action } from '../../widgets/read-section.tsx';
import { DaysOff } from './days-off.tsx';
import { Labels } from './labels.tsx';
import { Overtime } from './overtime.tsx';
import { Projects } from './projects.tsx';
import { RoundingRules } from './rounding-rules.tsx';
import { Targets } from './targets.tsx';
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
          <DaysOff />
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
