/** Messages of the window, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/window.ts';
import { activeMessages } from './language.ts';

export let messages = english;
activeMessages.bind('window', english, (active) => {
  messages = active;
});
