import { useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { MAX_FOCUS_MINUTES } from '../../../shared/limits.ts';
import { useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Box, ChoiceRow, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { TaskPicker } from '../../widgets/task-combobox.tsx';
import { changeSettings, withPresent } from './bound-rows.tsx';
import { PairFields } from './pair-fields.tsx';

type Focus = Settings['focus'];
const ROUNDS = [2, 4, 6, 8];

/** Lengths of focus sessions, and the task that breaks are logged on, if any. */
export function FocusSettings() {
  const focus = useAppState((state) => state.settings.focus);
  const change = (part: Partial<Focus>) => changeSettings({ focus: { ...focus, ...part } });
  const texts = settingsPageMessages.focus;
  const { rounds, holdReminders, breakTask } = focus;
  const [isChoosing, setChoosing] = useState(false);
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
        {!isChoosing && (
          <Button small onClick={() => setChoosing(true)}>
            {breakTask === null ? texts.choose : texts.chooseOther}
          </Button>
        )}
        {!isChoosing && breakTask !== null && (
          <Button small onClick={() => change({ breakTask: null })}>
            {texts.asGap}
          </Button>
        )}
      </Setting>
      {isChoosing && (
        <TaskPicker
          exclude={null}
          onChoose={(breakTask) => {
            setChoosing(false);
            change({ breakTask });
          }}
          onLeave={() => setChoosing(false)}
        />
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
