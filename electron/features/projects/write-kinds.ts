/** The kinds of write of this feature. */
import { calendarAdd, calendarRemove } from './calendars.ts';
import { codeHostLink, codeHostUnlink, codeHostUpdate, issuesImport } from './code-host.ts';
import { labelDelete, labelRename } from './labels.ts';
import {
  backgroundRemove,
  projectArchive,
  projectCreate,
  projectDelete,
  projectMove,
  projectsOrder,
  projectUpdate,
} from './project-writes.ts';
import { backgroundSet, imageAttach } from './upload-writes.ts';
import { webhookRemove, webhookReplace, webhookUpdate } from './webhooks.ts';

export const WRITES = {
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
};

/** For the outbox. */
export const writeKinds = Object.values(WRITES);
