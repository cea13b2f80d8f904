import { useId, useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { MAX_FOCUS_MINUTES } from '../../../shared/limits.ts';
import { send, useAppState } from '../../app/state/store.ts';
import { TaskPicker } from '../../app/state/task-picker.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import { Choice } from '../../ui/radio-group.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './settings.module.css';

type Focus = Settings['focus'];
const ROUNDS = [2, 4, 6, 8];

/** Lengths of focus sessions, and what becomes of breaks. */
export function FocusSettings() {
  const focus = useAppState((state) => state.settings.focus);
  const change = (part: Partial<Focus>) => void send('settings.change', { focus: { ...focus, ...part } });
  const holdId = useId();
  const texts = settingsPageMessages.focus;
  const { rounds, holdReminders, breakTask } = focus;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Box title={texts.title}>
      <Lengths key={`${focus.minutes} ${focus.breakMinutes}`} focus={focus} onChange={change} />
      <Setting name={texts.rounds} description={texts.roundsSay} />
      <Choice
        label={texts.rounds}
        options={[...new Set([...ROUNDS, rounds])]
          .sort((one, other) => one - other)
          .map((value) => ({ value, label: String(value) }))}
        value={rounds}
        onChange={(rounds) => change({ rounds })}
      />
      <Setting name={texts.hold} nameId={holdId} description={texts.holdSays}>
        <Switch on={holdReminders} labelledBy={holdId} onChange={(holdReminders) => change({ holdReminders })} />
      </Setting>
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

/** Two fields of minutes, saved on blur or Enter. */
function Lengths({ focus, onChange }: { focus: Focus; onChange: (part: Partial<Focus>) => void }) {
  const [draft, setDraft] = useState({ minutes: String(focus.minutes), breakMinutes: String(focus.breakMinutes) });
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  const texts = settingsPageMessages.focus;
  const [minutes, breakMinutes] = [minutesIn(draft.minutes), minutesIn(draft.breakMinutes)];
  const isInvalid = isTouched && (minutes === null || breakMinutes === null);
  const save = () => {
    setTouched(true);
    if (minutes === null || breakMinutes === null) return;
    if (minutes !== focus.minutes || breakMinutes !== focus.breakMinutes) onChange({ minutes, breakMinutes });
  };
  const field = (name: 'minutes' | 'breakMinutes') => (
    <input
      className={classNames(inputStyles.input, styles.hoursTime)}
      aria-label={texts[name]}
      aria-invalid={isTouched && minutesIn(draft[name]) === null}
      aria-describedby={`${id}-description`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={draft[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value });
        setTouched(false);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
  return (
    <div className={classNames(settingRowStyles.row, styles.hoursRow)}>
      <div className={classNames(settingRowStyles.name, styles.hoursName)}>
        {texts.lengths}
        <small id={`${id}-description`} className={isInvalid ? styles.error : undefined} role="status">
          {isInvalid ? texts.wrong({ most: MAX_FOCUS_MINUTES }) : texts.lengthsSay}
        </small>
      </div>
      <div className={styles.hoursPair}>
        {field('minutes')}
        <span aria-hidden="true">/</span>
        {field('breakMinutes')}
        <span aria-hidden="true">{texts.unit}</span>
      </div>
    </div>
  );
}

/** null if it is not a length that a round can have. */
function minutesIn(text: string): number | null {
  const minutes = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  return minutes >= 1 && minutes <= MAX_FOCUS_MINUTES ? minutes : null;
}
