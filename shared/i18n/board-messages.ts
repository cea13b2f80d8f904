/** What a board says, in the language in use; apart because it is loaded with it. */
import { boardWords as en } from './en/board.ts';
import { activeWindowMessages } from './window-language.ts';

export let boardMessages: typeof en = en;
activeWindowMessages.hold('board', en, (said) => {
  boardMessages = said;
});
