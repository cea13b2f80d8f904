/** The queue as people read it. */
import type { Outbox, OutboxState } from './outbox.ts';

export interface OutboxItemView {
  id: string;
  /** The time entry it belongs to. */
  entryId: string;
  /** "Start PAY-142", "Stop PAY-142 at 14:06". */
  what: string;
  state: 'waiting' | 'sending' | 'needs-you';
  createdAt: string;
  attempts: number;
  /** Last error in words; null before the first attempt. */
  lastError: string | null;
  nextTryAt: string | null;
}

export interface OutboxView {
  /** Writes that are not at the service yet, oldest first; at most 100 of `total`. */
  items: OutboxItemView[];
  total: number;
}

export function outboxView(outbox: Pick<Outbox, 'list' | 'count' | 'describe'>, accountId: string): OutboxView {
  const items = outbox.list(accountId).map((item) => ({
    id: String(item.id),
    entryId: item.subject,
    what: outbox.describe(item),
    state: readable(item.state),
    createdAt: item.createdAt,
    attempts: item.attempts,
    lastError: item.lastError,
    nextTryAt: item.state === 'waiting' || item.state === 'unknown' ? item.notBefore : null,
  }));
  return { items, total: outbox.count(accountId) };
}

/** To a person, a write whose answer was lost is one that waits. */
function readable(state: OutboxState): OutboxItemView['state'] {
  return state === 'sending' || state === 'needs-you' ? state : 'waiting';
}
