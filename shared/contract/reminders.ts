/** Reminders. */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import { Id } from './fields.ts';

export interface RemindersView {
  /** End of the pause; null if reminders are not paused. */
  pausedUntil: string | null;
}

export const remindersCommands = {
  /** Reminds of the task once, at the end of the snooze. */
  'reminders.snooze': command({ taskId: Id, length: z.enum(['10-min', '1-hour', 'evening', 'tomorrow', 'due']) }),
  'reminders.pause': command({ length: z.enum(['1-hour', 'tomorrow']) }),
  'reminders.resume': command({}),
  /** Turns reminders for all dated tasks of a board on or off. */
  'reminders.watch-board': command({ projectId: Id, on: z.boolean() }),
  /** Shows a test notification. Returns whether the desktop accepted it, and whether it shows buttons. */
  'reminders.test': command({}).returns<{ isShown: boolean; hasButtons: boolean }>(),
} satisfies CommandsOf<'reminders'>;
