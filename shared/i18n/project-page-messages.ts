/** What the page of a project says, in the language in use; apart because it is loaded with it. */
import { projectWords as en } from './en/project-page.ts';
import { activeWindowMessages } from './window-language.ts';

export let projectMessages: typeof en = en;
activeWindowMessages.hold('project', en, (said) => {
  projectMessages = said;
});
