/** What the page of a project says, in the language in use; apart because it is loaded with it. */
import { projectWords as en } from './en/project-page.ts';
import { spoken } from './window-language.ts';

export let projectWords: typeof en = en;
spoken.hold('project', en, (said) => {
  projectWords = said;
});
