/** What quick add says about words it did not understand, in the language in use. */
import * as en from './en/quick-add.ts';
import { spoken } from './language.ts';

export let quickAddWords: typeof en = en;
spoken.hold('quickAdd', en, (words) => {
  quickAddWords = words;
});
