import { Suspense, useEffect, useRef, useState } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { send, useAppState, useTimerBlockedReason } from '../../../state/main-process.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ContinueIcon, Icon } from '../../../ui/icons.tsx';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { TaskCombobox } from '../../../widgets/task-combobox.tsx';
import { FocusLine } from './focus.tsx';
import { Running, SwitchSearch } from './running.tsx';
import styles from './timer-bar.module.css';

export const Break = lazyView(() => import('./break.tsx'));

/** The running timer, or the field that starts one. */
export function TimerBar() {
  const running = useAppState((state) => state.time.running);
  const switching = useNavigation(({ switching }) => switching);
  const session = useAppState((state) => state.focus.session);
  const isBreak = session?.phase === 'break' && !switching;
  const searching = !isBreak && (running === null || switching);
  const isRunning = !searching && !isBreak;
  return (
    <section
      className={classNames(styles.bar, isRunning && styles.running, isBreak && styles.break)}
      data-running={isRunning || undefined}
      data-drags-window
      aria-label={messages.timer.region}
    >
      <Started />
      {searching &&
        (running === null ? (
          <>
            <TaskCombobox
              label={messages.timer.start}
              exclude={null}
              eager={false}
              starts
              onChoose={({ taskId, accountId }) => void send('timer.start', { taskId, accountId })}
            />
            <LastTask />
          </>
        ) : (
          <Suspense>
            <SwitchSearch />
          </Suspense>
        ))}
      {isBreak && (
        <Suspense>
          <Break session={session} />
        </Suspense>
      )}
      {isRunning && running !== null && <Running entry={running} session={session} />}
      {session !== null && !searching && <FocusLine session={session} />}
    </section>
  );
}

/** Announces a started timer to screen readers. Main's toast announces that it stopped. */
function Started() {
  const entry = useAppState((state) => state.time.running);
  const announcedId = useRef(entry?.id);
  const [text, setText] = useState('');
  useEffect(() => {
    if (announcedId.current === entry?.id) return;
    announcedId.current = entry?.id;
    setText(
      entry
        ? messages.timer.started({
            identifier: entry.task.identifier,
            title: entry.task.title || messages.tasks.untitled,
          })
        : '',
    );
  }, [entry]);
  return (
    <span className="visually-hidden" role="status">
      {text}
    </span>
  );
}

function LastTask() {
  const last = useAppState((state) => state.time.recent[0]);
  const { today, day } = useAppState((state) => state.time);
  const blockedReason = useTimerBlockedReason(last?.accountId);
  if (last === undefined) return null;
  const total = taskTotals(today, day, Date.now()).get(taskKey(last)) ?? 0;
  const { identifier, title, taskId, accountId } = last;
  const tracked = total >= MINUTE_MS && hoursMinutes(total);
  const name = messages.timer.goOn({ identifier, title: title || messages.tasks.untitled });
  return (
    <button
      type="button"
      className={styles.last}
      aria-disabled={blockedReason !== undefined}
      title={blockedReason ?? `${identifier} ${title}`}
      onClick={() => blockedReason === undefined && void send('timer.start', { taskId, accountId })}
    >
      {/* Screen readers get the same content as a sentence. */}
      <span className="visually-hidden">
        {tracked ? `${name}, ${messages.timer.todayTotal({ duration: tracked })}` : name}
      </span>
      <Icon of={ContinueIcon} />
      <span className="identifier" aria-hidden="true">
        {identifier}
      </span>
      {tracked && (
        <span className={styles.lastToday} aria-hidden="true">
          {tracked}
        </span>
      )}
    </button>
  );
}
