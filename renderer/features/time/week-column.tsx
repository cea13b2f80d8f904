/** The week beside the day in a wide window: its bars towards their targets, its sums, its shares by project and by task, and its gaps. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, shortDay, shortWeekday } from '../../../shared/i18n/format-clock.ts';
import { count, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { weekPageMessages } from '../../../shared/i18n/generated/week-page.ts';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import { dayAfter, type Span } from '../../../shared/time/day.ts';
import { targetOf } from '../../../shared/time/working-days.ts';
import { closeWeek, showDay, showTab, useApp, useAppState } from '../../state/store.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { fillGap } from './fill-gap.ts';
import { useClosing } from './sheet/closed-mark.tsx';
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
  const now = useNow(running === null ? 0 : 5 * SECOND_MS, running?.startTime ?? 0).getTime();
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
  const weekStart = week.days[0]?.day;
  const revision = useAppState((state) => state.time.revision);
  const period = weekStart === undefined ? null : { from: weekStart, to: dayAfter(weekStart, 6) };
  const dayRules = JSON.stringify([rules.targets, rules.daysOff]);
  const sheet = useRead('timesheet.read', period, `${revision} ${dayRules}`).value;
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
              <dt>{left < -MINUTE_MS ? timePageMessages.over : timePageMessages.toGo}</dt>
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
        <Gaps gaps={sheet?.gaps ?? []} />
      </div>
      {weekStart !== undefined && <Foot weekStart={weekStart} isThis={isThis} />}
    </>
  );
}

function Gaps({ gaps }: { gaps: readonly Span[] }) {
  if (gaps.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>
        {timePageMessages.gaps} <span className={styles.count}>{count(gaps.length)}</span>
      </h3>
      <ul className={styles.gaps} aria-label={timePageMessages.gaps}>
        {gaps.map((gap) => {
          const day = shortWeekday(gap.from);
          const span = timePageMessages.span({ from: clock(gap.from), to: clock(gap.to) });
          const duration = formatDuration(gap.to - gap.from);
          return (
            <li key={gap.from}>
              <button type="button" className={styles.gap} onClick={() => fillGap(gap)}>
                <span className={styles.day}>{day}</span> <span>{span}</span>{' '}
                <span className={styles.duration}>{duration}</span>{' '}
                <span className={classNames('link-button', styles.fill)}>{timePageMessages.fill}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The way to the timesheet of the week, and whether it is closed or from when on it can be. */
function Foot({ weekStart, isThis }: { weekStart: string; isThis: boolean }) {
  const { closed, closableFrom, isBegun } = useClosing(weekStart);
  const shownDay = useApp((app) => app.shownDay);
  const open = () => {
    showTab('week');
    showDay(shownDay);
  };
  return (
    <footer className={styles.foot}>
      <Button onClick={open}>{timePageMessages.openWeek}</Button>
      {closed && <span>{weekPageMessages.closed({ day: shortDay(closed.closedAt) })}</span>}
      {!closed && closableFrom !== null && <span>{weekPageMessages.closeFrom({ day: shortDay(closableFrom) })}</span>}
      {!closed && closableFrom === null && isBegun && (
        <Button kind="quiet" onClick={() => closeWeek(weekStart, isThis)}>
          {weekPageMessages.close}
        </Button>
      )}
    </footer>
  );
}

/** The target of the working days; nothing if they differ. */
function targetText(targets: readonly number[]): string {
  const [one, ...others] = new Set(targets.filter((ms) => ms > 0));
  return one === undefined || others.length > 0 ? '' : formatDuration(one);
}
