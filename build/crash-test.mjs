/**
 * `npm run crash-test -- --kills 100 --seed N`: kills the real app at random moments while entries are made and the network
 * fails. The last line gives the number of lost and doubled entries; the exit code is 0 only if both are 0.
 */
import { parseArgs } from 'node:util';
import { checkWholeNumbers, randomSeed, runWithApp } from './app-scripts.mjs';
import { runScript } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } } });
  const { kills, seed = randomSeed() } = values;
  checkWholeNumbers({ kills, seed });
  console.info(`seed ${seed} (again: npm run crash-test -- --kills ${kills} --seed ${seed})`);
  return runWithApp('crash/crash-test.ts', [kills, seed]);
});
