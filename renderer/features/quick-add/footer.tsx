import { words } from '../../../shared/i18n/window-messages.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { leave } from './state.ts';

const control = (): string =>
  navigator.platform.startsWith('Mac') ? words.quickAdd.keys.command : words.quickAdd.keys.ctrl;

/** What the keys do; each can be clicked as well. */
export function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className="ft">
      <button type="button" onClick={() => onCreate(false)}>
        <Kbd>{words.quickAdd.keys.enter}</Kbd>
        {count === 1 ? words.quickAdd.create : words.quickAdd.createMany(count)}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <Kbd>{control()}</Kbd>
          <Kbd>{words.quickAdd.keys.enter}</Kbd>
          {words.quickAdd.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <Kbd>{words.quickAdd.keys.shift}</Kbd>
          <Kbd>{words.quickAdd.keys.enter}</Kbd>
          {words.quickAdd.newLine}
        </span>
      )}
      <button type="button" className="end" onClick={() => void leave()}>
        <Kbd>{words.quickAdd.keys.esc}</Kbd>
        {words.quickAdd.close}
      </button>
    </footer>
  );
}
