/** What a task's page says, in the language in use; apart because it is loaded with it. */

import { detailWords as en } from './en/task-page.ts';
import { dayIn } from './format-dates.ts';
import { activeWindowMessages } from './window-language.ts';

export let taskPageMessages: typeof en = en;
activeWindowMessages.hold('details', en, (said) => {
  taskPageMessages = said;
});

/** "November 2026". */
export const monthName = (date: Date): string => dayIn('month', date);
