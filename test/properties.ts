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

/** The first of the code points that are halves of a pair, and their number. */
const [HALVES, HALVES_COUNT] = [0xd800, 0x800];
/**
 * Any character: the same as the unit 'binary' of fast-check, which keeps a list of all million of them to find out which one a text is
 * (0.7 s, 100 MB).
 */
export const anyCharacter = fc.nat(0x10_ffff - HALVES_COUNT).map(
  (index) => String.fromCodePoint(index < HALVES ? index : index + HALVES_COUNT),
  (text) => {
    const code =
      typeof text === 'string' && /^.$/su.test(text) && text.isWellFormed() ? text.codePointAt(0) : undefined;
    if (code === undefined) throw new Error('No character');
    return code < HALVES ? code : code - HALVES_COUNT;
  },
);
