/** The week beside the day in a wide window: its bars towards their targets, its sums, and its shares by project and by task. */
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import { targetOf } from '../../../shared/time/working-days.ts';
import { useAppState } from '../../app/state/store.ts';
import { classNames } from '../../ui/class-names.ts';
import { MINUTE, SECOND, useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { useDay } from './use-day.ts';
import { barHeight, weekView } from './week.ts';
import styles from './week-column.module.css';
import { Bars, ProjectShares, TaskShares, WeekPages, weekSpan } from './week-panel.tsx';

/** Height of the tallest bar, or of the target if that is more (px). */
const TALLEST = 84;

export default function WeekColumn() {
  const running = useAppState((state) => state.time.running);
  const today = useAppState((state) => state.time.day);
  const rules = useAppState((state) => state.timeRules);
  const { day, week } = useDay();
  const now = useNow(running === null ? 0 : 5 * SECOND, running?.startTime ?? 0).getTime();
  const view = weekView(week, running, now);
  const { isThis, days } = weekSpan(week, today);
  const targets = view.days.map((one) => targetOf(one.day, rules) ?? 0);
  const target = targets.reduce((sum, ms) => sum + ms, 0);
  const most = Math.max(...targets, ...view.days.map(({ ms }) => ms));
  const bars = view.days.map(({ ms, ...one }, index) => ({
    ...one,
    ms,
    height: barHeight(ms, most, TALLEST),
    target: (targets[index] ?? 0) > 0 ? barHeight(targets[index] ?? 0, most, TALLEST) : 0,
  }));
  const left = target - view.totalMs;
  const projects = view.projects.map((project) => {
    // Only tasks know the id of their project.
    const task = view.tasks.find((one) => one.task.projectName === project.name)?.task;
    return { ...project, tint: projectHue(task ?? { projectName: project.name }, rules.projects) };
  });
  return (
    <>
      <header className={styles.header}>
        <h2>{isThis ? timePageMessages.week : days}</h2>
        {isThis && <span className={styles.days}>{days}</span>}
        <WeekPages shown={day} isThis={isThis} />
      </header>
      <div className={classNames(windowStyles.body, windowStyles.scroll)}>
        {target > 0 && (
          <p className={styles.target} style={{ top: 4 + TALLEST - Math.max(...bars.map((bar) => bar.target)) }}>
            {targetText(targets)}
          </p>
        )}
        <Bars days={bars} today={today} shown={day} isTall />
        <dl className={styles.sums}>
          <dt>{timePageMessages.tracked}</dt>
          <dd className={styles.tracked}>{hoursMinutes(view.totalMs)}</dd>
          {target > 0 && (
            <>
              <dt>{timePageMessages.target}</dt>
              <dd>{hoursMinutes(target)}</dd>
              <dt>{left < -MINUTE ? timePageMessages.over : timePageMessages.toGo}</dt>
              <dd>{hoursMinutes(Math.abs(left))}</dd>
            </>
          )}
        </dl>
        {view.projects.length > 0 && (
          <>
            <h3 className={styles.title}>{timePageMessages.weekBys.projects}</h3>
            <div className={styles.bar} aria-hidden="true">
              {projects.map(({ name, ms, tint }) => (
                <i key={name} data-tint={tint} style={{ flexGrow: ms }} />
              ))}
            </div>
            <ProjectShares projects={projects} isWhole />
            <h3 className={styles.title}>{timePageMessages.weekBys.tasks}</h3>
            <TaskShares tasks={view.tasks} isWhole />
          </>
        )}
      </div>
    </>
  );
}

/** The target of the working days; nothing if they differ. */
function targetText(targets: readonly number[]): string {
  const [one, ...others] = new Set(targets.filter((ms) => ms > 0));
  return one === undefined || others.length > 0 ? '' : formatDuration(one);
}
