/**
 * Packages of the app.
 *
 *     npm run dist:dir             the unpacked app, with the runtime this machine has: nothing is downloaded
 *     … -- --into FOLDER           there instead of into dist/
 *     … -- --built                 from the app in out/, as it is
 *     npm run dist [-- FORMAT…]    what users install, as far as this machine can build it
 *     … -- --target SYSTEM --electron FOLDER
 *                                  the unpacked app for win32, darwin or linux, from an unpacked Electron for that system
 *     … -- --arch ARCHITECTURE     with --target: x64 or arm64; the one of this machine otherwise
 *
 * Prints for each format what this machine lacks; a format that fails does not stop the others. Packages for users are built with
 * PUNCHCARD_ELECTRON_LINE=release (docs/packages.md). With any other runtime they work, have `-local` in their names, and are not for
 * users.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, build, Platform } from 'electron-builder';
import { buildApp } from './build.mjs';
import { writeChecksums } from './checksums.mjs';
import { buildConsoleLauncher } from './console-launcher.mjs';
import { configuration } from './electron-builder.mjs';
import { chooseElectron, executableIn } from './electron-runtime.mjs';
import { writeLicences } from './licences.mjs';
import { isMain, root, run, runScript, StopError } from './run.mjs';
import { writeShellFiles } from './shell-files.mjs';
import { dropEmptyCertificates } from './signing-env.mjs';

const usualOutput = join(root, 'dist');
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The formats of each system, those with the fewest requirements first. */
const FORMATS = {
  linux: ['tar.gz', 'deb', 'rpm', 'AppImage'],
  win32: ['nsis'],
  darwin: ['dmg', 'zip'],
};

const TARGETS = /** @type {Record<string, import('electron-builder').Platform>} */ ({
  linux: Platform.LINUX,
  win32: Platform.WINDOWS,
  darwin: Platform.MAC,
});

/** What electron-builder downloads for a format. */
const TOOLS = /** @type {Record<string, string>} */ ({
  deb: 'dpkg-deb from this system; for users fpm, which electron-builder downloads',
  rpm: 'rpmbuild from this system, and fpm, which electron-builder downloads (or its own, with USE_SYSTEM_FPM=true)',
  AppImage: 'the AppImage runtime, which electron-builder downloads',
  nsis: 'NSIS, which electron-builder downloads',
});

/**
 * @param {string[]} formats
 * @param {Parameters<typeof configuration>[0]} options
 * @param {Arch[]} arches
 * @returns {Promise<string[]>} the files made
 */
async function pack(formats, options, arches) {
  return build({
    targets: Platform.current().createTarget(formats, ...arches),
    config: configuration(options),
    projectDir: root,
    publish: 'never',
  });
}

/**
 * The app for another system cannot run here, but can be inspected, copied to such a machine, or run under Wine.
 * @param {{ target: string, electron: string | undefined, arch: string, output: string }} options
 * @returns {Promise<string>} the folder with the unpacked app
 */
async function packForTarget({ target, electron, arch, output }) {
  const platform = TARGETS[target];
  if (platform === undefined) throw new StopError(`--target is one of ${Object.keys(TARGETS).join(', ')}.`);
  if (electron === undefined) throw new StopError(`--target ${target} needs --electron FOLDER: an unpacked Electron.`);
  const dist = resolve(electron);
  const electronVersion = (await readFile(join(dist, 'version'), 'utf8').catch(() => '')).trim().replace(/^v/, '');
  const isThere = await stat(executableIn(dist, /** @type {NodeJS.Platform} */ (target))).catch(() => undefined);
  if (electronVersion === '' || isThere === undefined) throw new StopError(`${dist} holds no Electron for ${target}.`);
  await prepare(target);
  await build({
    targets: platform.createTarget(['dir'], archOf(arch)),
    config: configuration({ electronVersion, electronDist: dist, output, target }),
    projectDir: root,
    publish: 'never',
  });
  return unpackedFolder(output);
}

/** @returns {Promise<string>} the folder with the unpacked app */
async function packDir(/** @type {string} */ output, /** @type {boolean} */ isBuilt) {
  const runtime = await chooseElectron();
  if (!isBuilt) await buildApp();
  await addFiles();
  await pack(['dir'], { electronVersion: runtime.version, electronDist: runtime.dist, output }, [archOf(process.arch)]);
  return unpackedFolder(output);
}

async function unpackedFolder(/** @type {string} */ output) {
  const [unpacked] = (await readdir(output)).filter((name) => name.includes('unpacked') || name.startsWith('mac'));
  if (!unpacked) throw new StopError(`Nothing unpacked was found in ${output}.`);
  return join(output, unpacked);
}

/**
 * The unpacked app in an archive: by the system's tar, because electron-builder downloads a program for it.
 * @param {Parameters<typeof configuration>[0]} options
 * @param {Arch} arch
 * @returns {Promise<string[]>} the file made
 */
async function packArchive(options, arch) {
  await emptyUnpacked();
  await pack(['dir'], options, [arch]);
  const name = `Punchcard-${version}-linux-${Arch[arch]}${options?.mark ?? ''}`;
  const file = join(usualOutput, `${name}.tar.gz`);
  const renamed = `--transform=s,^\\.,${name},`;
  const { code, output } = await run('tar', ['-czf', file, renamed, '-C', await unpackedFolder(usualOutput), '.']);
  if (code !== 0) throw new Error(output.trim());
  return [file];
}

/** For another architecture: there is only one unpacked app at a time. */
async function emptyUnpacked() {
  const folders = await readdir(usualOutput).catch(() => []);
  for (const name of folders.filter((one) => one.includes('unpacked')))
    await rm(join(usualOutput, name), { recursive: true });
}

async function prepare(/** @type {string} */ target = process.platform) {
  await buildApp();
  await addFiles(target);
}

/** The files of a package that are made from the built app. */
async function addFiles(/** @type {string} */ target = process.platform) {
  await writeLicences();
  if (target === 'linux') await writeShellFiles();
  if (target === 'win32') await buildConsoleLauncher();
}

/** @param {string} arch */
function archOf(arch) {
  return arch === 'arm64' ? Arch.arm64 : Arch.x64;
}

/** @param {string[]} args names of formats; all of this system where none is given */
async function packAll(args) {
  const runtime = await chooseElectron();
  // Without downloads a deb is built with the system's own tools; debs for users are built with fpm.
  const hasDpkg = (await run('dpkg-deb', ['--version'])).code === 0;
  const { isRelease } = runtime;
  if (!isRelease && hasDpkg) process.env.CUSTOM_FPM_PATH ??= join(root, 'build', 'deb.mjs');
  await prepare();
  const formats = args.length > 0 ? args : (FORMATS[/** @type {keyof typeof FORMATS} */ (process.platform)] ?? []);
  const wanted = process.platform === 'darwin' ? [Arch.universal] : [Arch.x64, Arch.arm64];
  const own = isRelease ? wanted : [archOf(process.arch)];
  const options = isRelease
    ? { electronVersion: runtime.version }
    : { electronVersion: runtime.version, electronDist: runtime.dist, mark: '-local' };

  /** @type {string[]} */
  const files = [];
  /** @type {string[]} */
  const failed = [];
  for (const arch of wanted.filter((one) => !own.includes(one))) {
    failed.push(`${formats.join(', ')} for ${Arch[arch]}: needs PUNCHCARD_ELECTRON_LINE=release`);
  }
  /**
   * @param {string} what
   * @param {() => Promise<string[]>} work
   * @param {string | undefined} tool
   */
  async function attempt(what, work, tool) {
    try {
      files.push(...(await work()));
      return true;
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0];
      failed.push(`${what}: ${reason}${tool === undefined ? '' : `; needs ${tool}`}`);
      return false;
    }
  }

  if (formats.includes('tar.gz')) {
    for (const arch of own) await attempt(`tar.gz for ${Arch[arch]}`, () => packArchive(options, arch), undefined);
  }
  const others = formats.filter((format) => format !== 'tar.gz');
  // All at once, because the update metadata (latest.yml) is written once per run.
  const isDone =
    isRelease && others.length > 0 && (await attempt('all at once', () => pack(others, options, own), undefined));
  if (!isDone) {
    for (const format of others) {
      for (const arch of own) {
        await attempt(`${format} for ${Arch[arch]}`, () => pack([format], options, [arch]), TOOLS[format]);
      }
    }
  }
  for (const file of files) console.info(`${file} ${((await stat(file)).size / 1024 / 1024).toFixed(1)} MB`);
  if (files.length > 0) console.info(await writeChecksums(usualOutput));
  if (!isRelease) console.info('Marked -local: made with the runtime of this machine, not for users.');
  if (failed.length === 0) return;
  const rest = `Not built:\n  ${failed.join('\n  ')}`;
  // For packages for users, a missing one is a failure.
  if (isRelease || files.length === 0) throw new StopError(rest);
  console.info(rest);
}

if (isMain(import.meta.url)) {
  await runScript(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        dir: { type: 'boolean', default: false },
        into: { type: 'string', default: usualOutput },
        built: { type: 'boolean', default: false },
        target: { type: 'string' },
        electron: { type: 'string' },
        arch: { type: 'string', default: process.arch },
      },
    });
    const { target, electron, arch } = values;
    const output = values.dir || target !== undefined ? resolve(values.into) : usualOutput;
    await rm(output, { recursive: true, force: true });
    dropEmptyCertificates(process.env);
    if (target !== undefined) console.info(await packForTarget({ target, electron, arch, output }));
    else if (values.dir) console.info(await packDir(output, values.built));
    else await packAll(positionals);
  });
}
