/**
 * `npm run crash-test -- --kills 100 --seed N`: kills the real app at random moments while entries are made and the network
 * fails. The last line gives the number of lost and doubled entries; the exit code is 0 only if both are 0.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } } });
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
  for (const [name, value] of Object.entries({ kills: values.kills, seed })) {
    if (!/^\d{1,9}$/.test(value)) throw new StopError(`--${name} takes a whole number, not “${value}”.`);
  }
  console.info(`seed ${seed} (again: npm run crash-test -- --kills ${values.kills} --seed ${seed})`);
  const runtime = await findElectron();
  console.info(describe(runtime));
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  await buildApp();
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  const runIt = process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(runtime.executable, [join(root, 'test', 'crash', 'crash-test.ts'), values.kills, seed], env);
});
