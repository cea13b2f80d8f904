import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { send, useAppState, useTimerBlockedReason } from '../../../state/main-process.ts';
import { ContinueIcon, Icon } from '../../../ui/icons.tsx';
import styles from './timer-bar.module.css';

export function LastTask() {
  const last = useAppState((state) => state.time.recent[0]);
  const { today, day } = useAppState((state) => state.time);
  const blockedReason = useTimerBlockedReason();
  if (last === undefined) return null;
  const total = taskTotals(today, day, Date.now()).get(last.taskId);
  const { identifier, title, taskId } = last;
  const tracked = total !== undefined && total >= MINUTE_MS ? hoursMinutes(total) : null;
  const name = messages.timer.goOn({ identifier, title: title || messages.tasks.untitled });
  return (
    <button
      type="button"
      className={styles.last}
      aria-disabled={blockedReason !== undefined}
      title={blockedReason ?? `${identifier} ${title}`}
      onClick={() => blockedReason === undefined && void send('timer.start', { taskId })}
    >
      {/* Screen readers get the same content as a sentence. */}
      <span className="visually-hidden">
        {tracked === null ? name : `${name}, ${messages.timer.todayTotal({ duration: tracked })}`}
      </span>
      <Icon of={ContinueIcon} />
      <span className="identifier" aria-hidden="true">
        {identifier}
      </span>
      {tracked !== null && (
        <span className={styles.lastToday} aria-hidden="true">
          {tracked}
        </span>
      )}
    </button>
  );
}
