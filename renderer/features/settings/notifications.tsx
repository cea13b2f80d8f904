import { useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOfTime, clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { leadTime } from '../../../shared/i18n/reminder-messages.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BellIcon, CheckIcon, Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Box, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { changeSettings } from './bound-rows.tsx';
import { FIRST_DAY, HoursFields, readNight, TimeField, weekDays } from './hours-fields.tsx';
import styles from './settings.module.css';

const USUAL_LEADS = [2880, 1440, 60, 15];

export function Notifications() {
  const { reminders: texts } = settingsPageMessages;
  const reminders = useAppState((state) => state.settings.reminders);
  const { on, beforeMinutes, dailyAt } = reminders;
  const change = (part: Partial<Settings['reminders']>) => changeSettings({ reminders: { ...reminders, ...part } });
  const leads = [...new Set([...USUAL_LEADS, ...beforeMinutes])].sort((one, other) => other - one);
  return (
    <>
      <Box title={texts.due}>
        <SwitchRow
          name={settingsMessages.reminders}
          description={texts.onHint}
          on={on}
          onChange={(on) => change({ on })}
        />
        {on && (
          <>
            <Setting name={texts.before} />
            <CheckboxGroup
              label={texts.before}
              options={leads.map((value) => ({
                value,
                label: leadTime(value),
                long: texts.leadBefore({ duration: leadTime(value) }),
              }))}
              chosen={beforeMinutes}
              onChange={(beforeMinutes) => change({ beforeMinutes })}
            />
            <TimeField
              label={texts.daily}
              description={texts.dailyHint}
              time={dailyAt}
              onChange={(dailyAt) => change({ dailyAt })}
            />
          </>
        )}
      </Box>
      {on && <BoardsBox />}
      {on && <QuietBox reminders={reminders} change={change} />}
      <TestNotification />
    </>
  );
}

/** The watched boards. They are added from the board menu. */
function BoardsBox() {
  const { reminders: texts } = settingsPageMessages;
  const boards = useAppState((state) => state.watchedBoards);
  return (
    <Box title={texts.boards}>
      {boards.length === 0 ? (
        <Setting name={texts.noBoards} description={texts.noBoardsHint} />
      ) : (
        <Setting name={texts.someBoards} />
      )}
      {boards.map(({ projectId, name, isGone }) => (
        <Setting key={projectId} name={<bdi>{name}</bdi>} description={isGone ? texts.boardGone : undefined}>
          <Button
            small
            aria-label={texts.stopBoardOf({ name })}
            onClick={() => void send('reminders.watch-board', { projectId, on: false })}
          >
            {texts.stopBoard}
          </Button>
        </Setting>
      ))}
    </Box>
  );
}

interface QuietProps {
  reminders: Settings['reminders'];
  change: (part: Partial<Settings['reminders']>) => void;
}

function QuietBox({ reminders, change }: QuietProps) {
  const { reminders: texts } = settingsPageMessages;
  const { quiet, respectDoNotDisturb } = reminders;
  const { platform } = useAppState((state) => state.app);
  const set = (part: Partial<typeof quiet>) => change({ quiet: { ...quiet, ...part } });
  const days = quiet.days.length === 0 ? null : weekdaysText(quiet.days, FIRST_DAY);
  const when = texts.quietHint({
    from: clockOfTime(quiet.from),
    to: clockOfTime(quiet.to),
    days,
  });
  return (
    <Box title={texts.quiet}>
      <SwitchRow
        name={texts.quietHours}
        description={quiet.on ? texts.quietThen : when}
        on={quiet.on}
        onChange={(on) => set({ on })}
      />
      {quiet.on && (
        <>
          <HoursFields from={quiet.from} to={quiet.to} read={readNight} invalidText={texts.quietWrong} onChange={set} />
          <Setting name={texts.quietDays} />
          <CheckboxGroup
            label={texts.quietDays}
            options={weekDays()}
            chosen={quiet.days}
            onChange={(days) => set({ days: [...days].sort() })}
          />
        </>
      )}
      {platform === 'linux' ? (
        <SwitchRow
          name={texts.disturb}
          description={texts.disturbHint({ isLinux: true })}
          on={respectDoNotDisturb}
          onChange={(respectDoNotDisturb) => change({ respectDoNotDisturb })}
        />
      ) : (
        <Setting name={texts.disturb} description={texts.disturbHint({ isLinux: false })} />
      )}
      <Pause />
    </Box>
  );
}

function Pause() {
  const { reminders: texts } = settingsPageMessages;
  const { pausedUntil } = useAppState((state) => state.reminders);
  const now = useNow(MINUTE_MS);
  if (pausedUntil !== null) {
    return (
      <Setting name={texts.pause} description={texts.pausedUntil({ when: clockOrDay(pausedUntil, now) })}>
        <Button small onClick={() => void send('reminders.resume', {})}>
          {texts.resume}
        </Button>
      </Setting>
    );
  }
  return (
    <Setting name={texts.pause}>
      <MenuButton
        small
        label={`${texts.pause}: ${texts.notPaused}`}
        entries={() =>
          (['1-hour', 'tomorrow'] as const).map((length) => ({
            label: texts.pauses[length],
            onChoose: () => void send('reminders.pause', { length }),
          }))
        }
      >
        {texts.notPaused}
      </MenuButton>
    </Setting>
  );
}

/** Shows a test notification and reports whether the desktop showed it. */
function TestNotification() {
  const { reminders: texts } = settingsPageMessages;
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const [result, setResult] = useState<{ isShown: boolean; hasButtons: boolean } | null>(null);
  const sendTest = async () => {
    setResult(null);
    setResult((await sendAbout('reminders.test', {})) ?? null);
  };
  return (
    <div className={styles.testButton}>
      <Button onClick={() => void sendTest()}>
        <Icon of={BellIcon} />
        {texts.test}
      </Button>
      <span role="status" className={classNames(styles.testResult, result?.isShown === false && styles.failed)}>
        {result?.isShown && <Icon of={CheckIcon} />}
        {result && (result.isShown ? texts.testShown({ hasButtons: result.hasButtons }) : texts.testHidden)}
        {/* macOS reports no failure of an unsigned copy. */}
        {result && isMac && ` ${texts.testUnsigned}`}
      </span>
    </div>
  );
}
