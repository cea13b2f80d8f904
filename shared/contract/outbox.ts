/** Unsent writes, and undo. */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { AllowClosed, Id, OneTask } from './fields.ts';
import type { ChangeView } from './outbox-view.ts';

/** By default the last one. Asks if a week is closed (error `needs-confirmation`) unless `allowClosed`. */
const OneChange = { undoId: z.number().int().optional(), ...AllowClosed };

export const outboxCommands = {
  /** One write, or all of them. */
  'outbox.send-now': command({ itemId: Id.optional() }),
  /** Moves a rejected entry to another task. Asks if its week is closed (error `needs-confirmation`) unless `allowClosed`. */
  'outbox.change-task': command({ itemId: Id, ...OneTask, allowClosed: z.boolean().optional() }),
  /** Moves unsent writes from another address of the same server to this one. */
  'outbox.transfer': command({ accountId: Id }),
  /** Saves the unsent changes of a signed-out account as text. The answer is the file's path; null if cancelled. */
  'outbox.save-others': command({ accountId: Id }).returns<string | null>(),
  /** Abandons the unsent changes of a signed-out account. */
  'outbox.discard-others': command({ accountId: Id }),
  /** Copies the full text written by the person. */
  'outbox.copy-text': command({ itemId: Id }),
  /** Abandons a write that needs the person; a time entry stays, marked as not at the service. */
  'outbox.discard': command({ itemId: Id }),
  /** Answers the question about a write (OutboxQuestion): yes, it is the same, or use mine. */
  'outbox.answer': command({ itemId: Id, answer: z.enum(['yes', 'no']) }),
  /** Undoes a change of this session; a toast answers. */
  'undo.undo': command(OneChange),
  /** Undoes several changes of this session in this order, or none if one has an obstacle; otherwise as `undo.undo`. */
  'undo.undo-all': command({ undoIds: z.array(z.number().int()).min(1), ...AllowClosed }),
  /** Does an undone change again; a toast answers. */
  'undo.redo': command(OneChange),
  /** The changes of this session, newest first. */
  'undo.changes': command({}).returns<ChangeView[]>(),
} satisfies CommandsOf<'outbox' | 'undo'>;
