/**
 * Runs HISTORY_RUNS histories (1,000 by default; the build machine runs more, .ci/run), half of them in each of two test files, so
 * that they run on two processors. A failure reports HISTORY_SEED and HISTORY_PATH to replay its history.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, examples } from './history.ts';

const SHARDS = 2;

export function checkHistories(shard: number): void {
  const { HISTORY_RUNS = '1000', HISTORY_SEED, HISTORY_PATH } = process.env;
  const runs = Math.ceil(Number(HISTORY_RUNS) / SHARDS);
  // A given seed is replayed in one of the two files only.
  const seed = HISTORY_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) + shard : Number(HISTORY_SEED);
  const isReplay = HISTORY_PATH !== undefined;
  test.skipIf(isReplay && shard > 0)(
    `nothing is lost or doubled in ${runs} histories`,
    {
      // Ten times the usual duration, for busy machines.
      timeout: 60_000 + runs * 200,
    },
    async () => {
      const result = await fc.check(anyHistory, {
        numRuns: runs,
        seed,
        examples,
        ...(isReplay && { path: HISTORY_PATH }),
      });
      const again = `HISTORY_SEED=${result.seed} HISTORY_PATH=${result.counterexamplePath} npm test -- --only-tests test/electron/features/time/histories`;
      const why = result.errorInstance instanceof Error ? result.errorInstance.stack : '';
      const report = result.failed ? `${fc.defaultReportMessage(result)}\n${why}\nAgain: ${again}` : '';
      expect(result.failed, report).toBe(false);
    },
  );
}
