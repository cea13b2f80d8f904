import { daySpan, hoursMinutes, shortWeekday } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import type { Period } from '../../../shared/time/period.ts';
import type { Timesheet } from '../../../shared/time/timesheet.ts';
import type { Tint } from '../../../shared/tint.ts';
import { useAppState } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import { Segments } from '../../ui/radio-group.tsx';
import { DayButtons } from './day-buttons.tsx';
import timeHeaderStyles from './time-header.module.css';
import { showDayAfter, Turn } from './view-bar.tsx';
import { setWeekBy, useTimeViews } from './view-state.ts';
import { barHeight, projectShares, taskShares } from './week.ts';
import styles from './week-summary.module.css';

const groupings = () =>
  (['days', 'projects', 'tasks'] as const).map((value) => ({ value, label: timePageMessages.weekBys[value] }));

interface Props {
  shown: string;
  week: Timesheet;
}

/** Height of the weekday and the value below a tall bar (px). */
const TEXTS_BELOW = 36;

/** The week: a bar per day, or shares by project or task. */
export function WeekSummary({ shown, week }: Props) {
  const by = useTimeViews(({ weekBy }) => weekBy);
  const most = Math.max(...week.days.map(({ exact }) => exact));
  return (
    <section className={styles.week} aria-label={useWeekSpan(week).name}>
      <header className={classNames(timeHeaderStyles.header, styles.header)}>
        <WeekTitle shown={shown} week={week} />
        <Segments label={timePageMessages.weekBy} options={groupings()} value={by} onChange={setWeekBy} />
        <span className={classNames(timeHeaderStyles.end, timeHeaderStyles.total)}>
          <span className="visually-hidden">{timePageMessages.total} </span>
          {hoursMinutes(week.total.exact)}
        </span>
      </header>
      {by === 'days' && (
        <Bars
          days={week.days.map(({ day, exact }) => ({ day, ms: exact, height: barHeight(exact, most) }))}
          shown={shown}
        />
      )}
      {by === 'projects' && <ProjectShares week={week} />}
      {by === 'tasks' && <TaskShares week={week} />}
    </section>
  );
}

/** `name`: "This week", or its days. */
function useWeekSpan({ from, to }: Period): { isThis: boolean; name: string; days: string } {
  const today = useAppState((state) => state.time.day);
  const isThis = from <= today && today <= to;
  const days = daySpan(dayBounds(from).from, dayBounds(to).from);
  return { isThis, name: isThis ? timePageMessages.week : days, days };
}

/** The name of the week, and the way to the weeks before and after. Its days are left out where there is no room. */
export function WeekTitle({ shown, week }: { shown: string; week: Period }) {
  const today = useAppState((state) => state.time.day);
  const { isThis, name, days } = useWeekSpan(week);
  return (
    <>
      <h2>{name}</h2>
      {isThis && <span className={styles.days}>{days}</span>}
      <Turn kind="week" isLast={isThis} onTurn={(by) => showDayAfter(shown, today, 7 * by)} />
    </>
  );
}

interface BarsProps {
  /** `height` of the bar, and of the day's target (px); 0 for none. */
  days: readonly { day: string; ms: number; height: number; target?: number }[];
  shown: string;
  /** Tall bars, with the values below the days. */
  isTall?: boolean;
}

export function Bars({ days, shown, isTall = false }: BarsProps) {
  const today = useAppState((state) => state.time.day);
  return (
    <DayButtons
      days={days}
      shown={shown}
      today={today}
      className={classNames(styles.bars, isTall && styles.tall)}
      dayClass={({ day }) => classNames(styles.bar, day === today && styles.today)}
    >
      {({ day, ms, height, target = 0 }) => (
        <>
          {target > 0 && <i className={styles.target} style={{ bottom: TEXTS_BELOW + target }} />}
          <span className={styles.value} aria-hidden="true">
            {ms > 0 ? hoursMinutes(ms) : timePageMessages.noTime}
          </span>
          <span className={styles.block} aria-hidden="true" style={{ height }} />
          <span className={styles.weekday} aria-hidden="true">
            {shortWeekday(dayBounds(day).from)}
          </span>
        </>
      )}
    </DayButtons>
  );
}

interface WeekSharesProps {
  week: Timesheet;
  isWhole?: boolean;
}

export function ProjectShares({ week, isWhole = false }: WeekSharesProps) {
  const rules = useAppState((state) => state.timeRules.projects);
  return (
    <Shares
      isWhole={isWhole}
      label={timePageMessages.weekBys.projects}
      shares={projectShares(week, rules).map((one) => ({ ...one, name: one.name || timePageMessages.noProject }))}
    />
  );
}

export const TaskShares = ({ week, isWhole }: WeekSharesProps) => (
  <Shares
    isWhole={isWhole}
    label={timePageMessages.weekBys.tasks}
    shares={taskShares(week).map(({ task, ...one }) => ({
      ...one,
      key: task.taskId,
      name: task.title || messages.tasks.untitled,
      id: task.identifier,
    }))}
  />
);

interface SharesProps {
  label: string;
  /** It does not scroll, and has the projects' colours instead of bars. */
  isWhole?: boolean | undefined;
  shares: { key: string; id?: string; tint?: Tint; name: string; ms: number; share: number; percent: number }[];
}

/** Shares of the time, longest first. */
function Shares({ label, isWhole = false, shares }: SharesProps) {
  if (shares.length === 0)
    return <p className={classNames(styles.shares, styles.none)}>{timePageMessages.weekEmpty}</p>;
  return (
    <ul
      className={classNames(
        styles.shares,
        shares.some(({ id }) => id !== undefined) && styles.byTask,
        isWhole ? styles.whole : 'scroll-inside',
      )}
      aria-label={label}
      tabIndex={shares.length > 4 && !isWhole ? 0 : -1}
    >
      {shares.map(({ key, id, tint, name, ms, share, percent }) => (
        <li key={key}>
          <span className={styles.name} title={id === undefined ? name : `${id} ${name}`}>
            {isWhole && tint !== undefined && <i className={styles.mark} data-tint={tint} aria-hidden="true" />}
            {id !== undefined && <span className={classNames('identifier', styles.identifier)}>{id}</span>}{' '}
            <bdi className="truncate">{name}</bdi>
          </span>
          <span className={styles.track} aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </span>
          <span className={styles.percent}>{timePageMessages.share({ percent })}</span>
          <span className={styles.duration}>{hoursMinutes(ms)}</span>
        </li>
      ))}
    </ul>
  );
}
