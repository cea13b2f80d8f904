/** The month of the shown day at a glance: each day against its target. */
import { parseISO } from 'date-fns';
import { hoursMinutes, list, monthName, shortDay } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { timesheetPageMessages } from '../../../shared/i18n/generated/timesheet-page.ts';
import { weekNumber } from '../../../shared/time/period.ts';
import { useAppState } from '../../state/main-process.ts';
import { showTimesheet } from '../../state/navigation.ts';
import { showDay, useShownTime } from '../../state/shown-time.ts';
import { useViewFocus } from '../../state/use-view-focus.ts';
import { useColumns } from '../../state/window-columns.ts';
import { DayGrid } from '../../ui/calendar.tsx';
import { inMonth, isInMonth } from '../../ui/calendar-month.ts';
import { classNames } from '../../ui/class-names.ts';
import { LoadError } from '../../ui/error-box.tsx';
import windowStyles from '../../ui/window.module.css';
import { DateButton } from './date-button.tsx';
import styles from './month.module.css';
import { showEntry } from './show-entry.ts';
import timeHeaderStyles from './time-header.module.css';
import { type MonthDay, useMonth } from './use-month.ts';
import { Bar, TimeViews, Turn } from './view-bar.tsx';

/** Names of missing days before they are only counted. */
const MAX_NAMED = 3;

export function Month() {
  const { day: today, weekStartsOn } = useAppState((state) => state.time);
  const day = useShownTime(({ shownDay }) => shownDay) ?? today;
  const isWide = useColumns() > 1;
  const { weeks, days, error, load, nameOf, point } = useMonth(day);
  const root = useViewFocus('timesheet', days !== null);
  const { calendar } = timePageMessages;
  const title = monthName(parseISO(day));
  const isShown = (one: string) => isInMonth(one, day);
  const sums = sumsOf(
    [...(days?.values() ?? [])].filter((one) => isShown(one.day)),
    today,
  );
  const most = Math.max(1, ...[...(days?.values() ?? [])].map(({ exact, target }) => Math.max(exact, target ?? 0)));
  const show = (to: string) => showDay(to >= today ? null : to);
  const openWeek = (first: string) => {
    showTimesheet();
    show(first);
  };
  const turn = <Turn kind="month" isLast={isInMonth(today, day)} onTurn={(by) => show(inMonth(day, by))} />;
  return (
    <section ref={root} className={styles.view} aria-label={title} tabIndex={-1}>
      <header className={timeHeaderStyles.header}>
        <h2>{title}</h2>
        <DateButton day={day} name={title} />
        {isWide && turn}
        <span className={timeHeaderStyles.end}>
          {isWide && sums.target > 0 ? (
            <span className="tabular-numbers muted">
              {calendar[isInMonth(today, day) ? 'ofTargetToday' : 'ofTarget']({
                time: hoursMinutes(sums.tracked),
                target: hoursMinutes(sums.target),
              })}
            </span>
          ) : (
            <span className={timeHeaderStyles.total}>{hoursMinutes(sums.tracked)}</span>
          )}
          {isWide && <TimeViews tab="timesheet" />}
        </span>
      </header>
      {!isWide && <Bar tab="timesheet">{turn}</Bar>}
      {error !== null && <LoadError error={error} onRetry={load} />}
      <div className={classNames(windowStyles.body, windowStyles.scroll)}>
        <DayGrid
          className={classNames(styles.month, isWide && styles.wide)}
          weeks={weeks.filter((week) => week.some(isShown))}
          at={day}
          day={day}
          today={today}
          weekStartsOn={weekStartsOn}
          max={today}
          dayClass={(one) =>
            isShown(one)
              ? classNames(styles.day, stateOf(days?.get(one)), one === today && styles.now)
              : classNames(styles.day, styles.outside)
          }
          nameOf={nameOf}
          onMove={show}
          onChoose={(one) => showEntry(null, one)}
          onPoint={point}
          lead={
            isWide && {
              title: calendar.week,
              of: ([first = day]) => <WeekLink first={first} today={today} onOpen={openWeek} />,
            }
          }
          tail={
            isWide && {
              title: calendar.sum,
              of: (week) => <WeekSum days={week.filter(isShown).flatMap((one) => days?.get(one) ?? [])} />,
            }
          }
        >
          {(one) => (
            <>
              <span className={styles.date}>{Number(one.slice(-2))}</span>
              {isShown(one) && <DayContent one={days?.get(one)} most={most} isWide={isWide} />}
            </>
          )}
        </DayGrid>
        {!isWide && days !== null && (
          <dl className={styles.facts}>
            {sums.target > 0 && (
              <>
                <dt>{isInMonth(today, day) ? calendar.targetToToday : timePageMessages.target}</dt>
                <dd>{hoursMinutes(sums.target)}</dd>
              </>
            )}
            {sums.missing.length > 0 && (
              <>
                <dt>{calendar.missingTitle}</dt>
                <dd className={styles.warn}>
                  {sums.missing.length > MAX_NAMED
                    ? calendar.missingDays({ count: sums.missing.length })
                    : list(sums.missing.map((one) => shortDay(`${one}T12:00`)))}
                </dd>
              </>
            )}
          </dl>
        )}
      </div>
    </section>
  );
}

/** `target`: of the days until today. */
function sumsOf(days: readonly MonthDay[], today: string) {
  return {
    tracked: days.reduce((sum, { exact }) => sum + exact, 0),
    target: days.reduce((sum, { day, target }) => sum + (day <= today ? (target ?? 0) : 0), 0),
    missing: days.filter(({ isMissing }) => isMissing).map(({ day }) => day),
  };
}

/** Days off are outlined. */
function stateOf(one: MonthDay | undefined): string | undefined {
  if (one?.isMissing) return styles.missing;
  return one !== undefined && !one.target && one.exact === 0 ? styles.off : undefined;
}

function DayContent({ one, most, isWide }: { one: MonthDay | undefined; most: number; isWide: boolean }) {
  const { calendar } = timePageMessages;
  if (one === undefined) return null;
  const { exact, target, isMissing, isHalf, dayOff } = one;
  if (isMissing)
    return (
      <span className={classNames(styles.text, styles.warn)}>
        {isWide ? calendar.missing : timePageMessages.noTime}
      </span>
    );
  if (exact === 0)
    return (
      dayOff !== null && (
        <span className={classNames(styles.text, 'truncate')}>{isWide ? dayOff : timesheetPageMessages.off}</span>
      )
    );
  return (
    <>
      {isWide && isHalf && <span className={classNames(styles.text, styles.half)}>{calendar.halfDay}</span>}
      <span className={classNames(styles.text, styles.time)}>{hoursMinutes(exact)}</span>
      <span className={styles.meter}>
        <i className={styles.tracked} style={{ height: `${(exact / most) * 100}%` }} />
        {target ? <i className={styles.target} style={{ bottom: `${(target / most) * 100}%` }} /> : null}
      </span>
    </>
  );
}

/** The number of a week, which opens its timesheet. */
function WeekLink({ first, today, onOpen }: { first: string; today: string; onOpen: (first: string) => void }) {
  return (
    <button
      type="button"
      className={styles.week}
      disabled={first > today}
      aria-label={`${timePageMessages.calendar.week} ${weekNumber(first)}`}
      onClick={() => onOpen(first)}
    >
      {weekNumber(first)}
    </button>
  );
}

function WeekSum({ days }: { days: readonly MonthDay[] }) {
  const tracked = days.reduce((sum, { exact }) => sum + exact, 0);
  const target = days.reduce((sum, one) => sum + (one.target ?? 0), 0);
  return (
    <span className={styles.weekSum}>
      <b>{tracked > 0 ? hoursMinutes(tracked) : timePageMessages.noTime}</b>
      {target > 0 && <small>{timePageMessages.calendar.of({ time: hoursMinutes(target) })}</small>}
    </span>
  );
}
