import { Icon } from './icon.tsx';
import { SpinIcon } from './icons.ts';
import styles from './spinner.module.css';

/** Does not turn if the system asks for reduced motion. Hidden from screen readers, because it always stands next to text. */
export function Spinner() {
  return <Icon of={SpinIcon} className={styles.spinner} />;
}
