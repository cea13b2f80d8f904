import type { EntryView } from '../../../../shared/contract/index.ts';
import { hoursMinutesSeconds } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { StopMark } from '../../../ui/marks.tsx';
import { SECOND, useNow } from '../../../ui/use-now.ts';
import timerBarStyles from './timer-bar.module.css';
import { TimerMenu } from './timer-menu.tsx';

export function Running({ entry }: { entry: EntryView }) {
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
        </span>
      </div>
      <Elapsed since={entry.startTime} />
      <button
        type="button"
        className={timerBarStyles.stop}
        title={messages.timer.stop}
        onClick={() => void send('timer.stop', {})}
      >
        <StopMark size={16} />
      </button>
      <TimerMenu entry={entry} />
    </>
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
