import type { Database } from '../../../../electron/store/database.ts';

/** An account that has signed in before, each on a server of its own. */
export function addAccount(database: Database, id: string, userId: string): void {
  database
    .prepare(
      `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
       VALUES (?, 'device', ?, 'service-cli', ?, 'You', '[]', '2026-11-18T08:00:00.000Z')`,
    )
    .run(id, `http://${id}.example/api`, userId);
}
