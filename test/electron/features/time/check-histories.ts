/**
 * Runs random histories (test/properties.ts), half of them in each of two test files, so that they run on two processors. A failure
 * reports HISTORY_SEED and HISTORY_PATH to replay its history.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HISTORIES, SEED } from '../../../properties.ts';
import { anyHistory, examples } from './history.ts';

const SHARDS = 2;

export function checkHistories(shard: number): void {
  const runs = Math.ceil(HISTORIES / SHARDS);
  const path = process.env.HISTORY_PATH;
  // A history is replayed in one of the two files only.
  test.skipIf(path !== undefined && shard > 0)(`nothing is lost or doubled in ${runs} histories`, async () => {
    const options = { numRuns: runs, seed: SEED + shard, examples, ...(path !== undefined && { path }) };
    const result = await fc.check(anyHistory, options);
    const again = `HISTORY_SEED=${result.seed} HISTORY_PATH=${result.counterexamplePath} npm test -- --only-tests test/electron/features/time/histories`;
    const why = result.errorInstance instanceof Error ? result.errorInstance.stack : '';
    const report = result.failed ? `${fc.defaultReportMessage(result)}\n${why}\nAgain: ${again}` : '';
    expect(result.failed, report).toBe(false);
  });
}
