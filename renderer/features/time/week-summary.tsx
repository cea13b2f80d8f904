import { daySpan, hoursMinutes, shortWeekday } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import type { Period } from '../../../shared/time/period.ts';
import type { Timesheet } from '../../../shared/time/timesheet.ts';
import { useAppState } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import chipStyles from '../../ui/label-chip.module.css';
import { Segments } from '../../ui/radio-group.tsx';
import { AccountMark } from '../../widgets/open-accounts.tsx';
import { DayButtons } from './day-buttons.tsx';
import timeHeaderStyles from './time-header.module.css';
import { showDayAfter, Turn } from './view-bar.tsx';
import { setWeekBy, useTimeViews } from './view-state.ts';
import { barHeights, projectShares, taskShares } from './week.ts';
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
      {by === 'days' ? <Bars week={week} shown={shown} /> : <Shares by={by} week={week} />}
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

/** `isTall`: in a column of its own, with targets and with the values below the days. */
export function Bars({ week, shown, isTall = false }: Props & { isTall?: boolean }) {
  const today = useAppState((state) => state.time.day);
  const heightOf = barHeights(week, isTall);
  return (
    <DayButtons
      week={week}
      shown={shown}
      className={classNames(styles.bars, isTall && styles.tall)}
      dayClass={({ day }) => classNames(styles.bar, day === today && styles.today)}
    >
      {({ day, exact, target }) => (
        <>
          {isTall && target ? <i className={styles.target} style={{ bottom: TEXTS_BELOW + heightOf(target) }} /> : null}
          <span className={styles.value} aria-hidden="true">
            {exact > 0 ? hoursMinutes(exact) : timePageMessages.noTime}
          </span>
          <span className={styles.block} aria-hidden="true" style={{ height: heightOf(exact) }} />
          <span className={styles.weekday} aria-hidden="true">
            {shortWeekday(dayBounds(day).from)}
          </span>
        </>
      )}
    </DayButtons>
  );
}

interface SharesProps {
  by: 'projects' | 'tasks';
  week: Timesheet;
  /** It does not scroll, and has the projects' colours instead of bars. */
  isWhole?: boolean;
}

/** Shares of the time, longest first. */
export function Shares({ by, week, isWhole = false }: SharesProps) {
  const rules = useAppState((state) => state.timeRules.projects);
  const shares = by === 'projects' ? projectShares(week, rules) : taskShares(week);
  const unnamed = by === 'projects' ? timePageMessages.noProject : messages.tasks.untitled;
  if (shares.length === 0)
    return <p className={classNames(styles.shares, styles.none)}>{timePageMessages.weekEmpty}</p>;
  return (
    <ul
      className={classNames(styles.shares, by === 'tasks' && styles.byTask, isWhole ? styles.whole : 'scroll-inside')}
      aria-label={timePageMessages.weekBys[by]}
      tabIndex={shares.length > 4 && !isWhole ? 0 : -1}
    >
      {shares.map(({ key, accountId, id, tint, name, ms, share, percent }) => (
        <li key={key}>
          <span className={styles.name} title={[id, name || unnamed].filter(Boolean).join(' ')}>
            {isWhole && tint !== undefined && (
              <i className={classNames(chipStyles.square, styles.mark)} data-tint={tint} aria-hidden="true" />
            )}
            {id !== undefined && <span className={classNames('identifier', styles.identifier)}>{id}</span>}{' '}
            <bdi className="truncate">{name || unnamed}</bdi>
            <AccountMark accountId={accountId} isSaid />
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
