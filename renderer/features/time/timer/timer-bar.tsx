import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { useApp, useAppState } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Running } from './running.tsx';
import { TaskSearch } from './task-search.tsx';
import styles from './timer-bar.module.css';

/** The running timer, or the field that starts one. */
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
