/**
 * System packages that npm does not provide (Linux only): Electron's libraries, a display server, D-Bus, a Secret Service, a font.
 * Installs what is missing as root on Debian or Ubuntu; otherwise prints the command.
 */
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, StopError } from './run.mjs';

/** @typedef {'electron' | 'keychain' | 'font' | 'display' | 'dbus' | 'secret-service' | 'hands' | 'menu' | 'model' | 'pdf' | 'shells'} Need */
/** @typedef {'debian' | 'fedora' | 'arch'} Family */

/** Required by `npm start`. The app also starts without D-Bus and a Secret Service and says what is missing. */
export const needsToRun = /** @type {const} @satisfies {Need[]} */ (['electron', 'keychain', 'font']);

/** Also required by the tests and the demo: a complete desktop session. */
export const needsForSession = /** @type {const} @satisfies {Need[]} */ ([
  ...needsToRun,
  'display',
  'dbus',
  'secret-service',
  'hands',
  'menu',
  'model',
  'pdf',
  'shells',
]);

/** Installed where that is possible. Elsewhere the tests that need it are skipped and say why. */
const optional = new Set(/** @type {Need[]} */ (['shells']));

/**
 * The packages for each requirement. Of a list of names, the first one that this system has is used. Since 2024 Debian and Ubuntu
 * name some libraries …t64; the old names are then virtual, and apt cannot always resolve them.
 * @type {Record<Need, Record<Family, (string | string[])[]>>}
 */
const packages = {
  electron: {
    debian: [['libgtk-3-0t64', 'libgtk-3-0'], ['libasound2t64', 'libasound2'], 'libnss3', 'libgbm1', 'libnotify4'],
    fedora: ['gtk3', 'alsa-lib', 'nss', 'mesa-libgbm', 'libnotify'],
    arch: ['gtk3', 'alsa-lib', 'nss', 'mesa', 'libnotify'],
  },
  keychain: { debian: ['libsecret-1-0'], fedora: ['libsecret'], arch: ['libsecret'] },
  font: { debian: [['fonts-inter', 'fonts-dejavu-core']], fedora: ['rsms-inter-fonts'], arch: ['inter-font'] },
  display: { debian: ['xvfb'], fedora: ['xorg-x11-server-Xvfb'], arch: ['xorg-server-xvfb'] },
  dbus: { debian: ['dbus'], fedora: ['dbus-daemon', 'dbus-tools'], arch: ['dbus'] },
  'secret-service': { debian: ['gnome-keyring'], fedora: ['gnome-keyring'], arch: ['gnome-keyring'] },
  // Answers the keyring's password window in the tests.
  hands: { debian: ['xdotool'], fedora: ['xdotool'], arch: ['xdotool'] },
  // Desktop tools: which program opens which links, and whether a desktop entry is valid.
  menu: {
    debian: ['xdg-utils', 'desktop-file-utils'],
    fedora: ['xdg-utils', 'desktop-file-utils'],
    arch: ['xdg-utils', 'desktop-file-utils'],
  },
  // Checks test/model/outbox.pml; it generates C.
  model: { debian: ['spin', 'gcc', 'libc6-dev'], fedora: ['spin', 'gcc'], arch: ['spin', 'gcc'] },
  // Reads back what was printed.
  pdf: { debian: ['poppler-utils'], fedora: ['poppler-utils'], arch: ['poppler'] },
  // Complete the words of `punchcard` or show its timer; bash is there.
  shells: { debian: ['zsh', 'fish', 'tmux'], fedora: ['zsh', 'fish', 'tmux'], arch: ['zsh', 'fish', 'tmux'] },
};

/**
 * The dependencies of a package in the syntax of its format: a name, or in a deb alternatives separated by `|`.
 * @param {Family} family
 */
export function packageDependencies(family) {
  const entries = [...packages.electron[family], ...packages.keychain[family], 'xdg-utils'];
  return entries.map((entry) => (typeof entry === 'string' ? entry : entry.join(' | ')));
}

/** Commands whose presence fulfils a requirement. */
const commands = {
  display: ['Xvfb'],
  dbus: ['dbus-daemon', 'dbus-run-session', 'dbus-send'],
  'secret-service': ['gnome-keyring-daemon'],
  hands: ['xdotool'],
  menu: ['xdg-mime', 'desktop-file-validate'],
  model: ['spin', 'gcc'],
  pdf: ['pdftotext', 'pdffonts'],
  shells: ['zsh', 'fish', 'tmux'],
};

/**
 * Ensures that everything required is present, or throws a StopError with the missing packages and the command to install them.
 * @param {{ needs: readonly Need[], electronExecutable: string }} what
 * @returns {Promise<string>} one line that says what was done
 */
export async function ensureSystemPackages({ needs, electronExecutable }) {
  if (process.platform !== 'linux') return 'nothing needed';
  const missing = await findMissing(needs, electronExecutable);
  if (missing.length === 0) return 'all there';

  const osRelease = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const family = familyOf(osRelease);
  if (family !== 'debian' || process.getuid?.() !== 0) {
    if (isOptional(missing)) return without(missing);
    const names = family === 'debian' ? await chooseNames(missing, osRelease) : [];
    throw new StopError(howToInstall(missing, family, names));
  }
  return installAsRoot(missing, osRelease, needs, electronExecutable);
}

/** @param {Missing[]} missing */
const isOptional = (missing) => missing.every(({ need }) => optional.has(need));
/** @param {Missing[]} missing */
const without = (missing) => `without ${missing.map(({ what }) => what).join(', ')}`;

/** @typedef {{ need: Need, what: string }} Missing `what` names it for a person, such as "the library libgtk-3.so.0" */

/**
 * @param {readonly Need[]} needs
 * @param {string} electronExecutable
 * @returns {Promise<Missing[]>}
 */
export async function findMissing(needs, electronExecutable) {
  /** @type {Missing[]} */
  const missing = [];
  for (const need of needs) {
    for (const what of await lookFor(need, electronExecutable)) missing.push({ need, what });
  }
  return missing;
}

/**
 * @param {Need} need
 * @param {string} electronExecutable
 * @returns {Promise<string[]>} what is missing
 */
async function lookFor(need, electronExecutable) {
  if (need === 'electron') {
    const linked = await run('ldd', [electronExecutable]);
    const lost = [...linked.output.matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => `the library ${library}`);
    // Loaded at run time, so ldd does not list it: without it there are no notifications.
    return [...lost, ...(await libraryMissing('libnotify.so.4'))];
  }
  if (need === 'keychain') return libraryMissing('libsecret-1.so.0');
  if (need === 'font') return (await hasFont()) ? [] : ['a font'];
  const wanted = commands[need];
  const found = await Promise.all(wanted.map((command) => isCommand(command)));
  return wanted.filter((_, index) => !found[index]).map((command) => `the command ${command}`);
}

/** @param {string} library */
async function libraryMissing(library) {
  // Plain users often have no sbin in their PATH.
  const known = await run('ldconfig', ['-p'], { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
  return known.code !== 0 || known.output.includes(library) ? [] : [`the library ${library}`];
}

/** Without any font every letter is drawn as an empty box. */
async function hasFont() {
  const dataHome = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(dataHome, 'fonts'), join(homedir(), '.fonts')];
  for (const folder of folders) {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    if (files.some((file) => /\.(ttf|otf|ttc)$/i.test(file))) return true;
  }
  return false;
}

/** @param {string} command */
export async function isCommand(command, path = process.env.PATH ?? '') {
  for (const folder of path.split(delimiter)) {
    if (await isThere(join(folder, command), constants.X_OK)) return true;
  }
  return false;
}

/** @param {string} path */
export const isThere = (path, mode = constants.R_OK) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/**
 * @param {string} osRelease the text of /etc/os-release
 * @returns {Family | undefined}
 */
export function familyOf(osRelease) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, list]) => (list ?? '').split(' '));
  if (ids.includes('debian') || ids.includes('ubuntu')) return 'debian';
  if (ids.includes('fedora') || ids.includes('rhel')) return 'fedora';
  return ids.includes('arch') ? 'arch' : undefined;
}

/**
 * The Debian package names for what is missing, those that this system has.
 * @param {Missing[]} missing
 * @param {string} osRelease
 */
async function chooseNames(missing, osRelease) {
  const entries = entriesFor(missing, 'debian');
  const policy = await run('apt-cache', ['policy', ...entries.flat()], { env: { ...process.env, LC_ALL: 'C' } });
  const available = candidatesIn(policy.output);
  return entries.map((entry) => pickName(entry, available, osRelease));
}

/**
 * @param {Missing[]} missing
 * @param {Family} family
 */
function entriesFor(missing, family) {
  const needs = [...new Set(missing.map(({ need }) => need))];
  return needs.flatMap((need) => packages[need][family]);
}

/**
 * The packages apt could install, from the output of `apt-cache policy`.
 * @param {string} policy
 */
export function candidatesIn(policy) {
  const blocks = [...policy.matchAll(/^(\S+):\n(?: .*\n?)*/gm)];
  return new Set(
    blocks.filter(([block]) => /Candidate: (?!\(none\))/.test(block)).map(([, name]) => /** @type {string} */ (name)),
  );
}

/**
 * @param {string | string[]} entry one name, or several of which the first available one is meant (newer names first)
 * @param {Set<string>} available
 * @param {string} osRelease decides where apt knows none of them, as before the first `apt-get update`
 */
export function pickName(entry, available, osRelease) {
  if (typeof entry === 'string') return entry;
  const found = entry.find((name) => available.has(name));
  if (found !== undefined) return found;
  const id = /^ID=(\w+)/m.exec(osRelease)?.[1];
  const version = Number(/^VERSION_ID="?([\d.]+)/m.exec(osRelease)?.[1] ?? Number.POSITIVE_INFINITY);
  const isRenamed = version >= (id === 'debian' ? 13 : 24.04);
  const fitting = isRenamed ? entry : entry.filter((name) => !name.endsWith('t64'));
  return /** @type {string} */ (fitting[0]);
}

/**
 * The instructions for a person if this script may not install packages.
 * @param {Missing[]} missing
 * @param {Family | undefined} family
 * @param {string[]} debianNames the chosen names, where the family is Debian
 */
export function howToInstall(missing, family, debianNames) {
  const list = missing.map(({ what }) => `  ${what}`).join('\n');
  const fedora = `sudo dnf install ${entriesFor(missing, 'fedora').flat().join(' ')}`;
  const arch = `sudo pacman -S --needed ${entriesFor(missing, 'arch').flat().join(' ')}`;
  const debian = `sudo apt-get update && sudo apt-get install --no-install-recommends ${debianNames.join(' ')}`;
  const known = { debian, fedora, arch };
  const command = family
    ? `Install it with:\n\n  ${known[family]}`
    : `Install it with your system's package manager. Its names on Fedora and Arch:\n\n  ${fedora}\n  ${arch}`;
  return `This system lacks:\n${list}\n\n${command}\n\nThen run the same line again.`;
}

/**
 * @param {Missing[]} missing
 * @param {string} osRelease
 * @param {readonly Need[]} needs
 * @param {string} electronExecutable
 */
async function installAsRoot(missing, osRelease, needs, electronExecutable) {
  const update = await apt('update');
  const names = await chooseNames(missing, osRelease);
  const install = await apt('install', '-y', '--no-install-recommends', ...names);
  const left = await findMissing(needs, electronExecutable);
  if (left.length > 0 && isOptional(left)) return without(left);
  if (install.code !== 0 || left.length > 0) {
    const updateFailed = update.code === 0 ? '' : `${update.output.trim()}\n`;
    throw new StopError(
      `${howToInstall(left.length > 0 ? left : missing, 'debian', names)}\n\nTried that; apt-get said:\n${updateFailed}${install.output.trim()}`,
    );
  }
  return `installed ${names.join(' ')}`;
}

/**
 * Two runs at once wait for each other instead of failing.
 * @param {string[]} args
 */
export const apt = (...args) =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
