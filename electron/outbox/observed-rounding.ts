/** How each account's server changes values, as confirmed answers showed (table `server_habits`). */
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';

export interface ObservedRounding {
  /** Names of the changes to times that all confirmed answers agree with (features/time/entry-match.ts); null before the first one. */
  changes: readonly string[] | null;
  /** A created entry runs although an end was sent. */
  leavesOutEnds: boolean;
}

export const NOTHING_OBSERVED: ObservedRounding = { changes: null, leavesOutEnds: false };

const StoredRounding = z.object({ changes: z.array(z.string()).nullable(), leavesOutEnds: z.boolean() });

export type ObservedRoundingStore = ReturnType<typeof createObservedRoundingStore>;

export function createObservedRoundingStore(database: Database) {
  const sql = {
    get: database.prepare('SELECT habits FROM server_habits WHERE account_id = ?'),
    put: database.prepare(
      `INSERT INTO server_habits (account_id, habits) VALUES (?, ?)
       ON CONFLICT (account_id) DO UPDATE SET habits = excluded.habits`,
    ),
  };

  function of(accountId: string): ObservedRounding {
    const row = sql.get.get(accountId);
    return (row && StoredRounding.safeParse(readJson(String(row.habits))).data) ?? NOTHING_OBSERVED;
  }

  return {
    of,
    learn(accountId: string, observed: ObservedRounding): void {
      const before = of(accountId);
      const after = learnRounding(before, observed);
      if (JSON.stringify(after) !== JSON.stringify(before)) sql.put.run(accountId, JSON.stringify(after));
    },
  };
}

/** An answer that no earlier change explains begins anew: the server behaves differently now. */
export function learnRounding(before: ObservedRounding, observed: ObservedRounding): ObservedRounding {
  const common = before.changes?.filter((change) => observed.changes?.includes(change)) ?? [];
  return {
    changes: common.length > 0 ? common : (observed.changes ?? before.changes),
    leavesOutEnds: observed.leavesOutEnds,
  };
}
