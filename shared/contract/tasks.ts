/** The list, and a task’s page. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { Priority } from '../tasks/priority.ts';
import { type CommandsOf, Empty, Id, Instant, OneTask } from './common.ts';
import type { EditedDescription, TaskChoices, TaskHit } from './task-details.ts';
import type { WriteResult } from './write-result.ts';

const CommentText = z.string().trim().min(1).max(LENGTHS.comment);
const Relation = z.enum(['subtask', 'parent', 'blocks', 'blocked-by', 'related']);

export const tasksCommands = {
  'tasks.refresh': Empty,
  /** When the list was last given; asked while it is on screen, because an unchanged answer is not told. */
  'tasks.fetched-at': Empty,
  /** Opens the page of a task, or reads it anew: what is read is in the state. */
  'tasks.details': OneTask,
  /** Its page is closed. */
  'tasks.leave': OneTask,
  /** The whole of a long description. */
  'tasks.description': OneTask,
  /** Whom it can be given to, and what labels there are. The commands that follow are about the task whose page is open. */
  'tasks.choices': OneTask,
  'tasks.set-status': OneTask.extend({ status: Id }).strict(),
  'tasks.set-priority': OneTask.extend({ priority: Priority }).strict(),
  /** A whole day or a moment (shared/dates/calendar-day.ts); null for none. */
  'tasks.set-due-date': OneTask.extend({ dueDate: Instant.nullable() }).strict(),
  'tasks.set-assignee': OneTask.extend({ userId: Id.nullable() }).strict(),
  'tasks.set-title': OneTask.extend({ title: z.string().trim().min(1).max(LENGTHS.taskTitle) }).strict(),
  'tasks.delete': OneTask,
  /** What the description is edited from. */
  'tasks.edit-description': OneTask,
  /** `before`: what it was edited from. */
  'tasks.set-description': OneTask.extend({
    before: z.string().max(LENGTHS.description),
    description: z.string().max(LENGTHS.description),
  }).strict(),
  /** Gives up a description that was refused. */
  'tasks.drop-description': OneTask,
  'tasks.add-label': OneTask.extend({ name: z.string().trim().min(1).max(LENGTHS.labelName) }).strict(),
  'tasks.remove-label': OneTask.extend({ labelId: Id }).strict(),
  'tasks.add-relation': OneTask.extend({
    other: z.object({ id: Id, identifier: z.string().max(100), title: z.string().max(LENGTHS.taskTitle) }).strict(),
    kind: Relation,
  }).strict(),
  'tasks.remove-relation': OneTask.extend({ relationId: Id }).strict(),
  'tasks.add-link': OneTask.extend({
    url: z.url({ protocol: /^https?$/ }).max(LENGTHS.url),
    title: z.string().trim().max(LENGTHS.linkTitle),
  }).strict(),
  'tasks.remove-link': OneTask.extend({ linkId: Id }).strict(),
  'tasks.add-comment': OneTask.extend({ text: CommentText }).strict(),
  'tasks.edit-comment': OneTask.extend({ commentId: Id, text: CommentText }).strict(),
  'tasks.remove-comment': OneTask.extend({ commentId: Id }).strict(),
  /** Older comments and events are shown as well. */
  'tasks.show-earlier': OneTask,
  'tasks.open-link': OneTask.extend({ linkId: Id }).strict(),
  /** Opens an address that the description or a comment names. */
  'tasks.open-url': OneTask.extend({ url: z.url().max(LENGTHS.url) }).strict(),
  /** Whether a task that a text links to can be shown here. */
  'tasks.is-readable': OneTask.extend({ url: z.url().max(LENGTHS.url) }).strict(),
  /** Copies an address that one of them names, such as one that is not opened. */
  'tasks.copy-url': OneTask.extend({ url: z.url().max(LENGTHS.url) }).strict(),
  /** Tasks of the workspace, by words. */
  'tasks.search': z.object({ query: z.string().trim().min(1).max(LENGTHS.search) }).strict(),
  /** Takes back the last change of a task, within ten seconds. */
  'tasks.undo': z.object({ undoId: z.number().int() }).strict(),
  'tasks.open-in-browser': OneTask,

  /** Asks which picture, puts it where the service keeps pictures, and copies the line of markdown for it; null where the person cancels. */
  'tasks.attach-picture': OneTask.extend({ identifier: z.string().max(100) }).strict(),
} satisfies CommandsOf<'tasks'>;

export interface TasksResults {
  'tasks.fetched-at': string | null;
  'tasks.description': string;
  'tasks.choices': TaskChoices;
  'tasks.edit-description': EditedDescription;
  'tasks.is-readable': boolean;
  'tasks.search': TaskHit[];
  'tasks.attach-picture': WriteResult<string> | null;
}
