/** From what was understood of a line to the task to be made, or what stands in its way, and back. Pure. */

import type { NewTask } from '../contract/new-task.ts';
import { quickAddMessages } from '../i18n/quick-add-messages.ts';
import { MAX_NEW_TITLE } from '../limits.ts';

import type { ParsedLabel, ParsedLine, ParseError, ParseErrorKind, ParserDirectory } from './types.ts';

/** Of these the parser says what counts instead; there is nothing to think over. */
const HARMLESS: ReadonlySet<ParseErrorKind> = new Set(['two-projects', 'two-people', 'two-priorities', 'two-columns']);

/** The first column of a project whose columns nobody has read yet: every project is made with it. */
const FIRST_COLUMN = 'to-do';

/** Why no task can be made of it, a sentence; null where one can. */
export function blockingError(understood: ParsedLine): string | null {
  const { title, project } = understood;
  if (title === '') return quickAddMessages.typeTitle;
  if (isTitleTooLong(understood)) return quickAddMessages.titleTooLong({ most: MAX_NEW_TITLE, has: title.length });
  if (project === null) return quickAddMessages.whichProject;
  return null;
}

/** Said while it is typed: whoever writes that much should not learn of it only at the end. */
export const isTitleTooLong = ({ title }: ParsedLine): boolean => title.length > MAX_NEW_TITLE;

/** What was not understood and stays in the title: worth a second look before the task is made. */
export function warningsOf({ errors }: ParsedLine): ParseError[] {
  return errors.filter(({ kind }) => !HARMLESS.has(kind));
}

/** null where something stands in its way. */
export function toNewTask(understood: ParsedLine, known: Pick<ParserDirectory, 'columns'>): NewTask | null {
  const { project, title, description, priority, column, dueDate, assignee, labels } = understood;
  if (blockingError(understood) !== null || project === null) return null;
  return {
    projectId: project.id,
    projectSlug: project.slug,
    title,
    description,
    priority,
    status: column?.slug ?? known.columns[project.id]?.[0]?.slug ?? FIRST_COLUMN,
    ...(dueDate !== null && { dueDate }),
    ...(assignee !== null && { userId: assignee.id }),
    labels: labels.map(({ id, name, color }) => (id !== null && color !== null ? { id, name, color } : { name })),
  };
}

/** What would be understood of a line that makes this task: printed (print.ts), it can be changed. */
export function parsedLineOf(task: NewTask, known: Omit<ParserDirectory, 'now'>): ParsedLine {
  const { projectId, projectSlug, title, description, priority, status, dueDate = null, userId, labels } = task;
  const columns = known.columns[projectId] ?? [];
  const person = known.people.find(({ id }) => id === userId);
  return {
    title,
    description,
    project: known.projects.find(({ id }) => id === projectId) ?? {
      id: projectId,
      slug: projectSlug,
      name: projectSlug,
    },
    projectChosen: true,
    labels: labels.map((label): ParsedLabel => ('id' in label ? label : { ...label, id: null, color: null })),
    assignee: userId === undefined ? null : { id: userId, name: person?.name ?? known.me.name },
    assigneeChosen: userId !== undefined || known.assignToMe,
    priority,
    // The first one is where a task goes that names none.
    column: columns.slice(1).find(({ slug }) => slug === status) ?? null,
    dueDate,
    tokens: [],
    errors: [],
  };
}
