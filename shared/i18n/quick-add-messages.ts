/** What quick add says about words it did not understand, in the language in use. */
import { quickAdd as en } from './en/quick-add.ts';
import { activeMessages } from './language.ts';

export let quickAddMessages: typeof en = en;
activeMessages.hold('quickAdd', en, (words) => {
  quickAddMessages = words;
});
