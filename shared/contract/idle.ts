/** Answers to the questions about a running timer: time away, still working, a timer that was stopped. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { AllowClosed, Id } from './fields.ts';

export const idleCommands = {
  /** `split` turns the time away into a separate entry, on `taskId` if given. */
  'away-time.answer': command({
    id: Id,
    answer: z.enum(['keep', 'discard', 'discard-and-continue', 'split']),
    taskId: Id.optional(),
    accountId: Id.optional(),
    ...AllowClosed,
  }),
  'still-working.answer': command({ answer: z.enum(['yes', 'stop']) }),
  /** `go-on` creates another entry on the same task, from the end of the first. */
  'stopped-timer.answer': command({ answer: z.enum(['go-on', 'leave']), ...AllowClosed }),
} satisfies CommandsOf<'away-time' | 'still-working' | 'stopped-timer'>;
