/** What the pages of the server say, in the language in use; apart because they are loaded when they open. */
import { serverWords as en } from './en/server-page.ts';
import { spoken } from './window-language.ts';

export let serverWords: typeof en = en;
spoken.hold('server', en, (said) => {
  serverWords = said;
});
