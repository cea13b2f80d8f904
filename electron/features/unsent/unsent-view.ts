/** The queue as people read it. */
import type { Outbox } from '../../outbox/outbox.ts';
import { isSurelyAbsent, type OutboxState } from '../../outbox/write-kind.ts';
import { TASK_CREATE } from '../tasks/task-create-write.ts';

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
  /** It holds a text that `what` tells only in part; `outbox.copy-text` copies it. */
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

/** Another account on this computer. */
interface Other {
  id: string;
  server: string;
  isSamePerson: boolean;
}

/** `isEntry`: the subject is a time entry that can be changed. `others`: the other accounts. */
export function outboxView(
  outbox: Pick<Outbox, 'list' | 'count' | 'describe' | 'text' | 'nextTry' | 'isPaused'>,
  accountId: string,
  isEntry: (subject: string) => boolean,
  others: readonly Other[] = [],
): OutboxView {
  const items = outbox.list(accountId).map((item) => {
    const nextTry = outbox.nextTry(item);
    return {
      id: String(item.id),
      subject: item.subject,
      entryId: isEntry(item.subject) ? item.subject : null,
      isNewTask: item.kind === TASK_CREATE && isSurelyAbsent(item),
      what: outbox.describe(item),
      hasText: outbox.text(item) !== undefined,
      state: readable(item.state),
      createdAt: item.createdAt,
      attempts: item.attempts,
      lastError: item.lastError,
      nextTryAt: nextTry === null ? null : new Date(nextTry).toISOString(),
    };
  });
  return {
    items,
    total: outbox.count(accountId),
    isPaused: outbox.isPaused(accountId),
    others: others
      .map(({ id, ...other }) => ({ ...other, accountId: id, total: outbox.count(id) }))
      .filter(({ total }) => total > 0),
  };
}

/** To a person, a write whose answer was lost is one that waits. */
function readable(state: OutboxState): OutboxItemView['state'] {
  return state === 'sending' || state === 'needs-you' ? state : 'waiting';
}
