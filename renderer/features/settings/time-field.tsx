import { useId, useState } from 'react';
import { clockOfTime } from '../../../shared/i18n/format-clock.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { readTime } from './hours.ts';
import styles from './settings.module.css';

interface Props {
  label: string;
  description: string;
  /** `HH:mm` */
  time: string;
  onChange: (time: string) => void;
}

/** A time of day, saved on blur or Enter. */
export function TimeField({ label, description, time, onChange }: Props) {
  const [draft, setDraft] = useState(clockOfTime(time));
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  const typed = readTime(draft);
  const isInvalid = isTouched && typed === null;
  const save = () => {
    setTouched(true);
    if (typed !== null && typed !== time) onChange(typed);
  };
  return (
    <div className={classNames(settingRowStyles.row, styles.hoursRow)}>
      <div className={classNames(settingRowStyles.name, styles.hoursName)}>
        <label htmlFor={id}>{label}</label>
        <small id={`${id}-description`} className={isInvalid ? styles.error : undefined} role="status">
          {isInvalid ? messages.timer.notATime : description}
        </small>
      </div>
      <input
        id={id}
        className={classNames(inputStyles.input, styles.hoursTime)}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-description`}
        autoComplete="off"
        maxLength={12}
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value);
          setTouched(false);
        }}
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </div>
  );
}
