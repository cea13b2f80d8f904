/** The service's ids of the subjects of writes (table `remote`). */
import type { Database } from '../store/database.ts';

export type ServerIds = ReturnType<typeof createServerIds>;

export function createServerIds(database: Database) {
  const sql = {
    remember: database.prepare(
      'INSERT INTO remote (account_id, subject, server_id) VALUES (?, ?, ?) ON CONFLICT (subject) DO UPDATE SET server_id = excluded.server_id',
    ),
    get: database.prepare('SELECT server_id, is_behind FROM remote WHERE subject = ?'),
    setBehind: database.prepare('UPDATE remote SET is_behind = ? WHERE subject = ?'),
    subjectOf: database.prepare('SELECT subject FROM remote WHERE account_id = ? AND server_id = ?'),
    forget: database.prepare('DELETE FROM remote WHERE subject = ?'),
  };

  return {
    remember: (accountId: string, subject: string, serverId: string): void =>
      void sql.remember.run(accountId, subject, serverId),
    has: (subject: string): boolean => sql.get.get(subject) !== undefined,
    serverId(subject: string): string | undefined {
      const id = sql.get.get(subject)?.server_id;
      return typeof id === 'string' ? id : undefined;
    },
    subjectOf(accountId: string, serverId: string): string | undefined {
      const subject = sql.subjectOf.get(accountId, serverId)?.subject;
      return subject === undefined ? undefined : String(subject);
    },
    /** A change was abandoned, so the service has an older state of the subject. */
    isBehind: (subject: string): boolean => sql.get.get(subject)?.is_behind === 1,
    setBehind: (subject: string, isBehind: boolean): void => void sql.setBehind.run(Number(isBehind), subject),
    forget: (subject: string): void => void sql.forget.run(subject),
  };
}
