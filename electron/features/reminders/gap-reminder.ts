/** Asks at an hour that the person sets to go through the day's gaps. A day that was missed is not asked about later. Instants in ms. */
import { addDays, startOfDay } from 'date-fns';
import { timeOn } from '../../../shared/dates/calendar-day.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { localDay, type Span, total } from '../../../shared/time/day.ts';
import { createAlarm } from '../../store/alarm.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { isQuiet, type QuietOptions } from './quiet.ts';

export const GAPS_NOTIFICATION = 'gaps';

export interface GapReminderOptions extends QuietOptions {
  notifications: Pick<Notifications, 'show' | 'isInhibited'>;
  /** Of today until now; none on a day off. */
  gaps: () => readonly Span[];
  /** Shows the gaps of a local day in the window; null: of today. */
  review: (day: string | null) => void;
}

export function createGapReminder(context: FeatureContext, options: GapReminderOptions) {
  const { settings, now, runInBackground } = context;
  const alarm = createAlarm(now, () => runInBackground(ring));
  let at = Number.POSITIVE_INFINITY;

  /** For the next time that the clock shows the hour. */
  function arm(): void {
    const { reviewGapsAt } = settings.read();
    if (reviewGapsAt === null) {
      alarm.stop();
      return;
    }
    const today = startOfDay(now());
    const first = timeOn(today, reviewGapsAt);
    at = first > now() ? first : timeOn(addDays(today, 1), reviewGapsAt);
    alarm.set(at);
  }

  async function ring(): Promise<void> {
    const due = at;
    arm();
    const gaps = options.gaps();
    // The computer may have been asleep until the next day.
    const day = localDay(due);
    if (gaps.length === 0 || day !== localDay(now()) || (await isQuiet(context, options))) return;
    const { title, body } = messages.reviewGaps;
    await options.notifications.show(
      {
        id: GAPS_NOTIFICATION,
        title: title({ count: gaps.length }),
        body: body({ duration: hoursMinutes(total(gaps)) }),
        actions: [],
      },
      // It may be clicked the next morning.
      { onAction: () => options.review(day === localDay(now()) ? null : day) },
    );
  }

  const part: AccountPart = {
    load: arm,
    start: nothing,
    // An hour that has passed meanwhile rings; otherwise it may be another instant now.
    clockChanged: () => (at > now() ? arm() : alarm.check()),
    transfer: nothing,
    stop: alarm.stop,
  };
  return { part, settingsChanged: arm };
}
