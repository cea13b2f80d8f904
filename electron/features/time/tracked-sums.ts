/**
 * Aggregates entries by task and local day. A year may have a hundred thousand entries, so they are read in portions, between which
 * other work of main runs. Times in ms.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { createEntrySums, type Tracked } from '../../../shared/time/entry-sums.ts';
import type { Database } from '../../store/database.ts';

/** Entries read at once: a few milliseconds of work. */
const PORTION = 2_000;
/** How often a reading restarts because entries changed. */
const MAX_ATTEMPTS = 5;

export interface TrackedSumsOptions {
  database: Database;
  /** An account and those that are open beside it. */
  together?: (accountId: string) => string[];
  /** Changes whenever entries do. */
  revision: () => number;
}

export type TrackedSums = ReturnType<typeof createTrackedSums>;

export function createTrackedSums({ database, together = (id) => [id], revision }: TrackedSumsOptions) {
  /** Entries that end in the period, in the order of the index, after a row. */
  const ended = database.prepare(
    `SELECT rowid, task_id, start_time, end_time FROM time_entry INDEXED BY time_entry_by_end
     WHERE account_id = ?1 AND end_time >= ?2 AND end_time <= ?3 AND (end_time, rowid) > (?4, ?5)
       AND start_time < ?3 AND discarded_at IS NULL
     ORDER BY end_time, rowid LIMIT ${PORTION}`,
  );
  /** Entries that reach beyond the period's end: few begin on its last day, and few are longer than a day. */
  const beyond = database.prepare(
    `SELECT task_id, start_time, end_time FROM time_entry INDEXED BY time_entry_by_start
     WHERE account_id = ?1 AND start_time >= ?2 AND start_time < ?3 AND end_time > ?3 AND discarded_at IS NULL
     UNION ALL
     SELECT task_id, start_time, end_time FROM time_entry INDEXED BY time_entry_over_a_day
     WHERE account_id = ?1 AND start_time < ?2 AND end_time > ?3 AND discarded_at IS NULL
       AND julianday(end_time) - julianday(start_time) > 1`,
  );

  /** undefined if entries changed meanwhile. */
  async function attempt(accountId: string, days: readonly string[]): Promise<Tracked | undefined> {
    const before = revision();
    const sums = createEntrySums(days);
    const { from, to } = sums.period;
    const [first, last] = [toIsoInstant(from), toIsoInstant(to)];
    const accountIds = together(accountId);
    const isOne = accountIds.length === 1;
    for (const id of accountIds) {
      const add = (row: Record<string, unknown>): void => {
        const taskId = String(row.task_id);
        sums.add(isOne ? { taskId } : { taskId, accountId: id }, String(row.start_time), String(row.end_time));
      };
      let after: [endTime: string, rowId: number] = ['', 0];
      for (;;) {
        const rows = ended.all(id, first, last, ...after);
        rows.forEach(add);
        const end = rows.at(-1);
        if (rows.length < PORTION || end === undefined) break;
        after = [String(end.end_time), Number(end.rowid)];
        await nextTurn();
        if (!database.isOpen || revision() !== before) return undefined;
      }
      beyond.all(id, toIsoInstant(to - DAY_MS), last).forEach(add);
    }
    return sums.result();
  }

  return {
    /** The completed entries of consecutive local days. */
    async read(accountId: string, days: readonly string[]): Promise<Tracked> {
      for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
        const tracked = await attempt(accountId, days);
        if (tracked !== undefined) return tracked;
      }
      throw new Error('Entries change too often to be read');
    },
  };
}
