import { useId, useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { clockOfTime, clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { daysWords } from '../../../shared/i18n/weekdays.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { tell, tellFor, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Several } from '../../ui/checkbox-group.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BellIcon, CheckIcon, DownIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readNight } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { TimeField } from './time-field.tsx';
import { FIRST_DAY, weekDays } from './weekday-choices.ts';

const USUAL_LEADS = [2880, 1440, 60, 15];

/** What is told of due dates, and when not. */
export function Notifications() {
  const reminders = useTold((state) => state.settings.reminders);
  const { on, beforeMinutes, dailyAt } = reminders;
  const onId = useId();
  const change = (part: Partial<Settings['reminders']>) =>
    void tell('settings.change', { reminders: { ...reminders, ...part } });
  const leads = [...new Set([...USUAL_LEADS, ...beforeMinutes])].sort((one, other) => other - one);
  return (
    <>
      <Box title={words.settings.reminders.due}>
        <Setting name={words.settings.reminders.on} nameId={onId} says={words.settings.reminders.onSays}>
          <Switch on={on} labelledBy={onId} onChange={(on) => change({ on })} />
        </Setting>
        {on && (
          <>
            <Setting name={words.settings.reminders.before} />
            <Several
              label={words.settings.reminders.before}
              options={leads.map((value) => ({
                value,
                label: words.settings.reminders.lead(value),
                long: words.settings.reminders.leadBefore(value),
              }))}
              chosen={beforeMinutes}
              onChange={(beforeMinutes) => change({ beforeMinutes })}
            />
            <TimeField
              key={dailyAt}
              label={words.settings.reminders.daily}
              says={words.settings.reminders.dailySays}
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

/** Boards that are watched; they are added from their own menus. */
function BoardsBox() {
  const boards = useTold((state) => state.watchedBoards);
  return (
    <Box title={words.settings.reminders.boards}>
      {boards.length === 0 ? (
        <Setting name={words.settings.reminders.noBoards} says={words.settings.reminders.noBoardsSay} />
      ) : (
        <Setting name={words.settings.reminders.someBoards} />
      )}
      {boards.map(({ projectId, name, isGone }) => (
        <Setting
          key={projectId}
          name={<bdi>{oneLine(name, 80)}</bdi>}
          {...(isGone && { says: words.settings.reminders.boardGone })}
        >
          <Button
            small
            aria-label={words.settings.reminders.stopBoardOf(name)}
            onClick={() => void tell('reminders.watch-board', { projectId, on: false })}
          >
            {words.settings.reminders.stopBoard}
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
  const { platform } = useTold((state) => state.app);
  const [quietId, disturbId] = [useId(), useId()];
  const set = (part: Partial<typeof quiet>) => change({ quiet: { ...quiet, ...part } });
  const days = quiet.days.length === 0 ? null : daysWords(quiet.days, FIRST_DAY);
  const when = words.settings.reminders.quietSays(clockOfTime(quiet.from), clockOfTime(quiet.to), days);
  return (
    <Box title={words.settings.reminders.quiet}>
      <Setting
        name={words.settings.reminders.quietHours}
        nameId={quietId}
        says={quiet.on ? words.settings.reminders.quietThen : when}
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
            wrong={words.settings.reminders.quietWrong}
            onChange={set}
          />
          <Setting name={words.settings.reminders.quietDays} />
          <Several
            label={words.settings.reminders.quietDays}
            options={weekDays()}
            chosen={quiet.days}
            onChange={(days) => set({ days: [...days].sort() })}
          />
        </>
      )}
      <Setting
        name={words.settings.reminders.disturb}
        nameId={disturbId}
        says={words.settings.reminders.disturbSays(platform)}
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
  const { pausedUntil } = useTold((state) => state.reminders);
  const now = useNow(60_000);
  if (pausedUntil !== null) {
    return (
      <Setting
        name={words.settings.reminders.pause}
        says={words.settings.reminders.pausedUntil(clockOrDay(pausedUntil, now))}
      >
        <Button small onClick={() => void tell('reminders.resume', {})}>
          {words.settings.reminders.resume}
        </Button>
      </Setting>
    );
  }
  return (
    <Setting name={words.settings.reminders.pause}>
      <Menu
        className="btn secondary sm"
        label={`${words.settings.reminders.pause}: ${words.settings.reminders.notPaused}`}
        items={() =>
          (['1-hour', 'tomorrow'] as const).map((length) => ({
            label: words.settings.reminders.pauses[length],
            onChoose: () => void tell('reminders.pause', { length }),
          }))
        }
      >
        {words.settings.reminders.notPaused}
        <Icon of={DownIcon} size={12} />
      </Menu>
    </Setting>
  );
}

/** Shows one, and says what this desktop made of it. */
function TestNotice() {
  const [seen, setSeen] = useState<{ isShown: boolean; hasButtons: boolean } | null>(null);
  const send = async () => {
    setSeen(null);
    setSeen((await tellFor('reminders.test', {})) ?? null);
  };
  return (
    <div className="test-notice">
      <Button onClick={() => void send()}>
        <Icon of={BellIcon} />
        {words.settings.reminders.test}
      </Button>
      <span role="status" className={seen?.isShown === false ? 'test-result wrong' : 'test-result'}>
        {seen?.isShown && <Icon of={CheckIcon} />}
        {seen && words.settings.reminders.tested(seen.isShown, seen.hasButtons)}
      </span>
    </div>
  );
}
