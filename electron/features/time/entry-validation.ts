/** What is refused of any time entry, in words. All times in ms. */
import { ProblemError } from '../../../shared/errors/app-error.ts';

import type { Said } from '../../../shared/errors/error-message.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { words } from '../../../shared/i18n/main-messages.ts';

/** Somebody's clock and ours may differ by this without a time counting as in the future. */
const CLOCK_SLACK_MS = 1_000;
/** A longer entry is asked about: it is more often a forgotten timer than a day's work. */
export const LONG_MS = 12 * 3_600_000;

export function invalid(said: Said): ProblemError {
  return new ProblemError({ kind: 'invalid', ...said });
}

export function checkNotFuture(time: number, now: number): void {
  if (time > now + CLOCK_SLACK_MS) {
    throw invalid(words.time.future);
  }
}

/** `isLongMeant`: the person was asked, and means it. */
export function checkSpan(start: number, end: number, now: number, isLongMeant: boolean): void {
  checkNotFuture(start, now);
  checkNotFuture(end, now);
  if (end < start) {
    throw invalid(words.time.backwards);
  }
  if (end - start > LONG_MS && !isLongMeant) {
    throw new ProblemError({ kind: 'needs-confirmation', ...words.time.long(hoursMinutes(end - start)) });
  }
}
