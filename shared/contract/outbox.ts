/** What is not at the service yet. */
import { z } from 'zod';
import { type CommandsOf, Id } from './common.ts';

export const outboxCommands = {
  /** One write, or all of them. */
  'unsent.send-now': z.object({ itemId: Id.optional() }).strict(),
  /** Points an entry that the service refused at another task. */
  'unsent.change-task': z.object({ itemId: Id, taskId: Id }).strict(),
  /** What is unsent for another address of the same server is sent to this one. */
  'unsent.transfer': z.object({ accountId: Id }).strict(),
  /** Copies the whole text that a person wrote in it. */
  'unsent.copy-text': z.object({ itemId: Id }).strict(),
  /** Gives up a write that needs the person; the entry stays in the day, marked as not at the service. */
  'unsent.discard': z.object({ itemId: Id }).strict(),
} satisfies CommandsOf<'unsent'>;
