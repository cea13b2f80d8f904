import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import styles from './segments.module.css';

/** Two or three views of the same thing, side by side. */
export function Segments<V extends string>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className={styles.segments} />;
}
