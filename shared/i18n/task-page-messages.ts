/** Messages of the page of a task; loaded with it, in the language in use: read them when they are shown, never before. */
import { dayIn } from './format-dates.ts';
import { messages as english } from './generated/en/task-page.ts';
import { activeMessages } from './language.ts';

export let taskPageMessages = english;
activeMessages.bind('taskPage', english, (active) => {
  taskPageMessages = active;
});

/** "November 2026". */
export const monthName = (date: Date): string => dayIn('month', date);
