/** The global shortcuts: keys that work in any program. */

import { z } from 'zod';
import { SHORTCUTS, type ShortcutName } from '../settings/shortcuts.ts';
import { type CommandsOf, command } from './command.ts';

export interface ShortcutView {
  /** An Electron accelerator, such as Control+Alt+Space; null for none. */
  accelerator: string | null;
  /**
   * `asking`: the desktop has not answered yet, and may be asking the person. `taken`: another program or the desktop uses these keys.
   * `denied`: the person or the desktop refused. `unavailable`: this desktop has no shortcuts for programs.
   */
  state: 'none' | 'asking' | 'set' | 'taken' | 'denied' | 'unavailable';
  /** The effective keys in the desktop's words; empty if it names none; null if they are the accelerator's. */
  trigger: string | null;
  /** When these keys last arrived; null: never. Some desktops accept a shortcut that never fires. */
  pressedAt: string | null;
}

/** The desktops whose own settings for keys are known. */
export type ShortcutDesktop = 'gnome' | 'kde' | 'xfce' | 'sway' | 'hyprland' | 'niri' | 'other';

/** The portal org.freedesktop.portal.GlobalShortcuts. */
export interface PortalView {
  version: number;
  /** The last part of its backend's name on D-Bus, such as `gnome`; null if it did not say. */
  backend: string | null;
}

export interface ShortcutsView {
  list: Record<ShortcutName, ShortcutView>;
  /** What to enter in the desktop's own settings for the same effect: a command, or a line of its configuration. */
  lines: Record<ShortcutName, string>;
  desktop: ShortcutDesktop;
  /** null: not on Wayland, not known yet, or this desktop has none. */
  portal: PortalView | null;
}

const Name = z.enum(SHORTCUTS);

export const shortcutCommands = {
  /** While one is being recorded, the present shortcuts do nothing. */
  'shortcut.record': command({ on: z.boolean() }),
  /** An Electron accelerator; null for none. False if the desktop refuses it: the previous one stays. */
  'shortcut.set': command({ name: Name, accelerator: z.string().min(1).max(100).nullable() }).returns<boolean>(),
  /** The next press of this shortcut only proves that it arrives; null ends the test. */
  'shortcut.test': command({ name: Name.nullable() }),
  /** Copies what to enter in the desktop's own settings to the clipboard. */
  'shortcut.copy-line': command({ name: Name }),
  /** Opens the desktop's settings of these shortcuts; a portal of version 2 can. */
  'shortcut.configure': command({}),
} satisfies CommandsOf<'shortcut'>;
