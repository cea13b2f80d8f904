/** View of writes that the service does not have yet. */
import type { Entry } from '../time/entry.ts';

export interface OutboxItemView {
  id: string;
  accountId: string;
  /** Writes on the same subject are sent in order. */
  subject: string;
  /** The time entry, if it can still be changed. */
  entryId: string | null;
  /** A new task that can still be changed. */
  isNewTask: boolean;
  /** "Start PAY-142", "Stop PAY-142 at 14:06". */
  what: string;
  /** It contains a text that `what` shortens; `outbox.copy-text` copies it. */
  hasText: boolean;
  state: 'waiting' | 'sending' | 'needs-you';
  createdAt: string;
  attempts: number;
  /** The last error as text; null before the first attempt. */
  lastError: string | null;
  /** null if it needs the person, waits for an earlier write, or waits for a sign-in. */
  nextTryAt: string | null;
  question: OutboxQuestion | null;
}

/** Only the person knows whether two entries are one, or which version of one stays. */
export interface OutboxQuestion {
  is: 'same-entry' | 'duplicate-entry' | 'changed-entry';
  /** The task's identifier and title. */
  task: string;
  mine: QuestionedEntry;
  /** null: the service's record cannot be read. */
  theirs: (QuestionedEntry & { /** Since when the service has it. */ createdAt: string | null }) | null;
}

export type QuestionedEntry = Pick<Entry, 'startTime' | 'endTime' | 'note'>;

/** Another account on this computer with unsent writes; while nobody is signed in, any account. */
export interface OtherOutboxView {
  accountId: string;
  /** With the workspace of a further one. */
  server: string;
  /** Its owner. */
  person: string;
  /** Has the same user id and e-mail address, so it may be the same server under its former address. */
  isSamePerson: boolean;
  /** As the current account's. */
  isSameServer: boolean;
  /** The open account that a closed workspace can be opened from; null if it needs a sign-in, or is none. */
  openFrom: { accountId: string; workspaceId: string } | null;
  total: number;
  /** How many of the oldest 100 need attention. */
  needing: number;
}

export interface OutboxView {
  /** The oldest 100 of `total` writes. */
  items: OutboxItemView[];
  total: number;
  /** Nobody is signed in, so nothing is sent. */
  isPaused: boolean;
  others: OtherOutboxView[];
}

/** A change of this session. */
export interface ChangeView {
  undoId: number;
  /** When it was made. */
  at: string;
  /** In the words of its toast. */
  text: string;
  /** The text of its undo button. */
  label: string;
  state: 'done' | 'undone';
  /** It can be undone, or redone if it is undone. */
  isPossible: boolean;
  /** Why not; null if it is possible or nothing is to be said. */
  obstacle: string | null;
}
