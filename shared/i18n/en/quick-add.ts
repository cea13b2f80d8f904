/** What quick add says about words it did not understand. British English; one sentence each. */
import { isOne, count as number } from './dates.ts';

export const quickAdd = {
  typeTitle: 'Type what needs doing.',
  titleTooLong: (most: number, has: number) =>
    `A title can have ${number(most)} characters; this one has ${number(has)}. What follows // becomes the description.`,
  whichProject: 'Which project? Type # to choose one.',

  unknownProject: (name: string) => `No project is called “${name}”, so it stays in the title.`,
  unknownPerson: (name: string) => `Nobody here is called “${name}”, so it stays in the title.`,
  unknownColumn: (name: string, project: string | null) =>
    project === null
      ? `Choose a project first: “${name}” would be one of its columns.`
      : `${project} has no column “${name}”, so it stays in the title.`,
  columnsNotRead: (name: string, project: string) =>
    `The columns of ${project} are not known yet, so “${name}” stays in the title.`,
  ambiguous: (name: string, meant: string) => `“${name}” could be ${meant}. Type more of it.`,
  twoProjects: (counts: string) => `A task has one project: ${counts} counts.`,
  twoPeople: (counts: string) => `A task has one assignee: ${counts} counts.`,
  twoPriorities: (counts: string) => `A task has one priority: ${counts} counts.`,
  twoColumns: (counts: string) => `A task is in one column: ${counts} counts.`,
  noSuchDate: (text: string) => `“${text}” is in no calendar, so it stays in the title.`,
  pastDate: (text: string) => `“${text}” has passed, so it stays in the title.`,
  quoted: (name: string) => `“${name}”`,
  others: (count: number) => `${isOne(count) ? 'one more' : `${number(count)} more`}`,
};
