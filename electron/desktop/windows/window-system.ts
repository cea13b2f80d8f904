/** Linux: selects Wayland or XWayland; window-system-choice.ts has the reasons. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { WindowSystemChoice } from '../../../shared/contract/system-view.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { chooseWindowSystem, isWaylandSession, mayPlaceX11Windows, type WindowSystem } from './window-system-choice.ts';

const SWITCH = 'ozone-platform';
const WHY = 'PUNCHCARD_WINDOW_SYSTEM';
/** Why this process was restarted; undefined if it was not. Removed from the environment of child processes. */
const reason = process.env[WHY];
delete process.env[WHY];

/** XWayland listens on a local socket even before it runs. Without a server Chromium would exit at once. */
function hasXServer(env: NodeJS.ProcessEnv): boolean {
  const [, number] = /^:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY ?? '') ?? [];
  return number !== undefined && existsSync(`/tmp/.X11-unix/X${number}`);
}

/** The value on the command line; other values than these two leave the choice to us. */
const typed = (args: readonly string[]): string =>
  args.findLast((arg) => arg === `--${SWITCH}=x11` || arg === `--${SWITCH}=wayland`)?.slice(SWITCH.length + 3) ?? '';

/** GNOME's file with the scale of each monitor. */
function readMonitors(env: NodeJS.ProcessEnv): string {
  try {
    return readPrivateFile(join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'monitors.xml'));
  } catch {
    return '';
  }
}

/** The window system for this start. `hasTray` is called only if it matters. */
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

/** The window system that Chromium really uses. Electron adds the switch itself if it is absent. */
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
 * Replaces this process by one with the switch (execve), because Chromium chooses before the first line of JavaScript runs. The process
 * keeps its id, so terminals, sessions and parents notice nothing; two helpers that Chromium had already started stay behind as
 * zombies.
 *
 * The single-instance lock is free meanwhile. A second start may take it, at once or when its connection to this process ends without an
 * answer (Electron answers once it is ready). The restarted process then finds the lock taken and hands over.
 *
 * Returns only if the system does not allow it: true if this process still has the lock.
 */
export function restartWithWindowSystem({ use, why }: WindowSystem, lock: InstanceLock): boolean {
  // Chromium ignored the switch, for example after `--`, and would ignore it again.
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
