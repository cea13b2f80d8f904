import { existsSync } from 'node:fs';
import { installedFiles } from './desktop-entry.ts';

/** The file that starts Punchcard. For an AppImage it is the image itself, because its mount point changes with every start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.APPIMAGE || process.execPath;
}

/** A system package installed Punchcard, with `punchcard` on the path (Linux). */
export const isSystemPackage = (env: NodeJS.ProcessEnv = process.env): boolean =>
  installedFiles(env).some((file) => existsSync(file));

/** Punchcard for programs that start it: the short name, or the path of a copy that no system package installed. */
export const commandProgram = (isPackaged: boolean, env: NodeJS.ProcessEnv = process.env): string =>
  !isPackaged || isSystemPackage(env) ? 'punchcard' : programPath(env);

/** Punchcard as a word of a shell's command line; the path is used on Linux only. */
export function shellProgram(isPackaged: boolean, env: NodeJS.ProcessEnv = process.env): string {
  const path = process.platform === 'linux' ? commandProgram(isPackaged, env) : 'punchcard';
  return /^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
