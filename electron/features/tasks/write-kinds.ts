/** The kinds of write of this feature, for the outbox. */
import { commentAdd, commentDelete, commentEdit } from './comment-writes.ts';
import { labelAttach, labelRemove } from './label-writes.ts';
import { linkAdd, linkRemove, relationAdd, relationRemove } from './relation-writes.ts';
import { taskCreate } from './task-create-write.ts';
import { taskDelete, taskRemove } from './task-delete-writes.ts';
import { taskPosition } from './task-full-update.ts';
import { taskProject } from './task-project-write.ts';
import { VALUE_KINDS } from './task-value-writes.ts';
import { taskAssignee, taskDescription, taskStatus, tasksMove, taskTitle } from './task-writes.ts';

export const writeKinds = [
  taskCreate,
  taskDelete,
  taskRemove,
  taskStatus,
  taskProject,
  ...VALUE_KINDS,
  taskAssignee,
  taskTitle,
  taskPosition,
  taskDescription,
  tasksMove,
  labelAttach,
  labelRemove,
  relationAdd,
  relationRemove,
  linkAdd,
  linkRemove,
  commentAdd,
  commentEdit,
  commentDelete,
];
