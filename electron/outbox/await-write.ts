/** Adds a write and waits a few seconds for its result, so that the page can show it. A slower write continues in the queue. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteResult } from '../../shared/contract/write-result.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { Outbox } from './outbox.ts';
import type { NewWrite, WriteOutcome } from './write-kind.ts';

/** How long the page waits for an answer (ms). */
const WAIT_MS = 6_000;
/** Interval at which the state of the write is checked (ms). */
const CHECK_MS = 200;

export type AwaitWrite = <T>(write: NewWrite, read: (value: unknown) => T) => Promise<WriteResult<T>>;

export interface AwaitWriteOptions {
  outbox: Pick<Outbox, 'add' | 'settled' | 'wake' | 'openItem' | 'isHeld'>;
  now: () => number;
  waitMs?: number;
}

/** `read` makes the result from the service's answer. */
export function createAwaitWrite({ outbox, now, waitMs = WAIT_MS }: AwaitWriteOptions): AwaitWrite {
  return async (write, read) => {
    const id = outbox.add(write, now());
    const settled = outbox.settled(id);
    outbox.wake();
    for (let waited = 0; waited < waitMs; waited += CHECK_MS) {
      const outcome = await Promise.race([settled, delay(CHECK_MS, null)]);
      if (outcome !== null) return ended(outcome, read);
      const item = outbox.openItem(id);
      // It cannot be sent now.
      if (item !== undefined && (item.attempts > 0 || (item.state === 'waiting' && outbox.isHeld()))) break;
    }
    const item = outbox.openItem(id);
    // It ended just now, or the person took it back.
    if (item === undefined) return ended(await settled, read);
    return { state: 'waits', isSending: item.state === 'sending', why: item.lastError };
  };
}

function ended<T>(outcome: WriteOutcome, read: (value: unknown) => T): WriteResult<T> {
  switch (outcome.state) {
    case 'sent':
      return { state: 'done', value: read(outcome.value) };
    case 'rejected':
      return { state: 'rejected', why: outcome.message };
    case 'removed':
      return { state: 'rejected', why: messages.outbox.takenBack };
  }
}
