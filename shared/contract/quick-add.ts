/** The quick-add line. */

import { z } from 'zod';
import type { Language } from '../i18n/language.ts';
import { MAX_NEW_TASKS, MAX_TYPED } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import { Id, OneTask, typedLine } from './fields.ts';
import { NewTask } from './new-task.ts';
import type { QuickAddDirectory } from './state.ts';

export const quickAddCommands = {
  /** Opens the quick-add line; `text` fills an empty one, and `projectId` is the project, unless the line names another. */
  'quick-add.open': command({
    projectId: Id.optional(),
    accountId: Id.optional(),
    text: typedLine(MAX_TYPED).optional(),
    /** Refuses if it holds text already. */
    onlyIfEmpty: z.literal(true).optional(),
  }),
  /** Opens it with an unsent new task, which the result replaces. */
  'quick-add.edit': command({ itemId: Id }),
  /** The language that the page begins with, and whether its clocks count to twelve. */
  'quick-add.locale': command({}).returns<{ language: Language; hour12: boolean }>(),
  /** The page has drawn itself. */
  'quick-add.ready': command({}),
  /** null if signed out. */
  'quick-add.directory': command({}).returns<QuickAddDirectory | null>(),
  /** Reads the columns of a project; they arrive with the directory. */
  'quick-add.columns': command({ projectId: Id, accountId: Id.optional() }),
  /** Each account creates all of its tasks or none; those without an account are for the one in front. */
  'quick-add.create': command({
    tasks: z
      .array(NewTask.extend({ accountId: Id.exactOptional() }))
      .min(1)
      .max(MAX_NEW_TASKS),
    startTimer: z.boolean(),
    /** Outbox id of an unsent new task that the first task replaces. */
    instead: Id.optional(),
    /** The parent of all. */
    subtaskOf: z.strictObject({ ...OneTask, identifier: typedLine(100) }).optional(),
  }),
  /** The height that the page needs (px). */
  'quick-add.height': command({ height: z.number().int().min(1).max(10_000) }),
  /** Text that is not sent yet, so that it survives a reload of the page. */
  'quick-add.typed': command({ text: z.string().max(MAX_TYPED) }),
  /** The page has emptied itself; `turn` as in the message that showed it. */
  /** `isEarly`: the person left before the page heard that it is shown, so in a later turn than `turn`. */
  'quick-add.left': command({ turn: z.number().int(), isEarly: z.boolean() }),
} satisfies CommandsOf<'quick-add'>;
