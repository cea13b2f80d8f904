/** Answers to the questions about a running timer: time away, still working, a timer that was stopped. */

import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Id } from './common.ts';

export const idleCommands = {
  /** What the time away was. `split` makes it an entry of its own, on `taskId` where that is given. */
  'away-time.answer': command({
    id: Id,
    answer: z.enum(['keep', 'discard', 'discard-and-continue', 'split']),
    taskId: Id.optional(),
  }),
  'still-working.answer': command({ answer: z.enum(['yes', 'stop']) }),
  /** `go-on`: another entry on the same task, from where the first one was ended. */
  'stopped-timer.answer': command({ answer: z.enum(['go-on', 'leave']) }),
} satisfies CommandsOf<'away-time' | 'still-working' | 'stopped-timer'>;
