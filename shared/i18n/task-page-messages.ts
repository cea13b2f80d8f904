/** What a task's page says, in the language in use; apart because it is loaded with it. */

import { detailWords as en } from './en/task-page.ts';
import { dayIn } from './format-dates.ts';
import { spoken } from './window-language.ts';

export let detailWords: typeof en = en;
spoken.hold('details', en, (said) => {
  detailWords = said;
});

/** "November 2026". */
export const monthName = (date: Date): string => dayIn('month', date);
