import { existsSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { installedFiles } from './desktop-entry.ts';

/** The file that starts Punchcard. For an AppImage it is the image itself, because its mount point changes with every start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.APPIMAGE || process.execPath;
}

/** A system package installed Punchcard, with `punchcard` on the path (Linux). */
export const isSystemPackage = (env: NodeJS.ProcessEnv = process.env): boolean =>
  installedFiles(env).some((file) => existsSync(file));

/**
 * The command line for programs that start it, as words: the short name, or the path of a copy that no system package installed. `out`:
 * the folder of the build, in a clone.
 */
export function commandProgram(
  isPackaged: boolean,
  out: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): [string, ...string[]] {
  if (!isPackaged) return ['node', join(out, '..', 'build', 'punchcard.mjs')];
  if (isSystemPackage(env)) return ['punchcard'];
  // Punchcard.exe prints an empty line first (build/windows/punchcard.c).
  return [platform === 'win32' ? win32.join(programPath(env), '..', 'bin', 'punchcard.exe') : programPath(env)];
}

/** Punchcard as a word of a shell's command line; the path is used on Linux only. */
export function shellProgram(isPackaged: boolean, env: NodeJS.ProcessEnv = process.env): string {
  const isNamed = process.platform !== 'linux' || !isPackaged || isSystemPackage(env);
  const path = isNamed ? 'punchcard' : programPath(env);
  return /^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
