/** The week beside the day in a wide window: its bars, its sum, and its shares by project and by task. */
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { useAppState } from '../../app/state/store.ts';
import { classNames } from '../../ui/class-names.ts';
import { SECOND, useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { useDay } from './use-day.ts';
import { weekView } from './week.ts';
import styles from './week-column.module.css';
import { Bars, ProjectShares, TaskShares, WeekPages, weekSpan } from './week-panel.tsx';

/** Height of the tallest bar (px). */
const TALLEST = 84;

export default function WeekColumn() {
  const running = useAppState((state) => state.time.running);
  const today = useAppState((state) => state.time.day);
  const { day, week } = useDay();
  const now = useNow(running === null ? 0 : 5 * SECOND, running?.startTime ?? 0).getTime();
  const view = weekView(week, running, now, TALLEST);
  const { isThis, days } = weekSpan(week, today);
  return (
    <>
      <header className={styles.header}>
        <h2>{isThis ? timePageMessages.week : days}</h2>
        {isThis && <span className={styles.days}>{days}</span>}
        <WeekPages shown={day} isThis={isThis} />
      </header>
      <div className={classNames(windowStyles.body, windowStyles.scroll)}>
        <Bars days={view.days} today={today} shown={day} isTall />
        <dl className={styles.sums}>
          <dt>{timePageMessages.tracked}</dt>
          <dd>{hoursMinutes(view.totalMs)}</dd>
        </dl>
        {view.projects.length > 0 && (
          <>
            <h3 className={styles.title}>{timePageMessages.weekBys.projects}</h3>
            <ProjectShares projects={view.projects} isWhole />
            <h3 className={styles.title}>{timePageMessages.weekBys.tasks}</h3>
            <TaskShares tasks={view.tasks} isWhole />
          </>
        )}
      </div>
    </>
  );
}
