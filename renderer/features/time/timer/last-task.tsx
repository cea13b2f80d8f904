import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { send, useAppState, useTimerBlockedReason } from '../../../app/state/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ContinueIcon } from '../../../ui/icons.ts';
import { MINUTE } from '../../../ui/use-now.ts';
import styles from './timer-bar.module.css';

/** Goes on with the last task by one click. */
export function LastTask() {
  const last = useAppState((state) => state.time.recent[0]);
  const { today, day } = useAppState((state) => state.time);
  const blockedReason = useTimerBlockedReason();
  if (last === undefined) return null;
  const total = taskTotals(today, day, Date.now()).get(last.taskId);
  const { identifier, title, taskId } = last;
  return (
    <button
      type="button"
      className={styles.last}
      aria-label={messages.timer.goOn({ identifier, title: title || messages.tasks.untitled })}
      aria-disabled={blockedReason !== undefined}
      title={blockedReason ?? `${identifier} ${title}`}
      onClick={() => blockedReason === undefined && void send('timer.start', { taskId })}
    >
      <Icon of={ContinueIcon} />
      <span className="identifier truncate">{identifier}</span>
      {total !== undefined && total >= MINUTE && <span className={styles.lastToday}>{hoursMinutes(total)}</span>}
    </button>
  );
}
