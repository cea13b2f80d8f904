/** What a board says, in the language in use; apart because it is loaded with it. */
import { boardWords as en } from './en/board.ts';
import { spoken } from './window-language.ts';

export let boardWords: typeof en = en;
spoken.hold('board', en, (said) => {
  boardWords = said;
});
