/** Main's words in the language in use. Read them when they are said, never before. */
import { main as en } from './en/main.ts';
import { spoken } from './language.ts';

export let words: typeof en = en;
spoken.hold('main', en, (main) => {
  words = main;
});
