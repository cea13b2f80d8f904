import type { WeekTotals } from '../../../shared/contract/index.ts';
import { daySpan, shortWeekday } from '../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import { setWeekBy, showDay, useApp, useAppState } from '../../app/state/store.ts';
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

/** The week: a bar per day, or shares by project or task. */
export function WeekPanel({ shown, week, now }: Props) {
  const running = useAppState((state) => state.time.running);
  const today = useAppState((state) => state.time.day);
  const by = useApp((app) => app.weekBy);
  const view = weekView(week, running, now);
  const first = view.days[0]?.day ?? today;
  const last = view.days.at(-1)?.day ?? today;
  const isThis = first <= today && today <= last;
  const name = isThis ? timePageMessages.week : daySpan(dayBounds(first).from, dayBounds(last).from);
  const page = (days: number): void => {
    const to = dayAfter(shown, days);
    showDay(to >= today ? null : to);
  };
  return (
    <section className={styles.week} aria-label={name}>
      <header className={classNames(timeHeaderStyles.header, styles.header)}>
        <h2>{name}</h2>
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
        <Segments label={timePageMessages.weekBy} options={groupings()} value={by} onChange={setWeekBy} />
        <span className={classNames(timeHeaderStyles.end, timeHeaderStyles.total)}>
          <span className="visually-hidden">{timePageMessages.total} </span>
          {hoursMinutes(view.totalMs)}
        </span>
      </header>
      {by === 'days' && <Bars days={view.days} today={today} shown={shown} />}
      {by === 'projects' && (
        <Shares
          label={timePageMessages.weekBys.projects}
          shares={view.projects.map((one) => ({ ...one, key: one.name, name: one.name || timePageMessages.noProject }))}
        />
      )}
      {by === 'tasks' && (
        <Shares
          label={timePageMessages.weekBys.tasks}
          shares={view.tasks.map(({ task, ...one }) => ({
            ...one,
            key: task.taskId,
            name: task.title || messages.tasks.untitled,
            id: task.identifier,
          }))}
        />
      )}
    </section>
  );
}

interface BarsProps {
  days: WeekView['days'];
  today: string;
  shown: string;
}

function Bars({ days, today, shown }: BarsProps) {
  return (
    <DayButtons
      days={days}
      shown={shown}
      today={today}
      className={styles.bars}
      dayClass={({ day }) => classNames(styles.bar, day === today && styles.today)}
    >
      {({ day, ms, height }) => (
        <>
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

interface SharesProps {
  label: string;
  shares: { key: string; id?: string; name: string; ms: number; share: number; percent: number }[];
}

/** Shares of the time, longest first. */
function Shares({ label, shares }: SharesProps) {
  if (shares.length === 0)
    return <p className={classNames(styles.shares, styles.none)}>{timePageMessages.weekEmpty}</p>;
  return (
    <ul
      className={classNames('scroll-inside', styles.shares, shares.some(({ id }) => id !== undefined) && styles.byTask)}
      aria-label={label}
      tabIndex={shares.length > 4 ? 0 : -1}
    >
      {shares.map(({ key, id, name, ms, share, percent }) => (
        <li key={key}>
          <span className="truncate" title={id === undefined ? name : `${id} ${name}`}>
            {id !== undefined && <span className={classNames('identifier', styles.identifier)}>{id}</span>}{' '}
            <bdi>{name}</bdi>
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
