/** The week beside the day in a wide window: its bars towards their targets, its sums, its shares by project and by task, and its gaps. */
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, count, hoursMinutes, shortDay, shortWeekday } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { timesheetPageMessages } from '../../../shared/i18n/generated/timesheet-page.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Period } from '../../../shared/time/period.ts';
import { useAppState } from '../../state/main-process.ts';
import { showTimesheet } from '../../state/navigation.ts';
import { showDay, useShownTime } from '../../state/shown-time.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { AccountFilterNote } from '../../widgets/open-accounts.tsx';
import { closeWeek, fillGap } from './show-entry.ts';
import { CloseButton, useClosed } from './timesheet/closed-mark.tsx';
import { useDay, useGapsOfPeriod, useWeek } from './use-day.ts';
import { barHeights, projectShares, TALLEST_IN_COLUMN } from './week.ts';
import styles from './week-column.module.css';
import { Bars, Shares, WeekTitle } from './week-summary.tsx';

export default function WeekColumn() {
  const running = useAppState((state) => state.time.running);
  const rules = useAppState((state) => state.timeRules);
  const { day, week: view } = useDay();
  const now = useNow(running === null ? MINUTE_MS : 5 * SECOND_MS, running?.startTime ?? 0).getTime();
  const week = useWeek(view, now);
  const targets = week.days.map(({ target }) => target ?? 0);
  const target = week.target ?? 0;
  const targetHeight = barHeights(week, true)(Math.max(...targets));
  const left = target - week.total.exact;
  return (
    <>
      <header className={styles.header}>
        <WeekTitle shown={day} week={week} />
      </header>
      <AccountFilterNote />
      <div className={classNames(windowStyles.body, windowStyles.scroll)}>
        {target > 0 && (
          <p className={styles.target} style={{ top: 4 + TALLEST_IN_COLUMN - targetHeight }}>
            {targetText(targets)}
          </p>
        )}
        <Bars week={week} shown={day} isTall />
        <dl className={styles.sums}>
          <dt>{timePageMessages.tracked}</dt>
          <dd className={styles.tracked}>{hoursMinutes(week.total.exact)}</dd>
          {target > 0 && (
            <>
              <dt>{timePageMessages.target}</dt>
              <dd>{hoursMinutes(target)}</dd>
              <dt>
                {left < -MINUTE_MS ? timePageMessages.over : timePageMessages.toGo({ target: hoursMinutes(target) })}
              </dt>
              <dd>{hoursMinutes(Math.abs(left))}</dd>
            </>
          )}
        </dl>
        {week.total.exact > 0 && (
          <>
            <h3 className={styles.title}>{timePageMessages.weekBys.projects}</h3>
            <div className={styles.bar} aria-hidden="true">
              {projectShares(week, rules.projects).map(({ key, ms, tint }) => (
                <i key={key} data-tint={tint} style={{ flexGrow: ms }} />
              ))}
            </div>
            <Shares by="projects" week={week} isWhole />
            <h3 className={styles.title}>{timePageMessages.weekBys.tasks}</h3>
            <Shares by="tasks" week={week} isWhole />
          </>
        )}
        <Gaps gaps={useGapsOfPeriod(view, now)} />
      </div>
      <Foot week={week} />
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

/** Opens the week's timesheet, and says whether the week is closed or when it can be. */
function Foot({ week: { from: weekStart, to } }: { week: Period }) {
  const today = useAppState((state) => state.time.day);
  const closed = useClosed(weekStart);
  const shownDay = useShownTime(({ shownDay }) => shownDay);
  const open = () => {
    showTimesheet();
    showDay(shownDay);
  };
  return (
    <footer className={styles.foot}>
      <Button onClick={open}>{timePageMessages.openWeek}</Button>
      {closed && <span>{timesheetPageMessages.closed({ day: shortDay(closed.closedAt) })}</span>}
      <CloseButton
        kind="quiet"
        weekStart={weekStart}
        onClick={() => closeWeek(weekStart, weekStart <= today && today <= to)}
      />
    </footer>
  );
}

/** The target of the working days; nothing if they differ. */
function targetText(targets: readonly number[]): string {
  const [one, ...others] = new Set(targets.filter((ms) => ms > 0));
  return one === undefined || others.length > 0 ? '' : formatDuration(one);
}
