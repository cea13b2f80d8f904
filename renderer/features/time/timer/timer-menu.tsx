import { useState } from 'react';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timerFormsMessages } from '../../../../shared/i18n/generated/timer-forms.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { timeBetween } from '../../../../shared/time/typed-time.ts';
import { send } from '../../../state/main-process.ts';
import { openTimerPart, setSwitching } from '../../../state/navigation.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { DownIcon, Icon } from '../../../ui/icons.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { Menu, type MenuPath } from '../../../ui/menu.tsx';
import type { MenuEntry, MenuPage } from '../../../ui/menu-pages.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useRound } from './focus.tsx';
import { useFocusPage } from './focus-menu.tsx';
import { SplitForm, TimeForm } from './time-form.tsx';
import timerBarStyles from './timer-bar.module.css';

const MINUTES_AGO = [0, 5, 10, 15];

/** Actions of the running timer. */
export default function TimerMenu({ entry, isOpenAtFirst }: { entry: EntryView; isOpenAtFirst: boolean }) {
  const [path, setPath] = useState<MenuPath>(isOpenAtFirst ? [] : null);
  const now = useNow(MINUTE_MS / 4, entry.startTime);
  const round = useRound();
  const focusPage = useFocusPage(now);
  useViewRequest('timer-part', (part) => {
    if (part === 'focus') setPath(['focus']);
    return part === 'focus';
  });
  const start = Date.parse(entry.startTime);
  const split = (at: number) => {
    setPath(null);
    void send('time.split', { entryId: entry.id, at: new Date(at).toISOString() });
  };
  const entries = (): MenuEntry[] => {
    const { keys } = timerFormsMessages;
    return [
      ...agoEntries(MINUTES_AGO, now, (at) => void send('timer.set-start', { startTime: new Date(at).toISOString() })),
      { label: timerFormsMessages.exact, movesFocus: true, onChoose: () => openTimerPart('start') },
      { label: timerFormsMessages.editNote, apart: true, movesFocus: true, onChoose: () => openTimerPart('note') },
      { key: 'focus', label: timerFormsMessages.focus, result: round, more: () => focusPage },
      {
        label: timerFormsMessages.switchTask,
        result: keys.switch,
        keys: keys.switch,
        movesFocus: true,
        onChoose: () => setSwitching(true),
      },
      {
        label: timerFormsMessages.split,
        result: keys.split,
        keys: keys.split,
        more: () => ({ entries: [], content: <SplitForm start={start} end={null} onSplit={split} /> }),
      },
      { label: timerFormsMessages.stopAt, more: () => stopPage(start, now, () => setPath(null)) },
      {
        label: timerFormsMessages.discard,
        danger: true,
        result: hoursMinutes(now.getTime() - start),
        onChoose: () => void send('timer.discard', {}),
      },
    ];
  };
  return (
    <Menu
      className={timerBarStyles.menuButton}
      label={messages.timer.menu}
      isIcon
      state={[path, setPath]}
      content={
        <div className={menuStyles.caption}>
          <span>{timerFormsMessages.startedAt}</span>
          <span className="tabular-numbers">{clockOrDay(entry.startTime, now)}</span>
        </div>
      }
      entries={entries}
    >
      <Icon of={DownIcon} />
    </Menu>
  );
}

/** Each chooses the time some minutes ago. */
const agoEntries = (all: readonly number[], now: Date, onChoose: (at: number) => void): MenuEntry[] =>
  all.map((minutes) => ({
    label: minutes === 0 ? timerFormsMessages.now : timerFormsMessages.minutesAgo({ minutes }),
    result: clock(now.getTime() - minutes * MINUTE_MS),
    onChoose: () => onChoose(Date.now() - minutes * MINUTE_MS),
  }));

/** Stops the timer at an earlier time. The form stays while main asks about it. */
function stopPage(start: number, now: Date, close: () => void): MenuPage {
  const stop = (at: number) => send('timer.stop', { endTime: new Date(at).toISOString() });
  const exact: MenuPage = {
    entries: [],
    content: (
      <TimeForm
        label={timerFormsMessages.stopAtLabel}
        initial={clock(Date.now())}
        action={timerFormsMessages.stopIt}
        read={(text, now, day) => timeBetween(text, start, now.getTime(), day)}
        since={localDay(start)}
        outside={timerFormsMessages.beforeStart}
        description={(at) => hoursMinutes(shownDuration(start, at))}
        onSet={(at) => void stop(at).then((isStopped) => isStopped && close())}
      />
    ),
  };
  const possible = MINUTES_AGO.filter((minutes) => minutes > 0 && now.getTime() - minutes * MINUTE_MS > start);
  if (possible.length === 0) return exact;
  const ago = agoEntries(possible, now, (at) => void stop(at));
  return { entries: [...ago, { label: timerFormsMessages.exact, more: () => exact }], isCommands: true };
}
