import type { Notifications } from '../../../shared/reminders/notification.ts';
import { quietUntil } from '../../../shared/reminders/quiet-hours.ts';
import type { FeatureContext } from '../context.ts';

export interface QuietOptions {
  notifications: Pick<Notifications, 'isInhibited'>;
  /** The end of the reminders' pause; null if there is none. */
  pausedUntil: () => string | null;
}

/** Whether notifications that are not about due dates are left out now: when reminders wait. */
export async function isQuiet(
  { settings, now }: Pick<FeatureContext, 'settings' | 'now'>,
  { notifications, pausedUntil }: QuietOptions,
): Promise<boolean> {
  const { quiet, respectDoNotDisturb } = settings.read().reminders;
  if (quietUntil(quiet, now()) > now() || pausedUntil() !== null) return true;
  return respectDoNotDisturb && (await notifications.isInhibited());
}
