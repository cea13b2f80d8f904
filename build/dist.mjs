/**
 * Packages of the app.
 *
 *     npm run dist:dir    the unpacked app, with the runtime this machine has: nothing is downloaded
 *     npm run dist        what users install, as far as this machine can build it
 *
 * What a package format needs and this machine lacks is said, format by format; one that fails does not keep the others from
 * being built.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { buildApp } from './build.mjs';
import { configuration } from './electron-builder.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { isMain, root, runScript, StopError } from './run.mjs';

const output = join(root, 'dist');

/** The formats of each system, those that need the least first. */
const FORMATS = {
  linux: ['tar.gz', 'deb', 'rpm', 'AppImage'],
  win32: ['nsis'],
  darwin: ['dmg', 'zip'],
};

/**
 * @param {string[]} formats
 * @param {Parameters<typeof configuration>[0]} options
 * @param {Arch[]} arches
 */
async function pack(formats, options, arches) {
  return build({
    targets: Platform.current().createTarget(formats, ...arches),
    config: configuration(options),
    projectDir: root,
    publish: 'never',
  });
}

/** @returns {Promise<string>} the folder with the unpacked app */
export async function packDir() {
  const runtime = await findElectron();
  console.info(describe(runtime));
  await buildApp();
  await pack(['dir'], { electronVersion: runtime.version, electronDist: runtime.dist }, [archOf(process.arch)]);
  const [unpacked] = (await readdir(output)).filter((name) => name.includes('unpacked') || name.startsWith('mac'));
  if (!unpacked) throw new StopError(`Nothing unpacked was found in ${output}.`);
  return join(output, unpacked);
}

/** @param {string} arch */
function archOf(arch) {
  return arch === 'arm64' ? Arch.arm64 : Arch.x64;
}

/** @param {string[]} args names of formats; all of this system where none is given */
async function packAll(args) {
  await buildApp();
  const formats = args.length > 0 ? args : (FORMATS[/** @type {keyof typeof FORMATS} */ (process.platform)] ?? []);
  const arches = process.platform === 'darwin' ? [Arch.universal] : [Arch.x64, Arch.arm64];
  const failed = [];
  for (const format of formats) {
    for (const arch of arches) {
      try {
        for (const file of await pack([format], {}, [arch])) {
          const size = (await stat(file)).size;
          console.info(`${file} ${(size / 1024 / 1024).toFixed(1)} MB`);
        }
      } catch (error) {
        failed.push(`${format} ${Arch[arch]}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      }
    }
  }
  if (failed.length > 0) throw new StopError(`Not built:\n  ${failed.join('\n  ')}`);
}

if (isMain(import.meta.url)) {
  await runScript(async () => {
    await rm(output, { recursive: true, force: true });
    const args = process.argv.slice(2);
    if (args.includes('--dir')) console.info(await packDir());
    else await packAll(args);
  });
}
