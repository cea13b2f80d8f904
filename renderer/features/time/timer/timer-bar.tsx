import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../../shared/i18n/window-messages.ts';
import { useApp, useAppState } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Running } from './running.tsx';
import { TaskSearch } from './task-search.tsx';
import styles from './timer-bar.module.css';

/** Always on top: what runs, or the field that starts something. */
export function TimerBar() {
  const running = useAppState((state) => state.time.running);
  const switching = useApp((app) => app.switching);
  const searching = running === null || switching;
  return (
    <section
      className={searching ? styles.bar : classNames(styles.bar, styles.running)}
      data-drags-window
      aria-label={messages.timer.region}
    >
      <Started />
      {searching ? <TaskSearch switching={running !== null} /> : <Running entry={running} />}
    </section>
  );
}

/** Says to those who do not see the bar that a timer has started; that it stopped is in main's notice (status line). */
function Started() {
  const entry = useAppState((state) => state.time.running);
  const known = useRef(entry?.id);
  const [text, setText] = useState('');
  useEffect(() => {
    if (known.current === entry?.id) return;
    known.current = entry?.id;
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
