import { existsSync } from 'node:fs';
import { installedFiles } from './desktop-entry.ts';

/** The file that starts Punchcard. For an AppImage it is the image itself, because its mount point changes with every start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.APPIMAGE || process.execPath;
}

/** A system package installed Punchcard, with `punchcard` on the path (Linux). */
export const isSystemPackage = (env: NodeJS.ProcessEnv = process.env): boolean =>
  installedFiles(env).some((file) => existsSync(file));

/** Punchcard as a word of a shell's command line: the short name, or on Linux the path of a copy that no system package installed. */
export function shellProgram(isPackaged: boolean, env: NodeJS.ProcessEnv = process.env): string {
  if (!isPackaged || process.platform !== 'linux' || isSystemPackage(env)) return 'punchcard';
  const path = programPath(env);
  return /^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
