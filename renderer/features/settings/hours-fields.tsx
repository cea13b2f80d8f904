import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { PairFields } from './pair-fields.tsx';

interface Props {
  /** `HH:mm` */
  from: string;
  to: string;
  /** Parses the typed times; null if they are invalid. */
  read: (from: string, to: string) => Hours | null;
  /** Error message for invalid times. */
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
