import type { WeekTotals } from '../../../../shared/contract/index.ts';
import { shortWeekday } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { useAppState } from '../../../app/state/store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DayButtons } from '../day-buttons.tsx';
import { weekView } from '../week.ts';
import styles from './ribbon.module.css';

const HOUR_MS = 3_600_000;

/** The target of a day (ms); 0 for a day off. */
function targetOf(day: string): number {
  const weekday = new Date(dayBounds(day).from).getDay();
  return weekday === 0 || weekday === 6 ? 0 : 8 * HOUR_MS;
}

/** The week of the shown day: each day's total towards its target, and the way to another day. */
export function Ribbon({ shown, week, now }: { shown: string; week: WeekTotals; now: number }) {
  const running = useAppState((state) => state.time.running);
  const today = useAppState((state) => state.time.day);
  const days = weekView(week, running, now).days.map(({ day, ms }) => ({ day, ms, target: targetOf(day) }));
  return (
    <DayButtons
      days={days}
      shown={shown}
      today={today}
      className={styles.ribbon}
      isWeek
      dayClass={({ day }) => classNames(styles.day, day === today && styles.today)}
      nameOf={({ ms, target }, day) => {
        if (target === 0) return timePageMessages.dayOff({ day, time: hoursMinutes(ms) });
        return timePageMessages.dayOfTarget({ day, time: hoursMinutes(ms), target: hoursMinutes(target) });
      }}
    >
      {({ day, ms, target }) => (
        <span aria-hidden="true">
          {shortWeekday(dayBounds(day).from)}
          <span className={styles.value}>{ms > 0 ? hoursMinutes(ms) : timePageMessages.noTime}</span>
          {target === 0 ? (
            <i className={styles.off} />
          ) : (
            <i className={styles.meter}>
              <i style={{ width: `${Math.min(100, (ms / target) * 100)}%` }} />
            </i>
          )}
        </span>
      )}
    </DayButtons>
  );
}
