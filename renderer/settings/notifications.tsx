import { useId, useState } from 'react';
import type { Settings } from '../../electron/bridge/contract.ts';
import { tell, tellFor, useTold } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { BellIcon, CheckIcon, DownIcon } from '../ui/icons.ts';
import { Menu } from '../ui/menu.tsx';
import { Several } from '../ui/several.tsx';
import { Switch } from '../ui/switch.tsx';
import { useNow } from '../ui/use-now.ts';
import { clockOfTime, clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';
import { daysWords } from './days-words.ts';
import { readNight } from './hours.ts';
import { HoursFields } from './hours-fields.tsx';
import { Box, Setting } from './parts.tsx';
import { TimeField } from './time-field.tsx';
import { FIRST_DAY, WEEK_DAYS } from './week-days.ts';

const text = words.settings.reminders;
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
      <Box title={text.due}>
        <Setting name={text.on} nameId={onId} says={text.onSays}>
          <Switch on={on} labelledBy={onId} onChange={(on) => change({ on })} />
        </Setting>
        {on && (
          <>
            <Setting name={text.before} />
            <Several
              label={text.before}
              options={leads.map((value) => ({ value, label: text.lead(value), long: text.leadBefore(value) }))}
              chosen={beforeMinutes}
              onChange={(beforeMinutes) => change({ beforeMinutes })}
            />
            <TimeField
              key={dailyAt}
              label={text.daily}
              says={text.dailySays}
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
    <Box title={text.boards}>
      {boards.length === 0 ? (
        <Setting name={text.noBoards} says={text.noBoardsSay} />
      ) : (
        <Setting name={text.someBoards} />
      )}
      {boards.map(({ projectId, name, isGone }) => (
        <Setting key={projectId} name={<bdi>{oneLine(name, 80)}</bdi>} {...(isGone && { says: text.boardGone })}>
          <Button
            small
            aria-label={text.stopBoardOf(name)}
            onClick={() => void tell('reminders.watch-board', { projectId, on: false })}
          >
            {text.stopBoard}
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
  const when = text.quietSays(clockOfTime(quiet.from), clockOfTime(quiet.to), days);
  return (
    <Box title={text.quiet}>
      <Setting name={text.quietHours} nameId={quietId} says={quiet.on ? text.quietThen : when}>
        <Switch on={quiet.on} labelledBy={quietId} onChange={(on) => set({ on })} />
      </Setting>
      {quiet.on && (
        <>
          <HoursFields
            key={`${quiet.from} ${quiet.to}`}
            from={quiet.from}
            to={quiet.to}
            read={readNight}
            wrong={text.quietWrong}
            onChange={set}
          />
          <Setting name={text.quietDays} />
          <Several
            label={text.quietDays}
            options={WEEK_DAYS}
            chosen={quiet.days}
            onChange={(days) => set({ days: [...days].sort() })}
          />
        </>
      )}
      <Setting name={text.disturb} nameId={disturbId} says={text.disturbSays(platform)}>
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
      <Setting name={text.pause} says={text.pausedUntil(clockOrDay(pausedUntil, now))}>
        <Button small onClick={() => void tell('reminders.resume', {})}>
          {text.resume}
        </Button>
      </Setting>
    );
  }
  return (
    <Setting name={text.pause}>
      <Menu
        className="btn secondary sm"
        label={text.pause}
        items={() =>
          (['1-hour', 'tomorrow'] as const).map((length) => ({
            label: text.pauses[length],
            onChoose: () => void tell('reminders.pause', { length }),
          }))
        }
      >
        {text.notPaused}
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
        {text.test}
      </Button>
      <span role="status" className={seen?.isShown === false ? 'test-result wrong' : 'test-result'}>
        {seen?.isShown && <Icon of={CheckIcon} />}
        {seen && text.tested(seen.isShown, seen.hasButtons)}
      </span>
    </div>
  );
}
