/**
 * Makes the unpacked package for test/app/packaged*.test.ts if a source is newer. Unless `isBuilt`, this rebuilds the app, so it
 * happens before the tests start; otherwise apps of other tests would find half a build.
 */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, run, StopError } from './run.mjs';

const into = join(root, 'dist', 'tested');

/** @returns {Promise<string>} its folder */
export async function findTestedPackage(env = process.env, isBuilt = false) {
  const folder = join(into, 'linux-unpacked');
  const asar = statSync(join(folder, 'resources', 'app.asar'), { throwIfNoEntry: false });
  if (asar !== undefined && asar.mtimeMs >= (await youngest())) return folder;
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  const runtime = env.ELECTRON_OVERRIDE_DIST_PATH ?? dirname(env.PUNCHCARD_ELECTRON ?? '');
  const command = [join(root, 'build', 'dist.mjs'), '--dir', '--into', into, ...(isBuilt ? ['--built'] : [])];
  const { code, output } = await run('node', command, {
    env: { ...rest, ELECTRON_OVERRIDE_DIST_PATH: runtime },
  });
  if (code !== 0) throw new StopError(`${output.trim()}\n\nThe package could not be made (above).`);
  return folder;
}

/** The last change of any source of the package (ms). */
async function youngest() {
  const files = [join(root, 'package.json'), join(root, 'package-lock.json')];
  for (const folder of ['shared', 'electron', 'renderer', 'assets', 'build']) {
    const found = await readdir(join(root, folder), { recursive: true });
    files.push(...found.map((file) => join(root, folder, file)));
  }
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
