/**
 * `npm run soak -- --minutes 30 [--seed N]`: runs the real app against a misbehaving server. Prints memory, handles and rows over time;
 * the exit code is 0 only if none of them grew and every write was sent in the end. Linux.
 */
import { parseArgs } from 'node:util';
import { checkWholeNumbers, randomSeed, runWithApp } from './app-scripts.mjs';
import { runScript, StopError } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } } });
  const { minutes, seed = randomSeed() } = values;
  if (!(Number(minutes) >= 2)) throw new StopError('--minutes takes a number, at least 2.');
  checkWholeNumbers({ seed });
  if (process.platform !== 'linux') throw new StopError('What processes hold is read from /proc: Linux only.');
  console.info(`seed ${seed} (again: npm run soak -- --minutes ${minutes} --seed ${seed})`);
  return runWithApp('soak/soak.ts', [minutes, seed]);
});
