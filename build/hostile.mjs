/**
 * `npm run hostile -- --seed N --minutes M [--runs K] [--apps L]`: works against misbehaving servers while the program is killed,
 * clocks are set, disks are full and files are damaged; then audits both sides (test/hostile/audit.ts has the rules). K runs in
 * simulated time come first, within half of M minutes, then L runs of the whole app. The exit code is 0 only if nothing was lost, doubled
 * or mixed up between people, and every start ended in a window or a message.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      runs: { type: 'string', default: '1000' },
      apps: { type: 'string', default: '40' },
    },
  });
  const given = { ...values, seed: values.seed ?? String(Math.floor(Math.random() * 1_000_000)) };
  for (const [name, value] of Object.entries(given)) {
    if (!/^\d{1,9}$/.test(value)) throw new StopError(`--${name} takes a whole number, not “${value}”.`);
  }
  const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
  console.info(`seed ${given.seed} (again: npm run hostile -- --seed ${given.seed})`);
  const runtime = await findElectron();
  console.info(describe(runtime));
  const command = [join(root, 'test', 'hostile', 'main.ts'), JSON.stringify(options)];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  if (options.apps === 0) return runInTerminal(runtime.executable, command, env);
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  await buildApp();
  const runIt = process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(runtime.executable, command, env);
});
