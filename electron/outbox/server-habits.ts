/** How each account's server was seen to change values (table `server_habits`). */
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
    learn(accountId: string, seen: ServerHabits): void {
      const known = of(accountId);
      const now = learnHabits(known, seen);
      if (now.shiftMs === known.shiftMs && now.losesNotes === known.losesNotes) return;
      sql.put.run(accountId, JSON.stringify(now));
    },
  };
}
