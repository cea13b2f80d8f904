/**
 * Linux: whether windows are drawn natively on Wayland or through XWayland.
 *
 * A native Wayland window cannot choose its position; the compositor places the popover. GNOME and KDE let X11 windows choose and keep
 * them sharp at whole scales; sway centres both kinds and blurs X11 windows at any scale. Observed on GNOME 43, KDE Plasma 5.27 and
 * sway 1.7. Pure.
 */
import type { WindowSystemChoice } from '../../../shared/contract/system-view.ts';

export interface WindowSystem {
  /** `none`: not Linux, or a session without either. */
  use: 'wayland' | 'x11' | 'none';
  /** The reason, in a few English words for the diagnostics. */
  why: string;
}

export interface WindowSystemFacts {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The value of `--ozone-platform` on the command line; empty if absent. */
  flag: string;
  choice: WindowSystemChoice;
  hasTray: boolean;
  /** An X server listens at DISPLAY. */
  hasXServer: boolean;
  /** GNOME's `monitors.xml`; empty if there is none. */
  monitors: string;
}

/** Compositors started from a text console leave XDG_SESSION_TYPE at `tty`. */
export function isWaylandSession({ XDG_SESSION_TYPE, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return XDG_SESSION_TYPE === 'wayland' || (XDG_SESSION_TYPE !== 'x11' && Boolean(WAYLAND_DISPLAY));
}

const desktopIs = (env: NodeJS.ProcessEnv, names: RegExp): boolean => names.test(env.XDG_CURRENT_DESKTOP ?? '');

/** A popover is needed, and this desktop only lets X11 windows choose a position. */
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

/**
 * GNOME scales X11 windows as bitmaps at fractional scales such as 1.5. The file has a configuration for every set of monitors that was
 * ever connected: the current scale is certain only if all of them are fractional.
 */
function hasFractionalScale(monitors: string): boolean {
  const configurations = monitors.split('</configuration>').filter((one) => one.includes('<scale>'));
  const isFractional = (text: string) =>
    [...text.matchAll(/<scale>([\d.]+)<\/scale>/g)].some(([, scale]) => !Number.isInteger(Number(scale)));
  return configurations.length > 0 && configurations.every(isFractional);
}
