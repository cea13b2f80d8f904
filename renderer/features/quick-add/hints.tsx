import { messages } from '../../../shared/i18n/window-messages.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { setText } from './state.ts';

/** What can be typed beside a title, while nothing is; a click begins with it. */
export function Hints() {
  return (
    <ul className="hints" aria-label={messages.quickAdd.hintsLabel}>
      {messages.quickAdd.hints.map(({ sign, means }) => (
        <li key={sign}>
          <button type="button" onClick={() => setText(sign, sign.length)}>
            <Kbd>{sign}</Kbd>
            {means}
          </button>
        </li>
      ))}
      <li>{messages.quickAdd.hintOfDates}</li>
    </ul>
  );
}
