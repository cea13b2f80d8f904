/** Reminders. */
import { z } from 'zod';
import { type CommandsOf, Empty, Id } from './common.ts';

export const remindersCommands = {
  /** Nothing is said of the task before; then once. */
  'reminders.snooze': z
    .object({ taskId: Id, length: z.enum(['10-min', '1-hour', 'evening', 'tomorrow', 'due']) })
    .strict(),
  /** No reminders for so long. */
  'reminders.pause': z.object({ length: z.enum(['1-hour', 'tomorrow']) }).strict(),
  'reminders.resume': Empty,
  /** Reminders about all dated tasks of a board, or no longer. */
  'reminders.watch-board': z.object({ projectId: Id, on: z.boolean() }).strict(),
  /** Shows a notification that means nothing. */
  'reminders.test': Empty,
} satisfies CommandsOf<'reminders'>;

export interface RemindersResults {
  /** Whether the desktop took it, and shows buttons. */
  'reminders.test': { isShown: boolean; hasButtons: boolean };
}
