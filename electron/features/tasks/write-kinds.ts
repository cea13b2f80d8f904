/** The kinds of write of this feature. */
import { commentAdd, commentDelete, commentEdit } from './comment-writes.ts';
import { taskDescription } from './description-changes.ts';
import type { TaskCollection } from './task-collection.ts';
import { taskCreate } from './task-create-write.ts';
import { FIELD_WRITES } from './task-field-writes.ts';
import { taskPosition } from './task-full-update.ts';
import { labels } from './task-labels.ts';
import { links } from './task-links.ts';
import { relations, subtaskAdd } from './task-relations.ts';
import type { EditableCollection, TaskWrite } from './task-write.ts';
import { taskDelete, taskProject, taskRemove, taskStatus, tasksMove } from './task-writes.ts';

export const COLLECTIONS: { readonly [C in EditableCollection]: TaskCollection<C> } = { labels, relations, links };

/** Those that change what is shown of a task. */
const CHANGES: readonly TaskWrite[] = [
  taskRemove,
  taskStatus,
  taskProject,
  taskPosition,
  taskDescription,
  tasksMove,
  ...Object.values(FIELD_WRITES).map(({ write }) => write),
  ...Object.values(COLLECTIONS).flatMap(({ writes }) => writes),
  subtaskAdd,
  commentAdd,
  commentEdit,
  commentDelete,
];

export const taskWrites: ReadonlyMap<string, TaskWrite> = new Map(CHANGES.map((write) => [write.kind, write]));

/** For the outbox. */
export const writeKinds = [taskCreate, taskDelete, ...CHANGES];
