import { Kbd } from '../ui/kbd.tsx';
import { words } from '../words/en.ts';
import { setText } from './state.ts';

const text = words.quickAdd;

/** What can be typed beside a title, while nothing is; a click begins with it. */
export function Hints() {
  return (
    <ul className="hints" aria-label={text.hintsLabel}>
      {text.hints.map(({ sign, means }) => (
        <li key={sign}>
          <button type="button" onClick={() => setText(sign, sign.length)}>
            <Kbd>{sign}</Kbd>
            {means}
          </button>
        </li>
      ))}
      <li>{text.hintOfDates}</li>
    </ul>
  );
}
