/** Messages of the board; loaded with it, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/board.ts';
import { activeMessages } from './language.ts';

export let boardMessages = english;
activeMessages.bind('board', english, (active) => {
  boardMessages = active;
});
