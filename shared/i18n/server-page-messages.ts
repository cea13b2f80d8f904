/** What the pages of the server say, in the language in use; apart because they are loaded when they open. */
import { serverWords as en } from './en/server-page.ts';
import { activeWindowMessages } from './window-language.ts';

export let serverMessages: typeof en = en;
activeWindowMessages.hold('server', en, (said) => {
  serverMessages = said;
});
