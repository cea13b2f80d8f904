/** What the pages of the server say, in the language in use; apart because they are loaded when they open. */
import { serverWords as en } from './en/server.ts';
import { spoken } from './language.ts';

export let serverWords: typeof en = en;
spoken.hold('server', en, (said) => {
  serverWords = said;
});
