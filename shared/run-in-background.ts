/**
 * What runs with nobody waiting for its answer: a timer, a power event, the end of the app. What goes wrong there, as on a full
 * disk, is said, and the app goes on.
 */

/** Runs the work; never throws. */
export type RunInBackground = (work: () => void) => void;

/** The same is not said again so soon (ms). */
export const REPEAT_ERROR_AFTER_MS = 600_000;

/** `wordsOf`: a failure as people read it. */
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
      // Not its words: they are the person's language, and may name what it is about.
      console.error('unattended:', error);
      say(words);
    }
  };
}
