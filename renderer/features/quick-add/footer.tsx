import { messages } from '../../../shared/i18n/generated/window.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './footer.module.css';
import { leave } from './state.ts';

const control = (): string =>
  navigator.platform.startsWith('Mac') ? messages.quickAdd.keys.command : messages.quickAdd.keys.ctrl;

/** Key hints that also work as buttons. */
export function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className={styles.footer}>
      <button type="button" onClick={() => onCreate(false)}>
        <Kbd>{messages.quickAdd.keys.enter}</Kbd>
        {count === 1 ? messages.quickAdd.create : messages.quickAdd.createMany({ count })}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <Kbd>{control()}</Kbd>
          <Kbd>{messages.quickAdd.keys.enter}</Kbd>
          {messages.quickAdd.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <Kbd>{messages.quickAdd.keys.shift}</Kbd>
          <Kbd>{messages.quickAdd.keys.enter}</Kbd>
          {messages.quickAdd.newLine}
        </span>
      )}
      <button type="button" className={styles.end} onClick={() => void leave()}>
        <Kbd>{messages.quickAdd.keys.esc}</Kbd>
        {messages.quickAdd.close}
      </button>
    </footer>
  );
}
