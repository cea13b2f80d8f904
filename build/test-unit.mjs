/**
 * `npm run test:unit`: the unit and component tests, without a build, a lint or a desktop session.
 *
 *     npm run test:unit -- test/shared            only the test files whose path contains this
 *     npm run test:unit -- --watch test/shared    again whenever a file is saved
 *
 * Other arguments go to vitest.
 */
import { join } from 'node:path';
import { findInstalledElectron } from './electron-runtime.mjs';
import { measureMachine } from './machine-speed.mjs';
import { root, runInTerminal, runScript, testFolder } from './run.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

await runScript(async () => {
  const isWatching = process.argv.includes('--watch');
  const args = process.argv.slice(2).filter((argument) => argument !== '--watch');
  const { executable, dist } = await findInstalledElectron();
  await ensureSystemPackages({ needs: ['electron', 'shells'], electronExecutable: executable });
  const { patienceMs } = await measureMachine(executable);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const projects = ['--project=unit', '--project=components'];
  const command = [vitest, isWatching ? 'watch' : 'run', '--config', 'build/vitest.config.ts', ...projects, ...args];
  const env = {
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    PUNCHCARD_ELECTRON: executable,
    PUNCHCARD_PATIENCE_MS: String(patienceMs),
    TMPDIR: testFolder(),
  };
  return runInTerminal(executable, command, { ...process.env, ...env });
});
