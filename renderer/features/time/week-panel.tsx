import type { WeekTotals } from '../../../shared/contract/index.ts';
import { daySpan, shortWeekday } from '../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import type { Tint } from '../../../shared/tint.ts';
import { setWeekBy, showDay, useApp, useAppState } from '../../state/store.ts';
import buttonStyles from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { BackIcon, RightIcon } from '../../ui/icons.ts';
import { Segments } from '../../ui/radio-group.tsx';
import { DayButtons } from './day-buttons.tsx';
import timeHeaderStyles from './time-header.module.css';
import { type WeekView, weekView } from './week.ts';
import styles from './week-panel.module.css';

const groupings = () =>
  (['days', 'projects', 'tasks'] as const).map((value) => ({ value, label: timePageMessages.weekBys[value] }));

interface Props {
  /** The shown day. */
  shown: string;
  /** The week of that day. */
  week: WeekTotals;
  now: number;
}

/** Height of the weekday and the value below a tall bar (px). */
const TEXTS_BELOW = 36;

/** The week: a bar per day, or shares by project or task. */
export function WeekPanel({ shown, week, now }: Props) {
  const running = useAppState((state) => state.time.running);
  const today = useAppState((state) => state.time.day);
  const by = useApp((app) => app.weekBy);
  const view = weekView(week, running, now);
  const { isThis, days } = weekSpan(week, today);
  const name = isThis ? timePageMessages.week : days;
  return (
    <section className={styles.week} aria-label={name}>
      <header className={classNames(timeHeaderStyles.header, styles.header)}>
        <h2>{name}</h2>
        <WeekPages shown={shown} isThis={isThis} />
        <Segments label={timePageMessages.weekBy} options={groupings()} value={by} onChange={setWeekBy} />
        <span className={classNames(timeHeaderStyles.end, timeHeaderStyles.total)}>
          <span className="visually-hidden">{timePageMessages.total} </span>
          {hoursMinutes(view.totalMs)}
        </span>
      </header>
      {by === 'days' && <Bars days={view.days} today={today} shown={shown} />}
      {by === 'projects' && <ProjectShares projects={view.projects} />}
      {by === 'tasks' && <TaskShares tasks={view.tasks} />}
    </section>
  );
}

/** Whether it is the current week, and its days: "16–22 Nov". */
export function weekSpan({ days }: WeekTotals, today: string): { isThis: boolean; days: string } {
  const first = days[0]?.day ?? today;
  const last = days.at(-1)?.day ?? today;
  return { isThis: first <= today && today <= last, days: daySpan(dayBounds(first).from, dayBounds(last).from) };
}

/** To the week before and after. */
export function WeekPages({ shown, isThis }: { shown: string; isThis: boolean }) {
  const today = useAppState((state) => state.time.day);
  const page = (days: number): void => {
    const to = dayAfter(shown, days);
    showDay(to >= today ? null : to);
  };
  return (
    <span className={styles.pages}>
      <button
        type="button"
        className={classNames(buttonStyles.iconButton, styles.pageButton)}
        aria-label={timePageMessages.weekBefore}
        onClick={() => page(-7)}
      >
        <Icon of={BackIcon} />
      </button>
      <button
        type="button"
        className={classNames(buttonStyles.iconButton, styles.pageButton)}
        aria-label={timePageMessages.weekAfter}
        disabled={isThis}
        onClick={() => page(7)}
      >
        <Icon of={RightIcon} />
      </button>
    </span>
  );
}

interface BarsProps {
  /** `target`: the height of the day's target (px); 0 for none. */
  days: readonly (WeekView['days'][number] & { target?: number })[];
  today: string;
  shown: string;
  /** Tall bars, with the values below the days. */
  isTall?: boolean;
}

export function Bars({ days, today, shown, isTall = false }: BarsProps) {
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

interface ProjectSharesProps {
  /** `tint`: shown as a mark. */
  projects: readonly (WeekView['projects'][number] & { tint?: Tint })[];
  isWhole?: boolean;
}

export const ProjectShares = ({ projects, isWhole }: ProjectSharesProps) => (
  <Shares
    isWhole={isWhole}
    label={timePageMessages.weekBys.projects}
    shares={projects.map((one) => ({ ...one, key: one.name, name: one.name || timePageMessages.noProject }))}
  />
);

export const TaskShares = ({ tasks, isWhole }: { tasks: WeekView['tasks']; isWhole?: boolean }) => (
  <Shares
    isWhole={isWhole}
    label={timePageMessages.weekBys.tasks}
    shares={tasks.map(({ task, ...one }) => ({
      ...one,
      key: task.taskId,
      name: task.title || messages.tasks.untitled,
      id: task.identifier,
    }))}
  />
);

interface SharesProps {
  label: string;
  /** It does not scroll, and has no bars. */
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
            {tint !== undefined && <i className={styles.mark} data-tint={tint} aria-hidden="true" />}
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
