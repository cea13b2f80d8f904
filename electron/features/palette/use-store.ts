/** How often each line of the palette was chosen, by account. Stays on this computer. */
import { type Use, usedAgain, weightAt } from '../../../shared/palette/use.ts';
import type { Database } from '../../store/database.ts';

/** Lines remembered per account; the lightest are forgotten first. */
const MAX_LINES = 500;

export function createUseStore(database: Database) {
  const sql = {
    all: database.prepare('SELECT line, weight, used_at FROM palette_use WHERE account_id = ?'),
    one: database.prepare('SELECT weight, used_at FROM palette_use WHERE account_id = ? AND line = ?'),
    put: database.prepare(
      `INSERT INTO palette_use (account_id, line, weight, used_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, line) DO UPDATE SET weight = excluded.weight, used_at = excluded.used_at`,
    ),
    remove: database.prepare('DELETE FROM palette_use WHERE account_id = ? AND line = ?'),
  };

  const weights = (accountId: string, now: number): [line: string, weight: number][] =>
    sql.all.all(accountId).map((row) => [String(row.line), weightAt(fromRow(row), now)]);

  return {
    /** By line; `now` in ms. */
    weights: (accountId: string, now: number): Record<string, number> =>
      Object.fromEntries(weights(accountId, now).filter(([, weight]) => weight > 0)),

    /** The line was chosen at `now` (ms). */
    used(accountId: string, line: string, now: number): void {
      const row = sql.one.get(accountId, line);
      const { weight, usedAt } = usedAgain(row && fromRow(row), now);
      sql.put.run(accountId, line, weight, usedAt);
      const lightest = weights(accountId, now)
        .filter(([other]) => other !== line)
        .sort(([, one], [, other]) => other - one)
        .slice(MAX_LINES - 1);
      for (const [other] of lightest) sql.remove.run(accountId, other);
    },
  };
}

const fromRow = (row: Record<string, unknown>): Use => ({ weight: Number(row.weight), usedAt: Number(row.used_at) });
