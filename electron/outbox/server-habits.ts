/** What each account's server was seen to do to values (table `server_habits`). */
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';
import { type Habits, learn, NO_HABITS } from './similarity.ts';

const StoredHabits = z.object({ shiftMs: z.number().nonnegative(), losesNotes: z.boolean() });

export type HabitsStore = ReturnType<typeof createHabits>;

export function createHabits(database: Database) {
  const sql = {
    get: database.prepare('SELECT habits FROM server_habits WHERE account_id = ?'),
    put: database.prepare(
      `INSERT INTO server_habits (account_id, habits) VALUES (?, ?)
       ON CONFLICT (account_id) DO UPDATE SET habits = excluded.habits`,
    ),
  };

  function of(accountId: string): Habits {
    const row = sql.get.get(accountId);
    return (row && StoredHabits.safeParse(readJson(String(row.habits))).data) ?? NO_HABITS;
  }

  return {
    of,
    learn(accountId: string, seen: Habits): void {
      const known = of(accountId);
      const now = learn(known, seen);
      if (now.shiftMs === known.shiftMs && now.losesNotes === known.losesNotes) return;
      sql.put.run(accountId, JSON.stringify(now));
    },
  };
}
