/** The kinds of write of this feature, for the outbox. */
import { calendarAdd, calendarRemove } from './calendar-writes.ts';
import { codeHostLink, codeHostUnlink, codeHostUpdate, issuesImport } from './code-host-writes.ts';
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
import { backgroundSet, imageAttach } from './upload-writes.ts';
import { webhookRemove, webhookReplace, webhookUpdate } from './webhook-writes.ts';

export const writeKinds = [
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
];
