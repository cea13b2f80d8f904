import { useApp, useTold } from '../store.ts';
import { words } from '../words/en.ts';
import { Running } from './running.tsx';
import { TaskSearch } from './task-search.tsx';
import './timer-bar.css';

/** Always on top: what runs, or the field that starts something. */
export function TimerBar() {
  const running = useTold((state) => state.time.running);
  const switching = useApp((app) => app.switching);
  const searching = running === null || switching;
  return (
    <section className={searching ? 'timer idle' : 'timer running'} aria-label={words.timer.region}>
      {searching ? <TaskSearch switching={running !== null} /> : <Running entry={running} />}
    </section>
  );
}
