/** Messages of the quick-add parser, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/quick-add.ts';
import { activeMessages } from './language.ts';

export let quickAddMessages = english;
activeMessages.bind('quickAdd', english, (active) => {
  quickAddMessages = active;
});
