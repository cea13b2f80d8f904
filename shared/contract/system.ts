/** The app itself: its state, settings, windows and place in the system. */

import { z } from 'zod';
import { type CommandsOf, Empty } from './common.ts';
import { Settings } from './settings.ts';
import type { State } from './state.ts';
import { VIEWS } from './unreadable.ts';

export const systemCommands = {
  /** The whole state, once, when a window opens; afterwards changes come by themselves. */
  'state.read': Empty,

  /** Does what the link asks for, or not. */
  'link.answer': z.object({ id: z.number().int(), isMeant: z.boolean() }).strict(),

  'settings.change': Settings.partial().strict(),

  'system.set-autostart': z.object({ on: z.boolean() }).strict(),
  'system.set-links': z.object({ on: z.boolean() }).strict(),
  /** Looks for a new version now. */
  'system.check-for-update': Empty,
  /** Ends Punchcard, installs the version that is ready, starts again; refused while a timer runs. */
  'system.install-update': Empty,
  /** Finds out whether this desktop tells how long nobody touched anything; the state's `app.canReadIdle` has the answer. */
  'system.find-idle': Empty,
  /** A text for whoever helps, without anything personal. */
  'system.diagnostics': Empty,
  /** The same, into the clipboard. */
  'system.copy-diagnostics': Empty,

  /** Why records of a view could not be read, into the clipboard. */
  'system.copy-unreadable': z.object({ of: z.enum(VIEWS) }).strict(),

  /** Counts from the next start on (Linux, Wayland sessions). */
  'system.set-window-system': z.object({ choice: z.enum(['automatic', 'wayland', 'x11']) }).strict(),

  'window.hide': Empty,
  /** Where the window is, in its own words: hidden for long it is let go, and made again where it was. */
  'window.save-place': z.object({ place: z.string().max(10_000) }).strict(),
  'window.saved-place': Empty,
} satisfies CommandsOf<'link' | 'settings' | 'system' | 'window' | 'state'>;

export interface SystemResults {
  'state.read': State;
  'system.diagnostics': string;
  /** null: it was nowhere yet. */
  'window.saved-place': string | null;
}
