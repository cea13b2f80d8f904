/** What is refused of any time entry, in words. All times in ms. */
import { hoursMinutes } from '../words/en.ts';
import { ProblemError } from '../words/problems.ts';

/** Somebody's clock and ours may differ by this without a time counting as in the future. */
const CLOCK_SLACK_MS = 1_000;
/** A longer entry is asked about: it is more often a forgotten timer than a day's work. */
export const LONG_MS = 12 * 3_600_000;

export function invalid(title: string, what: string, todo: string): ProblemError {
  return new ProblemError({ kind: 'invalid', title, what, todo });
}

export function checkNotFuture(time: number, now: number): void {
  if (time > now + CLOCK_SLACK_MS) {
    throw invalid('That time is in the future', 'An entry holds time that has passed.', 'Choose an earlier time.');
  }
}

/** `isLongMeant`: the person was asked, and means it. */
export function checkSpan(start: number, end: number, now: number, isLongMeant: boolean): void {
  checkNotFuture(start, now);
  checkNotFuture(end, now);
  if (end < start) {
    throw invalid('It would end before it starts', 'Nothing was changed.', 'Choose a later end or an earlier start.');
  }
  if (end - start > LONG_MS && !isLongMeant) {
    throw new ProblemError({
      kind: 'needs-confirmation',
      title: `Really ${hoursMinutes(end - start)} hours?`,
      what: 'That is more than twelve hours in one entry.',
      todo: 'Confirm it, or correct the times.',
    });
  }
}
