/** View of changes that have not reached the service. */

export interface OutboxItemView {
  id: string;
  /** What it is about: writes on the same subject go in order. */
  subject: string;
  /** The time entry it is about, where that can still be changed. */
  entryId: string | null;
  /** A task that waits to be made, and can still be changed. */
  isNewTask: boolean;
  /** "Start PAY-142", "Stop PAY-142 at 14:06". */
  what: string;
  /** It holds a text that `what` tells only in part; `unsent.copy-text` copies it. */
  hasText: boolean;
  state: 'waiting' | 'sending' | 'needs-you';
  createdAt: string;
  attempts: number;
  /** Last error in words; null before the first attempt. */
  lastError: string | null;
  /** null where it is no question of time: it needs the person, an earlier one comes first, or nobody is signed in. */
  nextTryAt: string | null;
}

export interface OutboxView {
  /** Writes that are not at the service yet, oldest first; at most 100 of `total`. */
  items: OutboxItemView[];
  total: number;
  /** Nobody is signed in: nothing leaves. */
  isPaused: boolean;
  /** What waits for other accounts that were signed in here; only those for which something does. */
  others: { accountId: string; server: string; isSamePerson: boolean; total: number }[];
}
