/** What quick add says about words it did not understand. British English; one sentence each. */
import { count, either, isOne } from './dates.ts';

export const typeTitle: string = 'Type what needs doing.';
export const titleTooLong = (most: number, has: number): string =>
  `A title can have ${count(most)} characters; this one has ${count(has)}. What follows // becomes the description.`;
export const whichProject: string = 'Which project? Type # to choose one.';

export const unknownProject = (name: string): string => `No project is called “${name}”, so it stays in the title.`;
export const unknownPerson = (name: string): string => `Nobody here is called “${name}”, so it stays in the title.`;
export const unknownColumn = (name: string, project: string | null): string =>
  project === null
    ? `Choose a project first: “${name}” would be one of its columns.`
    : `${project} has no column “${name}”, so it stays in the title.`;
export const columnsNotRead = (name: string, project: string): string =>
  `The columns of ${project} are not known yet, so “${name}” stays in the title.`;
export const ambiguous = (name: string, meant: readonly string[]): string =>
  `“${name}” could be ${one(meant)}. Type more of it.`;
export const twoProjects = (counts: string): string => `A task has one project: ${counts} counts.`;
export const twoPeople = (counts: string): string => `A task has one assignee: ${counts} counts.`;
export const twoPriorities = (counts: string): string => `A task has one priority: ${counts} counts.`;
export const twoColumns = (counts: string): string => `A task is in one column: ${counts} counts.`;
export const noSuchDate = (text: string): string => `“${text}” is in no calendar, so it stays in the title.`;
export const pastDate = (text: string): string => `“${text}” has passed, so it stays in the title.`;

function one(meant: readonly string[]): string {
  const shown = meant.slice(0, 3).map((name) => `“${name}”`);
  const others = meant.length - shown.length;
  return either(others > 0 ? [...shown, isOne(others) ? 'one more' : `${count(others)} more`] : shown);
}
