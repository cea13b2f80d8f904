import { hoursMinutes, shortWeekday } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import type { Timesheet } from '../../../../shared/time/timesheet.ts';
import { isWorkingDay } from '../../../../shared/time/working-days.ts';
import { useAppState } from '../../../state/main-process.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DayButtons } from '../day-buttons.tsx';
import styles from './ribbon.module.css';

/** The week of the shown day: each day's total towards its target. A click shows that day. */
export function Ribbon({ shown, week }: { shown: string; week: Timesheet }) {
  const today = useAppState((state) => state.time.day);
  const rules = useAppState((state) => state.timeRules);
  const days = week.days.map(({ day, exact, target, dayOff }) => ({
    day,
    ms: exact,
    target,
    isOff: !isWorkingDay(day, rules),
    name: dayOff,
  }));
  return (
    <DayButtons
      days={days}
      shown={shown}
      today={today}
      className={styles.ribbon}
      dayClass={({ day }) => classNames(styles.day, day === today && styles.today)}
      nameOf={({ ms, target, isOff, name }, day) => {
        const time = hoursMinutes(ms);
        if (isOff) return timePageMessages.dayOff({ day, time, name });
        if (target === null) return timePageMessages.bar({ day, time });
        return timePageMessages.dayOfTarget({ day, time, target: hoursMinutes(target) });
      }}
    >
      {({ day, ms, target, isOff, name }) => (
        <span aria-hidden="true" title={name ?? undefined}>
          {shortWeekday(dayBounds(day).from)}
          <span className={styles.value}>{ms > 0 ? hoursMinutes(ms) : timePageMessages.noTime}</span>
          {isOff && <i className={styles.off} />}
          {!isOff && target !== null && (
            <i className={styles.meter}>
              <i style={{ width: `${Math.min(100, (ms / target) * 100)}%` }} />
            </i>
          )}
        </span>
      )}
    </DayButtons>
  );
}
