/** The app itself: its state, settings, windows and place in the system. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Settings } from './settings.ts';
import type { State } from './state.ts';
import { VIEWS } from './unreadable.ts';

export const systemCommands = {
  /** The whole state, once, when a window opens; afterwards changes come by themselves. */
  'state.read': command({}).returns<State>(),

  'settings.change': command(Settings.partial().shape),

  'system.set-autostart': command({ on: z.boolean() }),
  'system.set-links': command({ on: z.boolean() }),
  /** Looks for a new version now. */
  'system.check-for-update': command({}),
  /** Ends Punchcard, installs the version that is ready, starts again; refused while a timer runs. */
  'system.install-update': command({}),
  /** Finds out whether this desktop tells how long nobody touched anything; the state's `app.canReadIdle` has the answer. */
  'system.find-idle': command({}),
  /** A text for whoever helps, without anything personal. */
  'system.diagnostics': command({}).returns<string>(),
  /** The same, into the clipboard. */
  'system.copy-diagnostics': command({}),

  /** Why records of a view could not be read, into the clipboard. */
  'system.copy-unreadable': command({ of: z.enum(VIEWS) }),

  /** Counts from the next start on (Linux, Wayland sessions). */
  'system.set-window-system': command({ choice: z.enum(['automatic', 'wayland', 'x11']) }),

  'window.hide': command({}),
  /** Where the window is, in its own words: hidden for long it is let go, and made again where it was. */
  'window.save-place': command({ place: z.string().max(10_000) }),
  /** null: none was saved yet. */
  'window.saved-place': command({}).returns<string | null>(),
} satisfies CommandsOf<'settings' | 'system' | 'window' | 'state'>;
