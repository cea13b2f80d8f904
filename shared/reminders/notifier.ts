/** What shows notifications, whatever the desktop. */
import type { NotificationContent, NotificationEvents } from './notification.ts';

export interface Notifications {
  /** Shows it, in the place of one with the same id. False where the desktop could not. Never rejects. */
  show(notice: NotificationContent, events: NotificationEvents): Promise<boolean>;
  close(noticeId: string): void;
  /**
   * Does the desktop ask for silence? KDE tells (`Inhibited`). GNOME, macOS and Windows do not without a native module; they
   * put what comes meanwhile into their own list, without a banner or a sound.
   */
  isInhibited(): Promise<boolean>;
  /** Does this desktop show buttons, as far as is known? */
  hasButtons(): Promise<boolean>;
  stop(): void;
}
