import { messages } from '../../../shared/i18n/generated/window.ts';
import { Kbd } from '../../ui/kbd.tsx';
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
    <ul className={styles.hints} aria-label={messages.quickAdd.hintsLabel}>
      {SIGNS.map(([sign, name]) => (
        <li key={sign}>
          <button type="button" onClick={() => setText(sign, sign.length)}>
            <Kbd>{sign}</Kbd>
            {messages.quickAdd.hints[name]}
          </button>
        </li>
      ))}
      <li>{messages.quickAdd.hints.dates}</li>
    </ul>
  );
}
