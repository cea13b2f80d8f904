import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import styles from './hints.module.css';
import { setText } from './state.ts';

/** The characters that start each token. */
const SIGNS = [
  ['#', 'project'],
  ['+', 'label'],
  ['@', 'person'],
  ['!', 'priority'],
  ['>', 'column'],
  ['//', 'description'],
] as const;

/** Syntax hints for an empty line; a click inserts the character. */
export function Hints() {
  return (
    <ul className={styles.hints} aria-label={quickAddPageMessages.hintsLabel}>
      {SIGNS.map(([sign, name]) => (
        <li key={sign}>
          <button type="button" onClick={() => setText(sign, sign.length)}>
            <kbd>{sign}</kbd>
            {quickAddPageMessages.hints[name]}
          </button>
        </li>
      ))}
      <li>{quickAddPageMessages.hints.dates}</li>
    </ul>
  );
}
