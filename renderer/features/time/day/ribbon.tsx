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
  return (
    <DayButtons
      week={week}
      shown={shown}
      className={styles.ribbon}
      dayClass={({ day }) => classNames(styles.day, day === today && styles.today)}
      nameOf={({ day, exact, target, dayOff }, date) => {
        const time = hoursMinutes(exact);
        if (!isWorkingDay(day, rules)) return timePageMessages.dayOff({ day: date, time, name: dayOff });
        if (target === null) return timePageMessages.bar({ day: date, time });
        return timePageMessages.dayOfTarget({ day: date, time, target: hoursMinutes(target) });
      }}
    >
      {({ day, exact, target, dayOff }) => (
        <span aria-hidden="true" title={dayOff ?? undefined}>
          {shortWeekday(dayBounds(day).from)}
          <span className={styles.value}>{exact > 0 ? hoursMinutes(exact) : timePageMessages.noTime}</span>
          {isWorkingDay(day, rules) ? (
            target !== null && (
              <i className={styles.meter}>
                <i style={{ width: `${Math.min(100, (exact / target) * 100)}%` }} />
              </i>
            )
          ) : (
            <i className={styles.off} />
          )}
        </span>
      )}
    </DayButtons>
  );
}
