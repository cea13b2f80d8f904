/**
 * `npm run soak -- --minutes 30 [--seed N]`: runs the real app against a misbehaving server. Prints memory, handles and rows over time;
 * the exit code is 0 only if none of them grew and every write was sent in the end. Linux.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { root, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } } });
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
  if (!(Number(values.minutes) >= 2)) throw new StopError('--minutes takes a number, at least 2.');
  if (!/^\d{1,9}$/.test(seed)) throw new StopError(`--seed takes a whole number, not “${seed}”.`);
  if (process.platform !== 'linux') throw new StopError('What processes hold is read from /proc: Linux only.');
  console.info(`seed ${seed} (again: npm run soak -- --minutes ${values.minutes} --seed ${seed})`);
  const runtime = await findElectron();
  console.info(describe(runtime));
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  await buildApp();
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  return runInDesktopSession(runtime.executable, [join(root, 'test', 'soak', 'soak.ts'), values.minutes, seed], env);
});
