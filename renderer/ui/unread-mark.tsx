import { messages } from '../../shared/i18n/generated/window.ts';
import { classNames } from './class-names.ts';
import styles from './unread-mark.module.css';

/** Marks a task with unread notifications. Hidden from screen readers, because the task's name contains it. */
export function UnreadMark({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.mark, className)} title={messages.tasks.unread} aria-hidden="true" />;
}
