import { Suspense, useEffect, useRef, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { useAppState } from '../../../state/main-process.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { FocusLine } from './focus.tsx';
import { LastTask } from './last-task.tsx';
import { Running } from './running.tsx';
import { TaskSearch } from './task-search.tsx';
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
      {searching && <TaskSearch switching={running !== null} />}
      {searching && running === null && <LastTask />}
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
