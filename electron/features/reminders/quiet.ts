/** For notifications that are not about due dates: reminders wait for the end of a quiet time (reminders.ts), these are left out. */
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { quietUntil } from '../../../shared/reminders/quiet-hours.ts';
import type { FeatureContext } from '../context.ts';

export interface QuietOptions {
  notifications: Pick<Notifications, 'isInhibited'>;
  /** The end of the reminders' pause; null if there is none. */
  pausedUntil: () => string | null;
}

/** In quiet hours, while reminders are paused, and while the desktop's do-not-disturb is on. */
export async function isQuiet(
  { settings, now }: Pick<FeatureContext, 'settings' | 'now'>,
  { notifications, pausedUntil }: QuietOptions,
): Promise<boolean> {
  const { quiet, respectDoNotDisturb } = settings.read().reminders;
  if (quietUntil(quiet, now()) > now() || pausedUntil() !== null) return true;
  return respectDoNotDisturb && (await notifications.isInhibited());
}
