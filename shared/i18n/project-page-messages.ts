/** Messages of the page of a project; loaded with it, in the language in use: read them when they are shown, never before. */
import { messages as english } from './generated/en/project-page.ts';
import { activeMessages } from './language.ts';

export let projectMessages = english;
activeMessages.bind('projectPage', english, (active) => {
  projectMessages = active;
});
