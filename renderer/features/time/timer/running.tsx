import { Suspense, useState } from 'react';
import type { EntryView, FocusSessionView } from '../../../../shared/contract/index.ts';
import { hoursMinutesSeconds } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { DownIcon } from '../../../ui/icons.ts';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { StopMark } from '../../../ui/marks.tsx';
import { SECOND, useNow } from '../../../ui/use-now.ts';
import { FocusRound, FocusTime } from './focus.tsx';
import timerBarStyles from './timer-bar.module.css';

export const TimerMenu = lazyView(() => import('./timer-menu.tsx'));

/** `session`: a round of focus over the timer; null if there is none. */
export function Running({ entry, session }: { entry: EntryView; session: FocusSessionView | null }) {
  const title = entry.task.title || messages.tasks.untitled;
  return (
    <>
      <div className={timerBarStyles.task}>
        <span className={classNames('truncate', timerBarStyles.title)} dir="auto" title={title}>
          {title}
        </span>
        <span className={timerBarStyles.details}>
          <span className="identifier">{entry.task.identifier}</span>
          <bdi className="truncate">{entry.task.projectName}</bdi>
          {session && <FocusRound session={session} />}
        </span>
      </div>
      {session ? <FocusTime session={session} since={entry.startTime} /> : <Elapsed since={entry.startTime} />}
      <button
        type="button"
        className={timerBarStyles.stop}
        title={messages.timer.stop}
        onClick={() => void send('timer.stop', {})}
      >
        <StopMark size={16} />
      </button>
      <Menu entry={entry} />
    </>
  );
}

/** Its button works before the menu is loaded. */
function Menu({ entry }: { entry: EntryView }) {
  const [isOpenAtFirst, setOpenAtFirst] = useState(false);
  const button = (
    <button
      type="button"
      className={timerBarStyles.menuButton}
      title={messages.timer.menu}
      onClick={() => setOpenAtFirst(true)}
    >
      <Icon of={DownIcon} />
    </button>
  );
  return (
    <Suspense fallback={button}>
      <TimerMenu entry={entry} isOpenAtFirst={isOpenAtFirst} />
    </Suspense>
  );
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(SECOND, since);
  return (
    <span className={timerBarStyles.elapsed} role="timer" aria-label={messages.timer.elapsed}>
      {hoursMinutesSeconds(now.getTime() - Date.parse(since))}
    </span>
  );
}
