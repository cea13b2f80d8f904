/** The global shortcuts: keys that work in any program. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';

export const SHORTCUTS = ['quick-add', 'toggle', 'switch', 'open'] as const;
export type ShortcutName = (typeof SHORTCUTS)[number];

export interface ShortcutView {
  /** An Electron accelerator, such as Control+Alt+Space; null for none. */
  accelerator: string | null;
  /**
   * `asking`: the desktop has not answered yet, and may be asking the person. `refused`: another program uses it, or the desktop
   * refused it. `unavailable`: this desktop has no shortcuts for programs.
   */
  state: 'none' | 'asking' | 'set' | 'refused' | 'unavailable';
  /** The effective keys in the desktop's words; null if they are the accelerator's. */
  trigger: string | null;
  /** It arrived at least once since it was set. Some desktops accept a shortcut that never fires. */
  isProven: boolean;
}

export interface ShortcutsView {
  list: Record<ShortcutName, ShortcutView>;
  /** The command lines that do the same, for the desktop's own settings. */
  commands: Record<ShortcutName, string>;
}

const Name = z.enum(SHORTCUTS);

export const shortcutCommands = {
  /** While one is being recorded, the present shortcuts do nothing. */
  'shortcut.record': command({ on: z.boolean() }),
  /** An Electron accelerator; null for none. False if the desktop refuses it: the previous one stays. */
  'shortcut.set': command({ name: Name, accelerator: z.string().min(1).max(100).nullable() }).returns<boolean>(),
  /** The next press of this shortcut only proves that it arrives; null ends the test. */
  'shortcut.test': command({ name: Name.nullable() }),
  /** Copies the command line to the clipboard. */
  'shortcut.copy-command': command({ name: Name }),
} satisfies CommandsOf<'shortcut'>;
