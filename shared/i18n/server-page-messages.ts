/** Messages of the pages of the server; loaded with them, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/server-page.ts';
import { activeMessages } from './language.ts';

export let serverMessages = english;
activeMessages.bind('serverPage', english, (active) => {
  serverMessages = active;
});
