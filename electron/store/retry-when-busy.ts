/** Another program may hold the database for a moment: a write is then tried again, and main does other things in between. */

import { setTimeout as delay } from 'node:timers/promises';
import type { RetryWhenBusy } from '../../shared/retry-when-busy.ts';
import type { Database } from './database.ts';

/** So long a write is tried (ms), and so long after each try nothing is. */
const PATIENCE_MS = 3_000;
const AGAIN_MS = 200;

export function createRetryWhenBusy(database: Database): RetryWhenBusy {
  const changes = database.prepare('SELECT total_changes() AS n');
  /** How many rows this connection has changed; undefined where it is closed. */
  const changed = () => (database.isOpen ? changes.get()?.n : undefined);

  return async (work) => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const before = changed();
      try {
        return await work();
      } catch (error) {
        // What was written in part must not be written twice.
        if (!isBusy(error) || changed() !== before || performance.now() >= until) throw error;
      }
      await delay(AGAIN_MS);
    }
  };
}

/** SQLITE_BUSY or SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 5 || code === 6;
}
