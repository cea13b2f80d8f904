/** Reminders. */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Id } from './common.ts';

export const remindersCommands = {
  /** Nothing is said of the task before; then once. */
  'reminders.snooze': command({ taskId: Id, length: z.enum(['10-min', '1-hour', 'evening', 'tomorrow', 'due']) }),
  /** No reminders for so long. */
  'reminders.pause': command({ length: z.enum(['1-hour', 'tomorrow']) }),
  'reminders.resume': command({}),
  /** Reminders about all dated tasks of a board, or no longer. */
  'reminders.watch-board': command({ projectId: Id, on: z.boolean() }),
  /** Shows a test notification. Gives whether the desktop took it, and whether it shows buttons. */
  'reminders.test': command({}).returns<{ isShown: boolean; hasButtons: boolean }>(),
} satisfies CommandsOf<'reminders'>;
