/**
 * `npm run histories [-- --runs 200000]`: runs many more random histories than the suite. HISTORY_SEED and HISTORY_PATH, which a
 * failure prints, repeat one.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript, StopError } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '200000' } } });
  if (!/^\d{1,9}$/.test(values.runs)) throw new StopError(`--runs takes a whole number, not “${values.runs}”.`);
  const runtime = await findElectron();
  console.info(describe(runtime));
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--config',
    'build/vitest.config.ts',
    '--project',
    'unit',
    'time/histories',
    '--maxWorkers=2',
  ];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', HISTORY_RUNS: values.runs };
  return runInTerminal(runtime.executable, args, env);
});
