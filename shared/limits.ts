/** Limits that the windows and main share: lengths of typed text (UTF-16 code units), numbers, and how long a toast is shown. */

import { MAX_CREDENTIAL } from './credential.ts';

/** Longer titles are cut off (UTF-16 code units). */
export const MAX_TITLE = 500;
/** Longer names of projects, labels and people are cut off (UTF-16 code units). */
export const MAX_NAME = 200;
/** Longer descriptions make the field slow; a command has room for two of them (`MAX_TEXT` in electron/ipc/serve.ts). */
export const MAX_EDITED_DESCRIPTION = 400_000;
/** Long enough to keep names whole: undoing a rename restores the name as shown (UTF-16 code units). */
export const MAX_COLUMN_NAME = 1_000;
/** Longer comments are cut off and cannot be edited here (UTF-16 code units). */
export const MAX_COMMENT = 10_000;

/** Longer texts of evidence for proposals are cut (UTF-16 code units). */
export const MAX_EVIDENCE_TEXT = 300;
/** Names of refs at a commit, and remotes of a repository; more are left out. */
export const MAX_REFS = 10;
/** How many folders, and how many calendars, are read for proposals. */
export const MAX_PLACES = 20;
/** Proposals for a gap. */
export const MAX_PROPOSALS = 5;
/** How many counts of answers to proposals are kept: the latest. */
export const MAX_LEARNED = 2_000;

/** Longest round or break of a focus session (minutes). */
export const MAX_FOCUS_MINUTES = 240;

export const LENGTHS = {
  /** The address of a server or of a public board. */
  address: 2_000,
  clientId: 200,
  apiKey: MAX_CREDENTIAL,
  /** The limit of known servers. */
  apiKeyName: 32,
  taskTitle: MAX_TITLE,
  labelName: 100,
  description: MAX_EDITED_DESCRIPTION,
  linkTitle: 200,
  url: 2_000,
  /** A search query. */
  search: 200,
  columnName: MAX_COLUMN_NAME,
  note: 10_000,
  comment: MAX_COMMENT,
  workspaceName: 100,
  projectName: 200,
  projectKey: 20,
  projectIcon: 100,
  /** Owner or name of a repository. */
  repository: 200,
  webhookSecret: 1_000,
  timeZone: 100,
  toolName: 100,
  redirectUri: 2_048,
  /** A code, an id, or an address that contains one. */
  pasted: 4_000,
} as const;

/** How long a toast is shown (ms). */
export const TOAST_MS = 10_000;

/** Equal to the longest title that is shown and edited; the service names no limit (UTF-16 code units). */
export const MAX_NEW_TITLE = 500;

/** Earlier versions accepted titles of this length, and unsent tasks may have them. */
export const MAX_KEPT_TITLE = 10_000;

/** The longest quick-add text that is kept when its page is reloaded (UTF-16 code units). */
export const MAX_TYPED = 10_000;

/** Tasks created at once. */
export const MAX_NEW_TASKS = 100;

/** Tasks or entries changed at once. */
export const MAX_SELECTED = 500;
