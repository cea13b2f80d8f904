/**
 * Runs work that no caller waits for, such as timers and power events. An error, such as a full disk, is reported and the app
 * continues.
 */

/** Runs the work; never throws. */
export type RunInBackground = (work: () => void) => void;

/** The same error is not reported again within this time (ms). */
export const REPEAT_ERROR_AFTER_MS = 600_000;

/** `wordsOf` returns the text of an error. */
export function createRunInBackground(
  now: () => number,
  wordsOf: (error: unknown) => string,
  say: (words: string) => void,
): RunInBackground {
  let said = '';
  let saidAt = Number.NEGATIVE_INFINITY;
  return (work) => {
    try {
      work();
    } catch (error) {
      const words = wordsOf(error);
      if (words === said && now() - saidAt < REPEAT_ERROR_AFTER_MS) return;
      [said, saidAt] = [words, now()];
      // The error itself, because its text is translated and may contain personal data.
      console.error('Background work failed:', error);
      say(words);
    }
  };
}
