/**
 * Writes that a person removed although they may have reached the service (table `abandoned_write`). When their subject changes again,
 * they return to the queue, and the outbox checks whether the service has them.
 */
import { toIsoInstant } from '../../shared/dates/instant.ts';
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';
import type { UncertainWrite } from './write-kind.ts';

export type AbandonedWrites = ReturnType<typeof createAbandonedWrites>;

export function createAbandonedWrites(database: Database) {
  const sql = {
    add: database.prepare(
      `INSERT INTO abandoned_write (id, account_id, kind, subject, payload, after_subject, created_at, attempts, sending_since)
       SELECT id, account_id, kind, subject, payload, after_subject, created_at, attempts, coalesce(sending_since, created_at)
       FROM outbox WHERE id = ?`,
    ),
    revive: database.prepare(
      `INSERT OR IGNORE INTO outbox (id, account_id, kind, subject, payload, after_subject, state, created_at, not_before, attempts, sending_since)
       SELECT id, account_id, kind, subject, payload, after_subject, 'unknown', created_at, ?1, attempts, sending_since
       FROM abandoned_write WHERE subject = ?2 AND account_id = coalesce(?3, account_id)`,
    ),
    forget: database.prepare(
      'DELETE FROM abandoned_write WHERE subject = ?1 AND account_id = coalesce(?2, account_id)',
    ),
    has: database.prepare('SELECT 1 FROM abandoned_write WHERE subject = ?'),
    transfer: database.prepare('UPDATE abandoned_write SET account_id = ?2 WHERE account_id = ?1'),
    uncertain: database.prepare(
      `SELECT subject, payload, 0 AS is_abandoned,
         state = 'waiting' OR (state = 'needs-you' AND sending_since IS NULL) AS is_rejected
       FROM outbox WHERE account_id = ?1 AND kind = ?2 AND state <> 'sent' AND (state <> 'waiting' OR attempts > 0)
       UNION ALL SELECT subject, payload, 1, 0 FROM abandoned_write WHERE account_id = ?1 AND kind = ?2`,
    ),
  };

  return {
    /** Copies a row of the queue. */
    add: (id: number): void => void sql.add.run(id),
    /** Returns the subject's writes to the queue as `unknown`. `now` in ms; `accountId`: as for `rows.openOf`. */
    revive(subject: string, now: number, accountId?: string): void {
      sql.revive.run(toIsoInstant(now), subject, accountId ?? null);
      sql.forget.run(subject, accountId ?? null);
    },
    has: (subject: string): boolean => sql.has.get(subject) !== undefined,
    forget: (subject: string): void => void sql.forget.run(subject, null),
    transfer: (fromId: string, toId: string): void => void sql.transfer.run(fromId, toId),
    /** Writes of one kind that were tried and may be at the service, in the queue or abandoned. */
    uncertain: (accountId: string, kind: string): UncertainWrite[] =>
      sql.uncertain.all(accountId, kind).map((row) => ({
        subject: String(row.subject),
        payload: readJson(String(row.payload)),
        isAbandoned: row.is_abandoned === 1,
        isRejected: row.is_rejected === 1,
      })),
  };
}
