/** How long what a person types may be, in UTF-16 code units: its field takes no more, and main would refuse more. */

import { MAX_COLUMN_NAME } from './contract/board-view.ts';
import { MAX_COMMENT } from './contract/task-details.ts';
import { MAX_CREDENTIAL } from './credential.ts';
import { MAX_EDITED_DESCRIPTION, MAX_TITLE } from './tasks/limits.ts';

export const LENGTHS = {
  /** Of a server, or of a public board. */
  address: 2_000,
  clientId: 200,
  apiKey: MAX_CREDENTIAL,
  /** Servers take no longer one. */
  apiKeyName: 32,
  taskTitle: MAX_TITLE,
  labelName: 100,
  description: MAX_EDITED_DESCRIPTION,
  linkTitle: 200,
  url: 2_000,
  /** Words that tasks are searched by. */
  search: 200,
  columnName: MAX_COLUMN_NAME,
  note: 10_000,
  comment: MAX_COMMENT,
  projectName: 200,
  projectKey: 20,
  projectIcon: 100,
  /** Its owner, and its name. */
  repository: 200,
  webhookSecret: 1_000,
  timeZone: 100,
  toolName: 100,
  redirectUri: 2_048,
  /** A code, an id or the address one stands in. */
  pasted: 4_000,
} as const;

/** How long a change can be taken back (ms). */
export const UNDO_MS = 10_000;

/** As long as a title can be when it is changed, and is shown; the service names no limit (UTF-16 code units). */
export const MAX_NEW_TITLE = 500;

/** Earlier versions took titles as long as this, and may have left such a task to be sent. */
export const MAX_KEPT_TITLE = 10_000;

/** The longest text that is kept for a page that ends (UTF-16 code units): more is pasted, not typed. */
export const MAX_TYPED = 10_000;

/** Nobody reads more at once. */
export const MAX_NEW_TASKS = 100;
