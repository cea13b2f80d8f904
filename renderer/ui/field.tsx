import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import inputStyles from './input.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  hint?: string;
  /** For a field under a heading that says the same. */
  isLabelHidden?: boolean;
  /** Why the value is invalid. */
  error?: string | null;
  /** A button at the right, inside the field. */
  action?: ReactNode;
  ref?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
}

export function Field({ label, isLabelHidden = false, hint, error = null, action, onChange, ...native }: Props) {
  const id = useId();
  const errorId = `${id}-description`;
  const description = error ?? hint;
  return (
    <div className={error === null ? styles.field : classNames(styles.field, styles.invalid)}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          id={id}
          className="plain-input"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={description === undefined ? undefined : errorId}
          {...native}
          onChange={(event) => onChange(event.target.value)}
        />
        {action}
      </div>
      {description !== undefined && (
        <p id={errorId} {...(error === null ? {} : { role: 'alert' })}>
          {description}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A text area that grows with its content. */
export function TextArea({ label, value, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={inputStyles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
