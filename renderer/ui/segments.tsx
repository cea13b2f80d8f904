import { RadioGroup, type RadioGroupProps } from './radio-group.tsx';
import styles from './segments.module.css';

/** A segmented control for two or three views. */
export function Segments<V extends string>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className={styles.segments} />;
}
