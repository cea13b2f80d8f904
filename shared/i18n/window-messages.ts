/** What the window says, in the language in use. Read it when it is drawn, never before. */
import { words as en } from './en/window.ts';
import { spoken } from './window-language.ts';

export let words: typeof en = en;
spoken.hold('words', en, (said) => {
  words = said;
});
