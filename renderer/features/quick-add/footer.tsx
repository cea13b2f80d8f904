import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import styles from './footer.module.css';
import { leave } from './state.ts';

const control = (): string =>
  navigator.platform.startsWith('Mac') ? quickAddPageMessages.keys.command : quickAddPageMessages.keys.ctrl;

/** Key hints that also work as buttons. */
export function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className={styles.footer}>
      <button type="button" onClick={() => onCreate(false)}>
        <kbd>{quickAddPageMessages.keys.enter}</kbd>
        {count === 1 ? quickAddPageMessages.create : quickAddPageMessages.createMany({ count })}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <kbd>{control()}</kbd>
          <kbd>{quickAddPageMessages.keys.enter}</kbd>
          {quickAddPageMessages.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <kbd>{quickAddPageMessages.keys.shift}</kbd>
          <kbd>{quickAddPageMessages.keys.enter}</kbd>
          {quickAddPageMessages.newLine}
        </span>
      )}
      <button type="button" className={styles.end} onClick={() => void leave()}>
        <kbd>{quickAddPageMessages.keys.esc}</kbd>
        {quickAddPageMessages.close}
      </button>
    </footer>
  );
}
