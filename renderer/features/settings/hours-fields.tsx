import { useId, useState } from 'react';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import styles from './settings.module.css';

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
  const [draft, setDraft] = useState({ from: clockOfTime(from), to: clockOfTime(to) });
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  const hours = read(draft.from, draft.to);
  const isInvalid = isTouched && hours === null;
  const save = () => {
    setTouched(true);
    if (hours !== null && (hours.from !== from || hours.to !== to)) onChange(hours);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <input
      className={classNames(inputStyles.input, styles.hoursTime)}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={`${id}-description`}
      autoComplete="off"
      maxLength={12}
      value={draft[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value });
        setTouched(false);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
  return (
    <div className={classNames(settingRowStyles.row, styles.hoursRow)}>
      <div className={classNames(settingRowStyles.name, styles.hoursName)}>
        {settingsPageMessages.remindBetween}
        <small id={`${id}-description`} className={styles.error} role="status">
          {isInvalid && invalidText}
        </small>
      </div>
      <div className={styles.hoursPair}>
        {field('from', settingsPageMessages.remindFrom)}
        <span aria-hidden="true">–</span>
        {field('to', settingsPageMessages.remindTo)}
      </div>
    </div>
  );
}
