import { Kbd } from '../ui/kbd.tsx';
import { words } from '../words/en.ts';
import { leave } from './state.ts';

const text = words.quickAdd;
const control = navigator.platform.startsWith('Mac') ? text.keys.command : text.keys.ctrl;

/** What the keys do; each can be clicked as well. */
export function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className="ft">
      <button type="button" onClick={() => onCreate(false)}>
        <Kbd>{text.keys.enter}</Kbd>
        {count === 1 ? text.create : text.createMany(count)}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <Kbd>{control}</Kbd>
          <Kbd>{text.keys.enter}</Kbd>
          {text.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <Kbd>{text.keys.shift}</Kbd>
          <Kbd>{text.keys.enter}</Kbd>
          {text.newLine}
        </span>
      )}
      <button type="button" className="end" onClick={() => void leave()}>
        <Kbd>{text.keys.esc}</Kbd>
        {text.close}
      </button>
    </footer>
  );
}
