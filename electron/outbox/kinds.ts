/** Every kind of write there is. */
import { calendarAdd, calendarRemove } from './calendar-writes.ts';
import { codeHostLink, codeHostUnlink, codeHostUpdate, issuesImport } from './code-host-writes.ts';
import { columnUpdate } from './column-writes.ts';
import { commentAdd, commentDelete, commentEdit } from './comment-writes.ts';
import { labelAttach, labelRemove } from './label-writes.ts';
import { notificationRead, notificationsReadAll } from './notification-writes.ts';
import {
  backgroundRemove,
  labelDelete,
  labelRename,
  projectArchive,
  projectCreate,
  projectDelete,
  projectMove,
  projectsOrder,
  projectUpdate,
} from './project-writes.ts';
import { linkAdd, linkRemove, relationAdd, relationRemove } from './relation-writes.ts';
import { taskCreate } from './task-create.ts';
import { taskDelete, taskRemove } from './task-delete.ts';
import { taskPosition } from './task-position.ts';
import {
  taskAssignee,
  taskDescription,
  taskDueDate,
  taskPriority,
  taskStatus,
  tasksMove,
  taskTitle,
} from './task-writes.ts';
import { timeEntryClose } from './time-entry-close.ts';
import { timeEntryCreate } from './time-entry-create.ts';
import { timeEntryUpdate } from './time-entry-update.ts';
import { backgroundSet, imageAttach } from './upload-writes.ts';
import { webhookRemove, webhookReplace, webhookUpdate } from './webhook-writes.ts';

export const WRITE_KINDS = [
  timeEntryCreate,
  timeEntryUpdate,
  timeEntryClose,
  taskCreate,
  taskDelete,
  taskRemove,
  taskStatus,
  taskPriority,
  taskDueDate,
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
  columnUpdate,
  projectUpdate,
  projectArchive,
  projectCreate,
  projectDelete,
  projectMove,
  projectsOrder,
  backgroundSet,
  backgroundRemove,
  labelDelete,
  labelRename,
  webhookReplace,
  webhookUpdate,
  webhookRemove,
  codeHostLink,
  codeHostUpdate,
  codeHostUnlink,
  issuesImport,
  calendarAdd,
  calendarRemove,
  imageAttach,
  notificationRead,
  notificationsReadAll,
];
