import { Icon } from './icon.tsx';
import { SpinIcon } from './icons.ts';
import styles from './spinner.module.css';

/** Turns, except where the system asks for no motion; the words next to it say what is going on. */
export function Spinner() {
  return <Icon of={SpinIcon} className={styles.spinner} />;
}
