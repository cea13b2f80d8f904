import type { Database } from '../../../../electron/store/database.ts';

/** Inserts an account that has signed in before, on its own server. */
export function addAccount(database: Database, id: string, userId: string): void {
  database
    .prepare(
      `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
       VALUES (?, 'device', ?, 'service-cli', ?, 'You', '[]', '2026-11-18T08:00:00.000Z')`,
    )
    .run(id, `http://${id}.example/api`, userId);
}
