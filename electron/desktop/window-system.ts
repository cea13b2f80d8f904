/** Linux: what windows are drawn on; the reasons are in window-system-choice.ts. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { WindowSystemChoice } from '../../shared/contract/system-view.ts';
import { readPrivateFile } from '../files/private-file.ts';
import { chooseWindowSystem, isWaylandSession, mayPlaceX11Windows, type WindowSystem } from './window-system-choice.ts';

const SWITCH = 'ozone-platform';
const WHY = 'PUNCHCARD_WINDOW_SYSTEM';
/** Why this process was begun again; undefined where it was not. Programs that it starts are not to know. */
const reason = process.env[WHY];
delete process.env[WHY];

/** XWayland listens on a local socket, also before its first program has started it. Without a server Chromium would end at once. */
function hasXServer(env: NodeJS.ProcessEnv): boolean {
  const [, number] = /^:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY ?? '') ?? [];
  return number !== undefined && existsSync(`/tmp/.X11-unix/X${number}`);
}

/** As it was typed; other values than these two leave the choice to us. */
const typed = (args: readonly string[]): string =>
  args.findLast((arg) => arg === `--${SWITCH}=x11` || arg === `--${SWITCH}=wayland`)?.slice(SWITCH.length + 3) ?? '';

/** GNOME keeps here how each monitor is scaled. */
function readMonitors(env: NodeJS.ProcessEnv): string {
  try {
    return readPrivateFile(join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'monitors.xml'));
  } catch {
    return '';
  }
}

/** What this start should use. `hasTray` is asked only where it matters. */
export async function chosenWindowSystem(
  choice: WindowSystemChoice,
  hasTray: () => Promise<boolean>,
): Promise<WindowSystem> {
  const { platform, env, argv } = process;
  const flag = typed(argv);
  const asksTray = platform === 'linux' && flag === '' && choice === 'automatic' && mayPlaceX11Windows(env);
  return chooseWindowSystem({
    platform,
    env,
    flag,
    choice,
    hasXServer: hasXServer(env),
    hasTray: asksTray && (await hasTray()),
    monitors: asksTray ? readMonitors(env) : '',
  });
}

/** What Chromium really draws on. Electron fills the switch in by itself where nobody typed it. */
export function windowSystemInUse(): 'wayland' | 'x11' | 'none' {
  if (process.platform !== 'linux') return 'none';
  return app.commandLine.getSwitchValue(SWITCH) === 'wayland' ? 'wayland' : 'x11';
}

/** The lock that keeps the program from running twice. */
export interface InstanceLock {
  release(): void;
  /** False: another process has it. */
  take(): boolean;
}

/**
 * Begins this process once more with the switch, because Chromium chooses before the first line of JavaScript runs. The process
 * keeps its id, so terminals, sessions and whoever started it notice nothing; two helpers that Chromium had started already stay
 * behind as finished entries of the process table.
 *
 * The single-instance lock is free meanwhile. A second start takes it, or sees its connection to this process end without an answer
 * (Electron answers once it is ready) and takes it then; once begun anew, this process finds the lock taken and hands over.
 *
 * Returns only where the system does not allow it: true while this process still has the lock.
 */
export function restartWithWindowSystem({ use, why }: WindowSystem, lock: InstanceLock): boolean {
  // Chromium did not take the switch, as behind a `--`: it would not the next time either.
  if (reason !== undefined || process.execve === undefined) return true;
  lock.release();
  try {
    process.execve(process.execPath, [process.execPath, ...process.argv.slice(1), `--${SWITCH}=${use}`], {
      ...process.env,
      [WHY]: why,
    });
  } catch (error) {
    console.warn(`Windows stay as they are, not ${use} (${why}):`, error);
  }
  return lock.take();
}

/** For the diagnostics, such as `XWayland (popover at the tray)`. */
export function describeWindowSystem(env: NodeJS.ProcessEnv = process.env): string {
  const use = windowSystemInUse();
  if (use === 'none') return '';
  const name = use === 'wayland' ? 'Wayland' : isWaylandSession(env) ? 'XWayland' : 'X11';
  const why = reason ?? (typed(process.argv) === '' ? '' : 'command line');
  return why === '' ? name : `${name} (${why})`;
}
