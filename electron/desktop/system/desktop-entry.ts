/** Linux desktop entries for the menu, for links and for starting at login (Desktop Entry Specification 1.5). Pure. */

// Linux paths on every system, also in tests.
import { posix } from 'node:path';
import { APP_ID } from './app-id.ts';
import { HIDDEN_FLAG } from './log-in-start.ts';
import { actionsOf, comment, entryKeys, iconName } from './menu-entry.mjs';

const FILE = `${APP_ID}.desktop`;
const HANDLES = 'x-scheme-handler/punchcard';

/** The person's own folders for each kind of file. */
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

/** Folders in which a system package may have installed our entry. */
export function installedFiles(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':');
  return folders.filter((folder) => folder !== '').map((folder) => posix.join(folder, 'applications', FILE));
}

/** Quotes and escapes a program for an Exec line; `%` would start a field code. */
export function execOf(program: string): string {
  const quoted = program.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%');
  // The line is unescaped twice: as a string of the file, then as a command.
  return `"${quoted}"`.replaceAll('\\', '\\\\');
}

/** TryExec: without the program the entry counts as absent, because removing a package cannot remove files of people. */
const tryExecOf = (program: string): string => program.replaceAll('\\', '\\\\');

function group(name: string, keys: Record<string, string>): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}

/** The entry for the menu and for links, for a Punchcard that was not installed by a system package. */
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

/** The entry for starting at login, without a window. */
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

/** Desktops disable an entry by writing into it instead of removing it. */
export function isSwitchedOff(entry: string): boolean {
  return /^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(entry);
}

/** mimeapps.list with our scheme removed. */
export function withoutHandler(list: string): string {
  return list
    .split('\n')
    .filter((line) => line.replace(/\s/g, '').replace(/;$/, '') !== `${HANDLES}=${FILE}`)
    .join('\n');
}

/** Arguments for `xdg-mime` that make our entry the handler of `punchcard://` links. */
export const makeDefault = ['default', FILE, HANDLES];
