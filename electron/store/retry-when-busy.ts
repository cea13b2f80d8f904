/** Retries a database write while another program holds the database, without blocking main. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseBusy, type RetryWhenBusy } from '../../shared/errors/database-errors.ts';
import type { Database } from './database.ts';

const TIMEOUT_MS = 3_000;
const INTERVAL_MS = 200;

export function createRetryWhenBusy(database: Database): RetryWhenBusy {
  const changes = database.prepare('SELECT total_changes() AS n');
  /** The number of rows that this connection has changed; undefined after it was closed. */
  const changed = () => (database.isOpen ? changes.get()?.n : undefined);

  return async (work) => {
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const before = changed();
      try {
        return await work();
      } catch (error) {
        // Part of the work may have been written.
        if (!isDatabaseBusy(error) || changed() !== before || performance.now() >= until) throw error;
      }
      await delay(INTERVAL_MS);
    }
  };
}
