/** Row counts by table, for diagnostics and the soak test. */
import type { RowCounts } from '../../shared/contract/system-view.ts';
import type { Database } from './database.ts';

/** Scans every table: call it on request only. */
export function readCounts(database: Database): RowCounts {
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all();
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    // The name comes from the schema, where no name contains a quote.
    rows[String(name)] = Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n);
  }
  const outbox: Record<string, number> = {};
  for (const { state, n } of database.prepare('SELECT state, count(*) AS n FROM outbox GROUP BY state').all()) {
    outbox[String(state)] = Number(n);
  }
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  return { rows, outbox, bytes: pages * Number(database.prepare('PRAGMA page_size').get()?.page_size) };
}
