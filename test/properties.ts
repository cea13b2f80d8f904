/**
 * How often property tests run. `npm test` runs a few cases, which follow from a fixed seed, so that a failure repeats on any machine.
 * `npm run histories` runs far more, with a seed of its own.
 */
import fc from 'fast-check';

const { HISTORY_RUNS = '200', HISTORY_SEED = '13' } = process.env;

/** Random histories of the outbox. */
export const HISTORIES = Number(HISTORY_RUNS);
export const SEED = Number(HISTORY_SEED);

/** How many cases of a property to run: `few` in `npm test`, ten times as many with 10,000 histories. */
export const cases = (few: number): number => Math.ceil(few * Math.max(1, HISTORIES / 1_000));

fc.configureGlobal({ seed: SEED, numRuns: cases(40) });
