/**
 * Linux: whether windows are drawn natively on Wayland or through XWayland.
 *
 * A native Wayland window cannot choose its place, so a popover ends up wherever the compositor puts it. GNOME and KDE let X11
 * windows choose, and leave them sharp at whole scales; sway centres both kinds, and blurs X11 windows as soon as it scales. Seen
 * on GNOME 43, KDE Plasma 5.27 and sway 1.7.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/** What a person may choose; `automatic` leaves it to `chooseWindowSystem`. */
export type WindowSystemChoice = 'automatic' | 'wayland' | 'x11';

export interface WindowSystem {
  /** `none`: not Linux, or a session without either. */
  use: 'wayland' | 'x11' | 'none';
  /** Why, in a few English words for the diagnostics. */
  why: string;
}

export interface WindowSystemFacts {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The value of `--ozone-platform` as it was typed; empty where it was not. */
  flag: string;
  choice: WindowSystemChoice;
  hasTray: boolean;
  /** An X server listens where DISPLAY says. */
  hasXServer: boolean;
  /** GNOME's `monitors.xml`, empty where there is none. */
  monitors: string;
}

const SWITCH = 'ozone-platform';

export function isWaylandSession(env: NodeJS.ProcessEnv): boolean {
  return env.XDG_SESSION_TYPE ? env.XDG_SESSION_TYPE === 'wayland' : Boolean(env.WAYLAND_DISPLAY);
}

const desktopIs = (env: NodeJS.ProcessEnv, names: RegExp): boolean => names.test(env.XDG_CURRENT_DESKTOP ?? '');

/** A popover is wanted, and this desktop would place it only if it is an X11 window. */
export function mayPlaceX11Windows(env: NodeJS.ProcessEnv): boolean {
  return isWaylandSession(env) && desktopIs(env, /\b(gnome|unity|kde)\b/i);
}

export function chooseWindowSystem(facts: WindowSystemFacts): WindowSystem {
  const { platform, env, flag, choice, hasTray, hasXServer, monitors } = facts;
  if (platform !== 'linux') return { use: 'none', why: '' };
  if (flag === 'x11' || flag === 'wayland') return { use: flag, why: 'command line' };
  if (!isWaylandSession(env)) return { use: env.DISPLAY ? 'x11' : 'none', why: 'X11 session' };
  if (choice === 'wayland') return { use: 'wayland', why: 'setting' };
  if (!hasXServer) return { use: 'wayland', why: 'no XWayland' };
  if (choice === 'x11') return { use: 'x11', why: 'setting' };
  if (!mayPlaceX11Windows(env)) return { use: 'wayland', why: 'this desktop places no windows' };
  if (!hasTray) return { use: 'wayland', why: 'no tray to open at' };
  if (desktopIs(env, /\b(gnome|unity)\b/i) && hasFractionalScale(monitors)) {
    return { use: 'wayland', why: 'a fractional scale would blur X11 windows' };
  }
  return { use: 'x11', why: 'popover at the tray' };
}

/** GNOME enlarges X11 windows as pictures at scales such as 1.5. */
function hasFractionalScale(monitors: string): boolean {
  return [...monitors.matchAll(/<scale>([\d.]+)<\/scale>/g)].some(([, scale]) => !Number.isInteger(Number(scale)));
}

/** XWayland listens on a local socket, also before its first program has started it. Without a server Chromium would end at once. */
function hasXServer(env: NodeJS.ProcessEnv): boolean {
  const [, number] = /^:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY ?? '') ?? [];
  return number !== undefined && existsSync(`/tmp/.X11-unix/X${number}`);
}

const typed = (args: readonly string[]): string =>
  args.findLast((arg) => arg.startsWith(`--${SWITCH}=`))?.slice(SWITCH.length + 3) ?? '';

/** GNOME keeps here how each monitor is scaled. */
function readMonitors(env: NodeJS.ProcessEnv): string {
  try {
    return readFileSync(join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'monitors.xml'), 'utf8');
  } catch {
    return '';
  }
}

/** What this start should use. `hasTray` is asked only where it matters. */
export async function wantedWindowSystem(
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

/**
 * Starts this program once more with the switch, because Chromium has chosen before the first line of JavaScript runs.
 * The caller ends this process. The reason travels along for the diagnostics.
 */
export function restartOn({ use, why }: WindowSystem): void {
  spawn(process.execPath, [...process.argv.slice(1), `--${SWITCH}=${use}`], {
    detached: true,
    stdio: 'inherit',
    env: { ...process.env, [WHY]: why },
  }).unref();
}

const WHY = 'PUNCHCARD_WINDOW_SYSTEM';

/** For the diagnostics, such as `XWayland (popover at the tray)`. */
export function describeWindowSystem(env: NodeJS.ProcessEnv = process.env): string {
  const use = windowSystemInUse();
  if (use === 'none') return '';
  const name = use === 'wayland' ? 'Wayland' : isWaylandSession(env) ? 'XWayland' : 'X11';
  const why = env[WHY] ?? (typed(process.argv) === '' ? '' : 'command line');
  return why === '' ? name : `${name} (${why})`;
}
