/** The service's ids of the subjects of writes (table `server_id`). */
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';

export type ServerIds = ReturnType<typeof createServerIds>;

export function createServerIds(database: Database) {
  const sql = {
    remember: database.prepare(
      `INSERT INTO server_id (account_id, subject, server_id, seen) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (subject) DO UPDATE SET server_id = ?3, seen = coalesce(?4, seen)`,
    ),
    get: database.prepare('SELECT server_id, is_behind, seen FROM server_id WHERE subject = ?'),
    setSeen: database.prepare('UPDATE server_id SET seen = ? WHERE subject = ?'),
    setBehind: database.prepare('UPDATE server_id SET is_behind = ? WHERE subject = ?'),
    subjectOf: database.prepare('SELECT subject FROM server_id WHERE account_id = ? AND server_id = ?'),
    forget: database.prepare('DELETE FROM server_id WHERE subject = ?'),
    transfer: database.prepare('UPDATE server_id SET account_id = ?2 WHERE account_id = ?1'),
  };

  return {
    /** `seen`: the subject as the service has it. */
    remember: (accountId: string, subject: string, serverId: string, seen?: unknown): void =>
      void sql.remember.run(accountId, subject, serverId, seen === undefined ? null : JSON.stringify(seen)),
    has: (subject: string): boolean => sql.get.get(subject) !== undefined,
    serverId(subject: string): string | undefined {
      const id = sql.get.get(subject)?.server_id;
      return typeof id === 'string' ? id : undefined;
    },
    subjectOf(accountId: string, serverId: string): string | undefined {
      const subject = sql.subjectOf.get(accountId, serverId)?.subject;
      return subject === undefined ? undefined : String(subject);
    },
    /** The subject as the service last had it; undefined if that is not known. */
    seen(subject: string): unknown {
      const seen = sql.get.get(subject)?.seen;
      return typeof seen === 'string' ? readJson(seen) : undefined;
    },
    setSeen: (subject: string, seen: unknown): void => void sql.setSeen.run(JSON.stringify(seen), subject),
    /** A change was abandoned, so the service has an older state of the subject. */
    isBehind: (subject: string): boolean => sql.get.get(subject)?.is_behind === 1,
    setBehind: (subject: string, isBehind: boolean): void => void sql.setBehind.run(Number(isBehind), subject),
    forget: (subject: string): void => void sql.forget.run(subject),
    transfer: (fromId: string, toId: string): void => void sql.transfer.run(fromId, toId),
  };
}
