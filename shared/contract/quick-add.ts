/** The quick-add line, and its shortcut. */

import { z } from 'zod';
import { MAX_NEW_TASKS, MAX_TYPED } from '../limits.ts';

import { type CommandsOf, Empty, Id } from './common.ts';
import { NewTask } from './new-task.ts';
import type { QuickAddDirectory } from './state.ts';

export const quickAddCommands = {
  /** Opens the quick-add line; `projectId`: for a task of this project, unless the line names another. */
  'quick-add.open': z.object({ projectId: Id.optional() }).strict(),
  /** Opens it with a task that waits to be made, which it then takes the place of. */
  'quick-add.edit': z.object({ itemId: Id }).strict(),
  /** Its page has drawn itself. */
  'quick-add.ready': Empty,
  /** null where nobody is signed in. */
  'quick-add.directory': Empty,
  /** Reads the columns of a project that are not known yet; what is found is told. */
  'quick-add.columns': z.object({ projectId: Id }).strict(),
  /** All of them or none. */
  'quick-add.create': z
    .object({
      tasks: z.array(NewTask).min(1).max(MAX_NEW_TASKS),
      startTimer: z.boolean(),
      /** The first one takes the place of this write of the outbox, a task that waits to be made. */
      instead: Id.optional(),
    })
    .strict(),
  /** What the page takes, in px. */
  'quick-add.height': z.object({ height: z.number().int().min(1).max(10_000) }).strict(),
  /** What the person wrote and has not sent, so that it outlives the page. */
  'quick-add.typed': z.object({ text: z.string().max(MAX_TYPED) }).strict(),
  /** It has emptied itself; `turn` as in the message that showed it. */
  'quick-add.window-blurred': z.object({ turn: z.number().int() }).strict(),

  /** Until it is over, the present shortcut does nothing. */
  'shortcut.record': z.object({ on: z.boolean() }).strict(),
  /** In Electron’s words; null for none. False where the desktop refuses it: the one before holds. */
  'shortcut.set': z.object({ accelerator: z.string().min(1).max(100).nullable() }).strict(),
} satisfies CommandsOf<'quick-add' | 'shortcut'>;

export interface QuickAddResults {
  'quick-add.directory': QuickAddDirectory | null;
  'shortcut.set': boolean;
}
