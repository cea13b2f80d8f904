/** Checks of an entry’s times, in ms; closed-week.ts asks about closed weeks. */
import { HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import { AppError, ValidationError } from '../../../shared/errors/app-error.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { shownDuration } from '../../../shared/time/shown-times.ts';

/** A time counts as in the future only beyond this difference between two clocks. */
const CLOCK_SLACK_MS = 1_000;
/** The questions that the person has answered with yes. */
export interface Confirmed {
  /** An entry may be longer than twelve hours. */
  allowLong?: boolean | undefined;
  /** Entries of a closed week may change. */
  allowClosed?: boolean | undefined;
}

/** A longer entry needs confirmation: it is more often a forgotten timer than a day's work. */
export const LONG_ENTRY_MS = 12 * HOUR_MS;

export function checkNotFuture(time: number, now: number): void {
  if (time > now + CLOCK_SLACK_MS) {
    throw new ValidationError(messages.time.future);
  }
}

export function checkSpan(start: number, end: number, now: number, { allowLong = false }: Confirmed): void {
  checkNotFuture(start, now);
  checkNotFuture(end, now);
  if (end < start) {
    throw new ValidationError(messages.time.backwards);
  }
  if (end - start > LONG_ENTRY_MS && !allowLong) {
    const question = messages.time.long({ duration: hoursMinutes(shownDuration(start, end)) });
    throw new AppError({ kind: 'needs-confirmation', confirmedBy: 'allowLong', ...question });
  }
}
