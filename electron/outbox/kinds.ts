/** Every kind of write there is. */
import { columnUpdate } from './column-writes.ts';
import { labelAttach, labelRemove } from './label-writes.ts';
import { linkAdd, linkRemove, relationAdd, relationRemove } from './relation-writes.ts';
import { taskCreate } from './task-create.ts';
import { taskDelete } from './task-delete.ts';
import { taskAssignee, taskDueDate, taskPriority, taskStatus, tasksMove, taskTitle } from './task-writes.ts';
import { timeEntryCreate } from './time-entry-create.ts';
import { timeEntryUpdate } from './time-entry-update.ts';

export const WRITE_KINDS = [
  timeEntryCreate,
  timeEntryUpdate,
  taskCreate,
  taskDelete,
  taskStatus,
  taskPriority,
  taskDueDate,
  taskAssignee,
  taskTitle,
  tasksMove,
  labelAttach,
  labelRemove,
  relationAdd,
  relationRemove,
  linkAdd,
  linkRemove,
  columnUpdate,
];
