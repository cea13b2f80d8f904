import { useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import settingRowStyles from './setting-row.module.css';
import { TextInput } from './text-input.tsx';
import styles from './typed-field.module.css';

interface Props<V> {
  label: string;
  /** The accessible name, where the label alone is not enough. */
  name?: string;
  description?: string;
  /** The present value as text. */
  text: string;
  /** The parsed text, or why it is invalid. */
  read: (text: string) => { value: V } | { wrong: string };
  /** Called with a new value. */
  onChange: (value: V) => void;
  maxLength?: number;
  /** A time of day, which is shown in the middle of a narrower field. */
  isTime?: boolean;
  /** In a line of its own, for longer texts. */
  isWide?: boolean;
}

/** A value that is typed, saved on blur or Enter. */
export function TypedField<V>(props: Props<V>) {
  const { label, name, description, text, read, onChange, maxLength = 14, isTime = false, isWide = false } = props;
  const [draft, setDraft] = useState(text);
  const [wrong, setWrong] = useState<string | null>(null);
  const [shown, setShown] = useState(text);
  const saved = useRef<string | null>(null);
  const id = useId();
  if (shown !== text) {
    setShown(text);
    setDraft(text);
  }
  const save = () => {
    const typed = read(draft);
    setWrong('wrong' in typed ? typed.wrong : null);
    // Enter is followed by leaving the field.
    if (!('value' in typed) || draft === saved.current || draft === text) return;
    saved.current = draft;
    onChange(typed.value);
  };
  return (
    <div className={classNames(settingRowStyles.row, styles.row)}>
      <div className={settingRowStyles.name}>
        <label htmlFor={id}>{label}</label>
        <small id={`${id}-description`} className={wrong === null ? undefined : styles.wrong} role="status">
          {wrong ?? description}
        </small>
      </div>
      <TextInput
        id={id}
        className={isTime ? styles.time : isWide ? styles.wide : styles.field}
        label={name}
        isWrong={wrong !== null}
        aria-describedby={`${id}-description`}
        maxLength={maxLength}
        value={draft}
        onChange={(typed) => {
          saved.current = null;
          setDraft(typed);
          setWrong(null);
        }}
        selects
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </div>
  );
}
