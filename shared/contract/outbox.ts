/** Unsent writes, and undo. */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Id } from './common.ts';

export const outboxCommands = {
  /** One write, or all of them. */
  'unsent.send-now': command({ itemId: Id.optional() }),
  /** Points an entry that the service rejected at another task. */
  'unsent.change-task': command({ itemId: Id, taskId: Id }),
  /** What is unsent for another address of the same server is sent to this one. */
  'unsent.transfer': command({ accountId: Id }),
  /** Copies the whole text that a person wrote in it. */
  'unsent.copy-text': command({ itemId: Id }),
  /** Gives up a write that needs the person; the entry stays in the day, marked as not at the service. */
  'unsent.discard': command({ itemId: Id }),
  /** Undoes the last change, within ten seconds. */
  'undo.undo': command({ undoId: z.number().int() }),
} satisfies CommandsOf<'unsent' | 'undo'>;
