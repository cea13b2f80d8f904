/** The quick-add line, and its shortcut. */

import { z } from 'zod';
import { MAX_NEW_TASKS, MAX_TYPED } from '../limits.ts';

import { type CommandsOf, command } from './command.ts';
import { Id } from './common.ts';
import { NewTask } from './new-task.ts';
import type { QuickAddDirectory } from './state.ts';

export const quickAddCommands = {
  /** Opens the quick-add line; `projectId`: for a task of this project, unless the line names another. */
  'quick-add.open': command({ projectId: Id.optional() }),
  /** Opens it with a task that waits to be made, which it then takes the place of. */
  'quick-add.edit': command({ itemId: Id }),
  /** Its page has drawn itself. */
  'quick-add.ready': command({}),
  /** null where nobody is signed in. */
  'quick-add.directory': command({}).returns<QuickAddDirectory | null>(),
  /** Reads the columns of a project that are not known yet; what is found is told. */
  'quick-add.columns': command({ projectId: Id }),
  /** All of them or none. */
  'quick-add.create': command({
    tasks: z.array(NewTask).min(1).max(MAX_NEW_TASKS),
    startTimer: z.boolean(),
    /** The first one takes the place of this write of the outbox, a task that waits to be made. */
    instead: Id.optional(),
  }),
  /** What the page takes, in px. */
  'quick-add.height': command({ height: z.number().int().min(1).max(10_000) }),
  /** What the person wrote and has not sent, so that it outlives the page. */
  'quick-add.typed': command({ text: z.string().max(MAX_TYPED) }),
  /** It has emptied itself; `turn` as in the message that showed it. */
  'quick-add.window-blurred': command({ turn: z.number().int() }),

  /** Until it is over, the present shortcut does nothing. */
  'shortcut.record': command({ on: z.boolean() }),
  /** In Electron’s words; null for none. False where the desktop refuses it: the one before holds. */
  'shortcut.set': command({ accelerator: z.string().min(1).max(100).nullable() }).returns<boolean>(),
} satisfies CommandsOf<'quick-add' | 'shortcut'>;
