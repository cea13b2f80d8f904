import { messages } from '../../shared/i18n/window-messages.ts';
import './unread-mark.css';

/** Beside a task about which notifications are unread; its name for screen readers is part of the task's. */
export const UnreadMark = () => <span className="unread-mark" title={messages.tasks.unread} aria-hidden="true" />;
