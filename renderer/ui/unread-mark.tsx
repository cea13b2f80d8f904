import { messages } from '../../shared/i18n/window-messages.ts';
import { classNames } from './class-names.ts';
import styles from './unread-mark.module.css';

/** Beside a task about which notifications are unread; its name for screen readers is part of the task's. */
export function UnreadMark({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.mark, className)} title={messages.tasks.unread} aria-hidden="true" />;
}
