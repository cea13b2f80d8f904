/** The task list and a task’s page. */

import { z } from 'zod';
import { LENGTHS, MAX_SELECTED } from '../limits.ts';
import { type CommandsOf, command, type WriteResult } from './command.ts';
import { Id, Instant, OneTask, requiredLine, typedLine } from './fields.ts';
import type {
  AnnouncedEvent,
  EditedDescription,
  TaskChoices,
  TaskHit,
  TaskMenuChoices,
  TaskProgress,
} from './task-page.ts';
import { TaskValues } from './task-schema.ts';

const CommentText = z.string().trim().min(1).max(LENGTHS.comment);
/** What the person adds to a collection of a task. */
const NewRecord = z.discriminatedUnion('of', [
  /** A label of the workspace, or a new one with that name. */
  z.strictObject({ of: z.literal('labels'), name: requiredLine(LENGTHS.labelName) }),
  z.strictObject({
    of: z.literal('relations'),
    other: z.strictObject({ id: Id, identifier: typedLine(100), title: typedLine(LENGTHS.taskTitle) }),
    kind: z.enum(['subtask', 'parent', 'blocks', 'blocked-by', 'related']),
  }),
  z.strictObject({
    of: z.literal('links'),
    url: z.url({ protocol: /^https?$/ }).max(LENGTHS.url),
    title: typedLine(LENGTHS.linkTitle),
  }),
]);
export type NewRecord = z.infer<typeof NewRecord>;

const Label = requiredLine(LENGTHS.labelName);
const TaskChange = z.union([
  z.strictObject({ ...OneTask, title: requiredLine(LENGTHS.taskTitle) }),
  z.strictObject({ ...OneTask, status: Id }),
  z.strictObject({ ...OneTask, priority: TaskValues.shape.priority }),
  z.strictObject({ ...OneTask, dueDate: TaskValues.shape.dueDate }),
  z.strictObject({ ...OneTask, startDate: TaskValues.shape.startDate }),
  z.strictObject({ ...OneTask, userId: Id.nullable() }),
  z.strictObject({ ...OneTask, label: Label, isOn: z.boolean() }),
  z.strictObject({ ...OneTask, isDeleted: z.literal(true) }),
]);
export type TaskChange = z.infer<typeof TaskChange>;

/** The temporary id of an unsent record contains its name, tasks or address. */
const RecordId = z
  .string()
  .min(1)
  .max(LENGTHS.url + 500);

export const tasksCommands = {
  'tasks.refresh': command({}),
  /** When the list was last read. The window asks for it, because an unchanged answer is not published. */
  'tasks.fetched-at': command({}).returns<string | null>(),
  /** Opens a task's page or reads it again; the result is in the state. */
  'tasks.open-page': command(OneTask),
  /** Closes the page. */
  'tasks.leave-page': command(OneTask),
  /** The whole text of a long description. */
  'tasks.description': command(OneTask).returns<string>(),
  /** Possible assignees and labels. */
  'tasks.choices': command(OneTask).returns<TaskChoices>(),
  /** The same for any task, with its own values. */
  'tasks.menu-choices': command(OneTask).returns<TaskMenuChoices>(),
  /** Where a task of a list can be, and where it is. */
  'tasks.places': command(OneTask).returns<{ status: string; places: TaskProgress[] }>(),
  /** What a notification of the service is about; null if the task's activity does not say so. */
  'tasks.announced-event': command({ ...OneTask, type: typedLine(100), at: Instant }).returns<AnnouncedEvent | null>(),
  /** Moves it to another project of the workspace. */
  'tasks.set-project': command({ ...OneTask, projectId: Id }),
  /** Changes one task, or several in the same way, with one undo. */
  'tasks.change': command({ changes: z.array(TaskChange).min(1).max(MAX_SELECTED) }),
  /** The description to start an edit from. */
  'tasks.edit-description': command(OneTask).returns<EditedDescription>(),
  /** `before` is the text at the start of the edit. */
  'tasks.set-description': command({
    ...OneTask,
    before: z.string().max(LENGTHS.description),
    description: z.string().max(LENGTHS.description),
  }),
  /** Discards a rejected description. */
  'tasks.drop-description': command(OneTask),
  'tasks.add-record': command({ ...OneTask, record: NewRecord }),
  'tasks.remove-record': command({
    ...OneTask,
    of: z.enum(NewRecord.options.map(({ shape }) => shape.of.value)),
    id: RecordId,
  }),
  'tasks.add-comment': command({ ...OneTask, text: CommentText }),
  'tasks.edit-comment': command({ ...OneTask, commentId: Id, text: CommentText }),
  'tasks.remove-comment': command({ ...OneTask, commentId: Id }),
  /** Shows older comments and events. */
  'tasks.show-earlier': command(OneTask),
  'tasks.open-link': command({ ...OneTask, linkId: RecordId }),
  /** Opens an address that occurs in the description or a comment. */
  'tasks.open-url': command({ ...OneTask, url: z.url().max(LENGTHS.url) }),
  /** The task of a link in a text, in the account of the server that it leads to; null if it cannot be read there. */
  'tasks.find-linked': command({ ...OneTask, url: z.url().max(LENGTHS.url) }).returns<Pick<
    TaskHit,
    'id' | 'accountId'
  > | null>(),
  /** Copies an address that occurs in the description or a comment. */
  'tasks.copy-url': command({ ...OneTask, url: z.url().max(LENGTHS.url) }),
  /** Searches the tasks of the workspace. */
  'tasks.search': command({ query: z.string().trim().min(1).max(LENGTHS.search) }).returns<TaskHit[]>(),
  'tasks.open-in-browser': command(OneTask),
  /** Copies the address of the task's page at the service. */
  'tasks.copy-link': command(OneTask),
  'tasks.copy-identifier': command({ identifier: requiredLine(LENGTHS.search) }),

  /** Opens a file dialog, uploads the picture and copies its markdown; null if the person cancels. */
  'tasks.attach-picture': command({
    ...OneTask,
    identifier: z.string().max(100),
  }).returns<WriteResult<string> | null>(),
} satisfies CommandsOf<'tasks'>;
