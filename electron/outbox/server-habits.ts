/** Observed ways in which each account's server changes values (table `server_habits`). */
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';
import { learnHabits, NO_SERVER_HABITS, type ServerHabits } from './similarity.ts';

const StoredHabits = z.object({ shiftMs: z.number().nonnegative(), losesNotes: z.boolean() });

export type ServerHabitsStore = ReturnType<typeof createServerHabitsStore>;

export function createServerHabitsStore(database: Database) {
  const sql = {
    get: database.prepare('SELECT habits FROM server_habits WHERE account_id = ?'),
    put: database.prepare(
      `INSERT INTO server_habits (account_id, habits) VALUES (?, ?)
       ON CONFLICT (account_id) DO UPDATE SET habits = excluded.habits`,
    ),
  };

  function of(accountId: string): ServerHabits {
    const row = sql.get.get(accountId);
    return (row && StoredHabits.safeParse(readJson(String(row.habits))).data) ?? NO_SERVER_HABITS;
  }

  return {
    of,
    learn(accountId: string, observed: ServerHabits): void {
      const before = of(accountId);
      const after = learnHabits(before, observed);
      if (after.shiftMs === before.shiftMs && after.losesNotes === before.losesNotes) return;
      sql.put.run(accountId, JSON.stringify(after));
    },
  };
}
