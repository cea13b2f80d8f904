import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './footer.module.css';
import { leave } from './state.ts';

const control = (): string =>
  navigator.platform.startsWith('Mac') ? quickAddPageMessages.keys.command : quickAddPageMessages.keys.ctrl;

/** Key hints that also work as buttons. */
export function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className={styles.footer}>
      <button type="button" onClick={() => onCreate(false)}>
        <Kbd>{quickAddPageMessages.keys.enter}</Kbd>
        {count === 1 ? quickAddPageMessages.create : quickAddPageMessages.createMany({ count })}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <Kbd>{control()}</Kbd>
          <Kbd>{quickAddPageMessages.keys.enter}</Kbd>
          {quickAddPageMessages.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <Kbd>{quickAddPageMessages.keys.shift}</Kbd>
          <Kbd>{quickAddPageMessages.keys.enter}</Kbd>
          {quickAddPageMessages.newLine}
        </span>
      )}
      <button type="button" className={styles.end} onClick={() => void leave()}>
        <Kbd>{quickAddPageMessages.keys.esc}</Kbd>
        {quickAddPageMessages.close}
      </button>
    </footer>
  );
}
