/** Every kind of write there is. */

import { columnUpdate } from '../features/board/column-writes.ts';
import { calendarAdd, calendarRemove } from '../features/projects/calendar-writes.ts';
import { codeHostLink, codeHostUnlink, codeHostUpdate, issuesImport } from '../features/projects/code-host-writes.ts';
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
} from '../features/projects/project-writes.ts';
import { backgroundSet, imageAttach } from '../features/projects/upload-writes.ts';
import { webhookRemove, webhookReplace, webhookUpdate } from '../features/projects/webhook-writes.ts';
import { notificationRead, notificationsReadAll } from '../features/server/notification-writes.ts';
import { commentAdd, commentDelete, commentEdit } from '../features/tasks/comment-writes.ts';
import { labelAttach, labelRemove } from '../features/tasks/label-writes.ts';
import { linkAdd, linkRemove, relationAdd, relationRemove } from '../features/tasks/relation-writes.ts';
import { taskCreate } from '../features/tasks/task-create-write.ts';
import { taskDelete, taskRemove } from '../features/tasks/task-delete-writes.ts';
import { taskPosition } from '../features/tasks/task-full-update.ts';
import { VALUE_KINDS } from '../features/tasks/task-value-writes.ts';
import { taskAssignee, taskDescription, taskStatus, tasksMove, taskTitle } from '../features/tasks/task-writes.ts';
import { timeEntryClose } from '../features/time/entry-close-write.ts';
import { timeEntryCreate } from '../features/time/entry-create-write.ts';
import { timeEntryUpdate } from '../features/time/entry-update-write.ts';

export const WRITE_KINDS = [
  timeEntryCreate,
  timeEntryUpdate,
  timeEntryClose,
  taskCreate,
  taskDelete,
  taskRemove,
  taskStatus,
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
