/** Converts a parsed line to a new task, or to the reason why it cannot, and back. Pure. */

import { quickAddMessages } from '../i18n/generated/quick-add.ts';
import { MAX_NEW_TITLE } from '../limits.ts';
import { ofAccount, type TaskOfAccount } from './accounts.ts';
import { firstColumn } from './plain-task.ts';
import type { ParsedLabel, ParsedLine, ParseError, ParseErrorKind, ParserDirectory } from './types.ts';

/** Errors that the parser resolves itself. */
const HARMLESS: ReadonlySet<ParseErrorKind> = new Set(['two-projects', 'two-people', 'two-priorities', 'two-columns']);

/** Why the line is not a valid task, as a sentence; null if it is. */
export function blockingError(parsed: ParsedLine): string | null {
  const { title, project } = parsed;
  if (title === '') return quickAddMessages.typeTitle;
  if (isTitleTooLong(parsed)) return quickAddMessages.titleTooLong({ most: MAX_NEW_TITLE, has: title.length });
  if (project === null) return quickAddMessages.whichProject;
  return null;
}

/** Checked while typing, so that a long text is not rejected only at the end. */
export const isTitleTooLong = ({ title }: ParsedLine): boolean => title.length > MAX_NEW_TITLE;

/** Warnings about parts that were not recognized and stay in the title. */
export function warningsOf({ errors }: ParsedLine): ParseError[] {
  return errors.filter(({ kind }) => !HARMLESS.has(kind));
}

/** null if the line is not a valid task. */
export function toNewTask(
  parsed: ParsedLine,
  directory: Pick<ParserDirectory, 'columns' | 'byAccount'>,
): TaskOfAccount | null {
  const { project, title, description, priority, column, dates, assignee, labels } = parsed;
  if (blockingError(parsed) !== null || project === null) return null;
  return {
    projectId: project.id,
    projectSlug: project.slug,
    title,
    description,
    priority,
    status: column?.slug ?? firstColumn(project, ofAccount(directory, project)),
    ...(project.account && { accountId: project.account.id }),
    ...dates,
    ...(assignee !== null && { userId: assignee.id }),
    labels: labels.map(({ id, name, color }) => (id !== null && color !== null ? { id, name, color } : { name })),
  };
}

/** The parsed line for an existing new task; formatLine() turns it into text to edit. */
export function parsedLineOf(task: TaskOfAccount, all: Omit<ParserDirectory, 'now'>): ParsedLine {
  const { projectId, projectSlug, title, description, priority, status, userId, labels, accountId, ...dates } = task;
  const project = all.projects.find(({ id, account }) => id === projectId && account?.id === accountId) ?? {
    id: projectId,
    slug: projectSlug,
    name: projectSlug,
  };
  const directory = ofAccount(all, project);
  const columns = directory.columns[projectId] ?? [];
  const person = directory.people.find(({ id }) => id === userId);
  return {
    title,
    description,
    project,
    projectChosen: true,
    labels: labels.map((label): ParsedLabel => ('id' in label ? label : { ...label, id: null, color: null })),
    assignee: userId === undefined ? null : { id: userId, name: person?.name ?? userId },
    assigneeChosen: userId !== undefined || directory.assignToMe,
    priority,
    // A task without a column goes to the first one.
    column: columns.slice(1).find(({ slug }) => slug === status) ?? null,
    dates,
    tokens: [],
    errors: [],
  };
}
