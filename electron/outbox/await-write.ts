/**
 * Writes that a person watches: on disk first, then waited for a little, so that the page can say what came of it. What takes
 * longer goes on by itself.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { WriteResult } from '../../shared/contract/write-result.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import type { Outbox } from './outbox.ts';
import type { NewWrite, WriteOutcome } from './write-kind.ts';

/** How long the page waits for an answer (ms). */
const WAIT_MS = 6_000;
/** How often it is looked whether the write has to wait (ms). */
const LOOK_MS = 200;

export type AwaitWrite = <T>(write: NewWrite, read: (value: unknown) => T) => Promise<WriteResult<T>>;

export interface WritesOptions {
  outbox: Pick<Outbox, 'add' | 'settled' | 'wake' | 'openItem' | 'isHeld'>;
  now: () => number;
  waitMs?: number;
}

/** `read` makes the value out of what the service answered. */
export function createAwaitWrite({ outbox, now, waitMs = WAIT_MS }: WritesOptions): AwaitWrite {
  return async (write, read) => {
    const id = outbox.add(write, now());
    const settled = outbox.settled(id);
    outbox.wake();
    for (let waited = 0; waited < waitMs; waited += LOOK_MS) {
      const outcome = await Promise.race([settled, delay(LOOK_MS, null)]);
      if (outcome !== null) return ended(outcome, read);
      const item = outbox.openItem(id);
      // Nobody needs to wait for what is known not to go now.
      if (item !== undefined && (item.attempts > 0 || (item.state === 'waiting' && outbox.isHeld()))) break;
    }
    const item = outbox.openItem(id);
    // It ended in this very moment, or the person took it back.
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
