/** Desktop entries of Linux: what a menu, a link and a log-in start. After the Desktop Entry Specification 1.5. Pure. */

// Paths of Linux, whatever system the tests run on.
import { posix } from 'node:path';
import { APP_ID } from './app-id.ts';
import { HIDDEN_FLAG } from './log-in-start.ts';
import { actionsOf, comment, entryKeys, iconName } from './menu-entry.mjs';

const FILE = `${APP_ID}.desktop`;
const HANDLES = 'x-scheme-handler/punchcard';

/** Where the person's own files of each kind are. */
export function foldersOf(env: NodeJS.ProcessEnv): {
  applications: string;
  autostart: string;
  config: string;
  icons: string;
} {
  const home = env.HOME ?? '';
  const data = env.XDG_DATA_HOME || posix.join(home, '.local', 'share');
  const config = env.XDG_CONFIG_HOME || posix.join(home, '.config');
  return {
    applications: posix.join(data, 'applications', FILE),
    autostart: posix.join(config, 'autostart', FILE),
    config: posix.join(config, 'mimeapps.list'),
    icons: posix.join(data, 'icons', 'hicolor', '256x256', 'apps', `${iconName}.png`),
  };
}

/** Where a package of the system may have put ours. */
export function installedFiles(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':');
  return folders.filter((folder) => folder !== '').map((folder) => posix.join(folder, 'applications', FILE));
}

/** A program in an Exec line: quoted, with what is special inside quotes escaped; `%` would be a field of the line. */
export function execOf(program: string): string {
  const quoted = program.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%');
  // The line is read twice: as a string of the file, then as a command.
  return `"${quoted}"`.replaceAll('\\', '\\\\');
}

/** Without the program the entry counts as absent: a package that is removed cannot reach into the folders of people. */
const tryExecOf = (program: string): string => program.replaceAll('\\', '\\\\');

function group(name: string, keys: Record<string, string>): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}

/** What the menu shows and links open, for a Punchcard that no package of the system put there. */
export function applicationEntry(program: string): string {
  const exec = execOf(program);
  const entry = group('Desktop Entry', {
    Type: 'Application',
    Name: 'Punchcard',
    Exec: `${exec} %U`,
    TryExec: tryExecOf(program),
    Icon: iconName,
    Terminal: 'false',
    Categories: 'Office;',
    MimeType: `${HANDLES};`,
    ...entryKeys,
  });
  const actions = Object.entries(actionsOf(exec)).map(([name, keys]) => group(`Desktop Action ${name}`, keys));
  return [entry, ...actions].join('\n');
}

/** What a log-in starts: without a window. */
export function autostartEntry(program: string): string {
  return group('Desktop Entry', {
    Type: 'Application',
    Name: 'Punchcard',
    ...comment,
    Exec: `${execOf(program)} ${HIDDEN_FLAG}`,
    TryExec: tryExecOf(program),
    Icon: iconName,
    Terminal: 'false',
    'X-GNOME-Autostart-enabled': 'true',
  });
}

/** A desktop's own settings switch an entry off by writing into it instead of removing it. */
export function isSwitchedOff(entry: string): boolean {
  return /^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(entry);
}

/** mimeapps.list without our scheme. */
export function withoutHandler(list: string): string {
  return list
    .split('\n')
    .filter((line) => line.replace(/\s/g, '').replace(/;$/, '') !== `${HANDLES}=${FILE}`)
    .join('\n');
}

/** What `xdg-mime` is told, to make ours the one that opens punchcard links. */
export const makeDefault = ['default', FILE, HANDLES];
