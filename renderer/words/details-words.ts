/** What a task's page says, in the language in use; apart because it is loaded with it. */
import { dayIn } from '../../electron/words/dates.ts';
import { detailWords as en } from './en/details.ts';
import { spoken } from './language.ts';

export let detailWords: typeof en = en;
spoken.hold('details', en, (said) => {
  detailWords = said;
});

/** "November 2026". */
export const monthName = (date: Date): string => dayIn('month', date);
