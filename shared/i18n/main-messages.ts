/** Messages of the main process, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/main.ts';
import { activeMessages } from './language.ts';

export let messages = english;
activeMessages.bind('main', english, (active) => {
  messages = active;
});
