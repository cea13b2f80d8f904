/**
 * `npm run hostile -- --seed N --minutes M [--runs K] [--apps L]`: works against misbehaving servers while the program is killed,
 * clocks are set, disks are full and files are damaged; then audits all sides (test/hostile/audit.ts has the rules). K runs in
 * simulated time come first, within half of M minutes, then L runs of the whole app. The exit code is 0 only if nothing was lost, doubled
 * or mixed up between servers or people, and every start ended in a window or a message.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkWholeNumbers, onNode, randomSeed, runWithApp } from './app-scripts.mjs';
import { chooseElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      runs: { type: 'string', default: '1000' },
      apps: { type: 'string', default: '40' },
    },
  });
  const given = { ...values, seed: values.seed ?? randomSeed() };
  checkWholeNumbers(given);
  const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
  console.info(`seed ${given.seed} (again: npm run hostile -- --seed ${given.seed})`);
  if (options.apps !== 0) return runWithApp('hostile/main.ts', [JSON.stringify(options)]);
  const { executable } = await chooseElectron();
  const command = [join(root, 'test', 'hostile', 'main.ts'), JSON.stringify(options)];
  return runInTerminal(executable, command, onNode(executable));
});
