/** Ten kills at random moments; `npm run crash-test -- --kills 100` does more. */
import { expect, test } from 'vitest';
import { runCrashes, summary } from '../crash/crash-run.ts';

test('Ten kills lose and double nothing, and the database stays intact', async () => {
  const seed = Number(process.env.CRASH_SEED ?? 20261124);
  const lines: string[] = [];
  const result = await runCrashes({ kills: 10, seed, losesWrites: false, log: (line) => lines.push(line) });
  const story = [`CRASH_SEED=${seed}`, ...lines, ...result.lost, ...result.doubled].join('\n');
  expect(summary(result), story).toBe(`kills 10, entries ${result.entries}, lost 0, doubled 0, integrity ok`);
});
