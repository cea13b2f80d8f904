/** Main's words in the language in use. Read them when they are said, never before. */
import { main as en } from './en/main.ts';
import { activeMessages } from './language.ts';

export let messages: typeof en = en;
activeMessages.hold('main', en, (main) => {
  messages = main;
});
