import { useId, useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime, clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { leadTime } from '../../../shared/i18n/format-durations.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { weekdaysText } from '../../../shared/i18n/weekdays.ts';
import { send, sendAbout, useAppState } from '../../app/state/store.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { BellIcon, CheckIcon, DownIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readNight } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import testResultStyles from './test-result.module.css';
import { TimeField } from './time-field.tsx';
import { FIRST_DAY, weekDays } from './weekday-choices.ts';

const USUAL_LEADS = [2880, 1440, 60, 15];

/** Settings of due-date notifications and quiet hours. */
export function Notifications() {
  const reminders = useAppState((state) => state.settings.reminders);
  const { on, beforeMinutes, dailyAt } = reminders;
  const onId = useId();
  const change = (part: Partial<Settings['reminders']>) =>
    void send('settings.change', { reminders: { ...reminders, ...part } });
  const leads = [...new Set([...USUAL_LEADS, ...beforeMinutes])].sort((one, other) => other - one);
  return (
    <>
      <Box title={messages.settings.reminders.due}>
        <Setting name={messages.settings.reminders.on} nameId={onId} description={messages.settings.reminders.onSays}>
          <Switch on={on} labelledBy={onId} onChange={(on) => change({ on })} />
        </Setting>
        {on && (
          <>
            <Setting name={messages.settings.reminders.before} />
            <CheckboxGroup
              label={messages.settings.reminders.before}
              options={leads.map((value) => ({
                value,
                label: leadTime(value),
                long: messages.settings.reminders.leadBefore({ duration: leadTime(value) }),
              }))}
              chosen={beforeMinutes}
              onChange={(beforeMinutes) => change({ beforeMinutes })}
            />
            <TimeField
              key={dailyAt}
              label={messages.settings.reminders.daily}
              description={messages.settings.reminders.dailySays}
              time={dailyAt}
              onChange={(dailyAt) => change({ dailyAt })}
            />
          </>
        )}
      </Box>
      {on && <BoardsBox />}
      {on && <QuietBox reminders={reminders} change={change} />}
      <TestNotice />
    </>
  );
}

/** The watched boards. They are added from the board menu. */
function BoardsBox() {
  const boards = useAppState((state) => state.watchedBoards);
  return (
    <Box title={messages.settings.reminders.boards}>
      {boards.length === 0 ? (
        <Setting name={messages.settings.reminders.noBoards} description={messages.settings.reminders.noBoardsSay} />
      ) : (
        <Setting name={messages.settings.reminders.someBoards} />
      )}
      {boards.map(({ projectId, name, isGone }) => (
        <Setting
          key={projectId}
          name={<bdi>{name}</bdi>}
          {...(isGone && { description: messages.settings.reminders.boardGone })}
        >
          <Button
            small
            aria-label={messages.settings.reminders.stopBoardOf({ name })}
            onClick={() => void send('reminders.watch-board', { projectId, on: false })}
          >
            {messages.settings.reminders.stopBoard}
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
  const { quiet, respectDoNotDisturb } = reminders;
  const { platform } = useAppState((state) => state.app);
  const [quietId, disturbId] = [useId(), useId()];
  const set = (part: Partial<typeof quiet>) => change({ quiet: { ...quiet, ...part } });
  const days = quiet.days.length === 0 ? null : weekdaysText(quiet.days, FIRST_DAY);
  const when = messages.settings.reminders.quietSays({
    from: clockOfTime(quiet.from),
    to: clockOfTime(quiet.to),
    days,
  });
  return (
    <Box title={messages.settings.reminders.quiet}>
      <Setting
        name={messages.settings.reminders.quietHours}
        nameId={quietId}
        description={quiet.on ? messages.settings.reminders.quietThen : when}
      >
        <Switch on={quiet.on} labelledBy={quietId} onChange={(on) => set({ on })} />
      </Setting>
      {quiet.on && (
        <>
          <HoursFields
            key={`${quiet.from} ${quiet.to}`}
            from={quiet.from}
            to={quiet.to}
            read={readNight}
            wrong={messages.settings.reminders.quietWrong}
            onChange={set}
          />
          <Setting name={messages.settings.reminders.quietDays} />
          <CheckboxGroup
            label={messages.settings.reminders.quietDays}
            options={weekDays()}
            chosen={quiet.days}
            onChange={(days) => set({ days: [...days].sort() })}
          />
        </>
      )}
      <Setting
        name={messages.settings.reminders.disturb}
        nameId={disturbId}
        description={messages.settings.reminders.disturbSays({ isLinux: platform === 'linux' })}
      >
        {platform === 'linux' && (
          <Switch
            on={respectDoNotDisturb}
            labelledBy={disturbId}
            onChange={(respectDoNotDisturb) => change({ respectDoNotDisturb })}
          />
        )}
      </Setting>
      <Pause />
    </Box>
  );
}

function Pause() {
  const { pausedUntil } = useAppState((state) => state.reminders);
  const now = useNow(60_000);
  if (pausedUntil !== null) {
    return (
      <Setting
        name={messages.settings.reminders.pause}
        description={messages.settings.reminders.pausedUntil({ when: clockOrDay(pausedUntil, now) })}
      >
        <Button small onClick={() => void send('reminders.resume', {})}>
          {messages.settings.reminders.resume}
        </Button>
      </Setting>
    );
  }
  return (
    <Setting name={messages.settings.reminders.pause}>
      <Menu
        className={classNames(buttonStyles.button, buttonStyles.small)}
        label={`${messages.settings.reminders.pause}: ${messages.settings.reminders.notPaused}`}
        items={() =>
          (['1-hour', 'tomorrow'] as const).map((length) => ({
            label: messages.settings.reminders.pauses[length],
            onChoose: () => void send('reminders.pause', { length }),
          }))
        }
      >
        {messages.settings.reminders.notPaused}
        <Icon of={DownIcon} size={12} />
      </Menu>
    </Setting>
  );
}

/** Shows a test notification and reports whether the desktop showed it. */
function TestNotice() {
  const [seen, setSeen] = useState<{ isShown: boolean; hasButtons: boolean } | null>(null);
  const sendTest = async () => {
    setSeen(null);
    setSeen((await sendAbout('reminders.test', {})) ?? null);
  };
  return (
    <div className={testResultStyles.test}>
      <Button onClick={() => void sendTest()}>
        <Icon of={BellIcon} />
        {messages.settings.reminders.test}
      </Button>
      <span
        role="status"
        className={classNames(testResultStyles.result, seen?.isShown === false && testResultStyles.failed)}
      >
        {seen?.isShown && <Icon of={CheckIcon} />}
        {seen &&
          (seen.isShown
            ? messages.settings.reminders.testShown({ hasButtons: seen.hasButtons })
            : messages.settings.reminders.testHidden)}
      </span>
    </div>
  );
}
