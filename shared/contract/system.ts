/** The app itself: its state, windows and place in the system. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import type { State } from './state.ts';
import { VIEWS } from './unreadable.ts';

export const systemCommands = {
  /** The whole state, when a window opens; changes follow as messages. */
  'state.read': command({}).returns<State>(),

  'system.set-autostart': command({ on: z.boolean() }),
  'system.set-links': command({ on: z.boolean() }),
  /** Checks for a new version now. */
  'system.check-for-update': command({}),
  /** Quits Punchcard, installs the downloaded version and restarts; rejected while a timer runs. */
  'system.install-update': command({}),
  /** Checks whether this desktop reports idle time; the state's `app.canReadIdle` has the answer. */
  'system.find-idle': command({}),
  /** A report for support, without personal data. */
  'system.diagnostics': command({}).returns<string>(),
  /** Copies the report to the clipboard. */
  'system.copy-diagnostics': command({}),

  /** Copies why records of a view are unreadable. */
  'system.copy-unreadable': command({ of: z.enum(VIEWS) }),

  /** Takes effect at the next start (Linux, Wayland sessions). */
  'system.set-window-system': command({ choice: z.enum(['automatic', 'wayland', 'x11']) }),

  'window.hide': command({}),
  /**
   * The window's page and position when it is hidden, so that it can be destroyed and restored. With unsaved text it is kept: a page
   * may answer `beforeunload` too late on a busy computer.
   */
  'window.save-navigation': command({ navigation: z.string().max(10_000), hasUnsavedText: z.boolean() }),
  /** null if none was saved. */
  'window.saved-navigation': command({}).returns<string | null>(),
  /** The page has shown these requested views. */
  'window.views-shown': command({ ids: z.array(z.int()).max(100) }),
} satisfies CommandsOf<'system' | 'window' | 'state'>;
