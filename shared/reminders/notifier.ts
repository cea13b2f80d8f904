/** The interface for notifications, independent of the desktop. */
import type { NotificationContent, NotificationEvents } from './notification.ts';

export interface Notifications {
  /** Shows a notification, replacing one with the same id. False if the desktop failed to. Never rejects. */
  show(content: NotificationContent, events: NotificationEvents): Promise<boolean>;
  close(id: string): void;
  /**
   * Whether do-not-disturb is on. KDE reports it (`Inhibited`). GNOME, macOS and Windows do not without a native module; they add
   * notifications to their list without banner or sound.
   */
  isInhibited(): Promise<boolean>;
  /** Whether this desktop shows buttons, as far as is known. */
  hasButtons(): Promise<boolean>;
  stop(): void;
}
