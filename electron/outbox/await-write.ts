/** Adds a write and waits a few seconds for its result, so that the page can show it. A slower write continues in the queue. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteResult } from '../../shared/contract/command.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { Outbox } from './outbox.ts';
import type { NewWrite, WriteOutcome } from './write-kind.ts';

const WAIT_MS = 6_000;
const CHECK_INTERVAL_MS = 200;

export type AwaitWrite = <T>(write: NewWrite, read: (value: unknown) => T) => Promise<WriteResult<T>>;

export interface AwaitWriteOptions {
  outbox: Pick<Outbox, 'add' | 'settled' | 'wake' | 'openItem' | 'isHeld'>;
  now: () => number;
  waitMs?: number;
}

/** `read` converts the service's answer to the result. */
export function createAwaitWrite({ outbox, now, waitMs = WAIT_MS }: AwaitWriteOptions): AwaitWrite {
  return async (write, read) => {
    const id = outbox.add(write, now());
    const settled = outbox.settled(id);
    outbox.wake();
    for (let waited = 0; waited < waitMs; waited += CHECK_INTERVAL_MS) {
      const outcome = await Promise.race([settled, delay(CHECK_INTERVAL_MS, null)]);
      if (outcome !== null) return toResult(outcome, read);
      const item = outbox.openItem(id);
      // The write cannot be sent now.
      if (item !== undefined && (item.attempts > 0 || (item.state === 'waiting' && outbox.isHeld(write.accountId))))
        break;
    }
    const item = outbox.openItem(id);
    // The write was sent, rejected or removed in the meantime.
    if (item === undefined) return toResult(await settled, read);
    return { state: 'waits', isSending: item.state === 'sending', why: item.lastError };
  };
}

function toResult<T>(outcome: WriteOutcome, read: (value: unknown) => T): WriteResult<T> {
  switch (outcome.state) {
    case 'sent':
      return { state: 'done', value: read(outcome.value) };
    case 'rejected':
      return { state: 'rejected', why: outcome.message };
    case 'removed':
      return { state: 'rejected', why: messages.outbox.takenBack };
  }
}
