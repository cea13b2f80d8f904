import { weekStart } from '../../../shared/dates/week-start.ts';
import { clockOfTime } from '../../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { timerFormsMessages } from '../../../shared/i18n/generated/timer-forms.ts';
import { dayName, shortDayName, weekOrder } from '../../../shared/i18n/weekdays.ts';
import { timeOfDay } from '../../../shared/time/typed-time.ts';
import { TypedField } from '../../ui/typed-field.tsx';
import { PairFields } from './pair-fields.tsx';

interface Props {
  /** `HH:mm` */
  from: string;
  to: string;
  /** Parses the typed times; null if they are invalid. */
  read: (from: string, to: string) => Hours | null;
  invalidText: string;
  onChange: (hours: Hours) => void;
}

interface Hours {
  from: string;
  to: string;
}

/** A time range, saved on blur or Enter. */
export function HoursFields({ from, to, read, invalidText, onChange }: Props) {
  return (
    <PairFields
      name={settingsPageMessages.remindBetween}
      labels={[settingsPageMessages.remindFrom, settingsPageMessages.remindTo]}
      texts={[clockOfTime(from), clockOfTime(to)]}
      separator="–"
      maxLength={12}
      isWrong={(texts) => {
        const isWrong = read(...texts) === null;
        return [isWrong, isWrong];
      }}
      wrongText={invalidText}
      onLeave={(texts) => {
        const hours = read(...texts);
        if (hours !== null && (hours.from !== from || hours.to !== to)) onChange(hours);
      }}
    />
  );
}

interface TimeFieldProps {
  label: string;
  description?: string;
  /** `HH:mm` */
  time: string;
  onChange: (time: string) => void;
}

/** A time of day. */
export function TimeField({ time, onChange, ...texts }: TimeFieldProps) {
  return (
    <TypedField
      {...texts}
      text={clockOfTime(time)}
      read={(text) => {
        const value = readTime(text);
        return value === null ? { wrong: timerFormsMessages.notATime } : { value };
      }}
      maxLength={12}
      isTime
      onChange={(typed) => typed !== time && onChange(typed)}
    />
  );
}

/** Weekday options in the order of the user's locale. */
export const FIRST_DAY = weekStart(navigator.language);

export const weekDays = () =>
  weekOrder(FIRST_DAY).map((value) => ({
    value,
    label: shortDayName(value),
    long: dayName(value),
  }));

/** A range within one day: the first time must be earlier. */
export function readHours(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

/** A range that may end on the next day; the times must differ. */
export function readNight(from: string, to: string): Hours | null {
  const [first, last] = [readTime(from), readTime(to)];
  return first !== null && last !== null && first !== last ? { from: first, to: last } : null;
}

export function readTime(text: string): string | null {
  const time = timeOfDay(text);
  return time && `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}
