import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './input.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** The accessible name, where there is no `<label>`. */
  label?: string | undefined;
  isWrong?: boolean | undefined;
  /** The focus selects the text. */
  selects?: boolean;
  onChange: (text: string) => void;
}

/** A field without a visible label of its own, for times, names and the like. */
export const TextInput = ({ label, isWrong, selects = false, className, onChange, ...native }: Props) => (
  <input
    autoComplete="off"
    {...(selects && { onFocus: (event) => event.target.select() })}
    {...native}
    className={classNames(styles.input, className)}
    aria-label={label}
    aria-invalid={isWrong}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** A day of any year that the service takes, `YYYY-MM-DD`. */
export const DateInput = (props: Omit<Props, 'type'>) => (
  <TextInput min="1970-01-01" max="2199-12-31" {...props} type="date" />
);
