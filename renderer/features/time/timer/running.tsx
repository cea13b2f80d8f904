import { Suspense, useState } from 'react';
import type { EntryView, FocusSessionView } from '../../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../../shared/dates/milliseconds.ts';
import { hoursMinutes, hoursMinutesSeconds } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { openPage, send, useAppState } from '../../../state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { DownIcon } from '../../../ui/icons.ts';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { StopMark } from '../../../ui/marks.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { FocusRound, FocusTime } from './focus.tsx';
import timerBarStyles from './timer-bar.module.css';

export const TimerMenu = lazyView(() => import('./timer-menu.tsx'));

/** `session`: a round of focus over the timer; null if there is none. */
export function Running({ entry, session }: { entry: EntryView; session: FocusSessionView | null }) {
  const title = entry.task.title || messages.tasks.untitled;
  const isTaskGone = useAppState((state) => state.time.isTaskGone);
  return (
    <>
      <div className={timerBarStyles.task}>
        <span className={classNames('truncate', timerBarStyles.title)} dir="auto" title={title}>
          {title}
        </span>
        <span className={timerBarStyles.details}>
          <span className="identifier">{entry.task.identifier}</span>
          {isTaskGone ? (
            <button
              type="button"
              className={classNames('link-button truncate', timerBarStyles.gone)}
              title={messages.timer.taskGoneHint}
              onClick={() => openPage({ name: 'taskPage', taskId: entry.task.taskId })}
            >
              {messages.timer.taskGone}
            </button>
          ) : (
            <bdi className="truncate" title={entry.note}>
              {firstLine(entry.note) || entry.task.projectName}
            </bdi>
          )}
          {session && <FocusRound session={session} />}
        </span>
      </div>
      {session ? <FocusTime session={session} since={entry.startTime} /> : <Elapsed entry={entry} />}
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

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** The length of the entry, and under it what the task took today. */
function Elapsed({ entry: { startTime, task } }: { entry: EntryView }) {
  const now = useNow(SECOND_MS, startTime);
  const { today, day } = useAppState((state) => state.time);
  const elapsed = hoursMinutesSeconds(now.getTime() - Date.parse(startTime));
  const total = taskTotals(today, day, now.getTime()).get(task.taskId) ?? 0;
  return (
    <span className={timerBarStyles.time}>
      <span className={timerBarStyles.elapsed} role="timer" aria-label={messages.timer.elapsed}>
        {elapsed.slice(0, -3)}
        <span className={timerBarStyles.seconds}>{elapsed.slice(-3)}</span>
      </span>
      <span className={timerBarStyles.below}>{messages.timer.todayTotal({ duration: hoursMinutes(total) })}</span>
    </span>
  );
}
