/**
 * `npm run check:exports`: fails on exports, files and packages that nothing imports, and on exports that only tests use
 * (build/knip.config.mjs).
 */
import { join } from 'node:path';
import { isMain, root, run, runScript, StopError } from './run.mjs';

const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js');

/** @throws {StopError} with the list of what nothing uses */
export async function findDeadExports() {
  for (const args of [[], ['--production', '--include=exports']]) {
    // What a file exports is kept until the file changes, which saves two thirds of the time.
    const cache = ['--cache', '--cache-location=out/knip'];
    const command = [knip, '--config', 'build/knip.config.mjs', ...cache, ...args];
    const { code, output } = await run(process.execPath, command, { cwd: root });
    if (code === 0) continue;
    const who = args.length === 0 ? 'Nothing uses these' : 'Only tests use these';
    throw new StopError(`${output.trim()}\n\n${who} (above).`);
  }
}

if (isMain(import.meta.url)) {
  await runScript(async () => {
    await findDeadExports();
    return 0;
  });
}
