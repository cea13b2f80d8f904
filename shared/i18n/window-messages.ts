/** What the window says, in the language in use. Read it when it is drawn, never before. */
import { words as en } from './en/window.ts';
import { activeWindowMessages } from './window-language.ts';

export let messages: typeof en = en;
activeWindowMessages.hold('words', en, (said) => {
  messages = said;
});
