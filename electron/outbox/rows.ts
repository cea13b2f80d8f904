/** The queue on disk: the table `outbox`. Times in ms. */

import { toIsoInstant } from '../../shared/dates/instant.ts';
import type { Database } from '../store/database.ts';
import { readJson } from '../store/json.ts';
import type { NewWrite, OutboxItem, OutboxState } from './write-kind.ts';

/** Missing fields are unchanged. */
export interface Change {
  error: string | null;
  attempts?: number;
  notBefore?: number;
  sendingSince?: number | null;
}

/** For a row `o`: neither its subject nor the subject that it follows has an earlier open write. `alone`: see WriteKind.waitsAlone. */
const isFirst = (alone: readonly string[]): string => `NOT EXISTS (SELECT 1 FROM outbox p
  WHERE p.account_id = o.account_id AND p.subject = o.subject AND p.state <> 'sent' AND p.id < o.id)
  AND NOT EXISTS (SELECT 1 FROM outbox p
    WHERE p.account_id = o.account_id AND p.subject = o.after_subject AND p.state <> 'sent'
      AND NOT (p.state = 'needs-you' AND p.kind IN (${alone.map((kind) => `'${kind}'`).join()})))`;

export type Rows = ReturnType<typeof createRows>;

/** `alone`: kinds of which a write waits alone for the person. */
export function createRows(database: Database, alone: readonly string[]) {
  const IS_FIRST = isFirst(alone);
  const sql = {
    insert: database.prepare(
      `INSERT INTO outbox (account_id, kind, subject, payload, after_subject, state, created_at, not_before)
       VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?)`,
    ),
    openById: database.prepare(`SELECT * FROM outbox WHERE id = ? AND state <> 'sent'`),
    openOfSubject: database.prepare(
      `SELECT * FROM outbox WHERE subject = ?1 AND state <> 'sent' AND account_id = coalesce(?2, account_id) ORDER BY id`,
    ),
    open: database.prepare(`SELECT * FROM outbox WHERE account_id = ? AND state <> 'sent' ORDER BY id LIMIT ?`),
    openOfKinds: database.prepare(
      `SELECT * FROM outbox WHERE account_id = ? AND state <> 'sent' AND kind >= ? AND kind < ? ORDER BY id`,
    ),
    unanswered: database.prepare(
      `SELECT * FROM outbox WHERE account_id = ? AND kind = ? AND (state IN ('sending', 'unknown')
         OR state = 'needs-you' AND sending_since IS NOT NULL) ORDER BY id`,
    ),
    recentlySent: database.prepare(
      `SELECT * FROM outbox WHERE state = 'sent' AND (not_before > ? OR id > (SELECT max(id) FROM outbox) - ?) ORDER BY id`,
    ),
    lastId: database.prepare('SELECT max(id) AS id FROM outbox'),
    countOpen: database.prepare(`SELECT count(*) AS n FROM outbox WHERE account_id = ? AND state <> 'sent'`),
    countNeeding: database.prepare(`SELECT count(*) AS n FROM outbox WHERE account_id = ? AND state = 'needs-you'`),
    due: database.prepare(
      `SELECT * FROM outbox o WHERE account_id = ?1 AND state <> 'sent' AND state <> 'needs-you'
         AND (not_before <= ?2 OR not_before > ?3) AND ${IS_FIRST} ORDER BY not_before, id LIMIT 1`,
    ),
    dueOfKind: database.prepare(
      `SELECT * FROM outbox o WHERE account_id = ?1 AND kind = ?2 AND id <> ?3 AND state = 'waiting' AND not_before <= ?4
         AND ${IS_FIRST} ORDER BY id LIMIT ?5`,
    ),
    next: database.prepare(
      `SELECT * FROM outbox o WHERE account_id = ?1 AND state <> 'sent' AND state <> 'needs-you' AND ${IS_FIRST}
         ORDER BY not_before, id LIMIT 1`,
    ),
    isFirst: database.prepare(`SELECT 1 FROM outbox o WHERE id = ? AND ${IS_FIRST}`),
    setPayload: database.prepare('UPDATE outbox SET payload = ? WHERE id = ?'),
    setState: database.prepare(
      'UPDATE outbox SET state = ?, not_before = ?, attempts = ?, last_error = ?, sending_since = ? WHERE id = ?',
    ),
    /** A new time resets `attempts`, so that `wakeFailed` does not shorten it; after a request they stay, for its search. */
    rewrite: database.prepare(
      `UPDATE outbox SET payload = ?1, state = 'waiting', last_error = NULL, sending_since = NULL, not_before = coalesce(?2, not_before),
         attempts = CASE WHEN ?2 IS NULL OR ?4 THEN attempts ELSE 0 END WHERE id = ?3`,
    ),
    retype: database.prepare('UPDATE outbox SET kind = ?, payload = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM outbox WHERE id = ?'),
    removeSubject: database.prepare('DELETE FROM outbox WHERE subject = ?'),
    wakeFailed: database.prepare(
      `UPDATE outbox SET not_before = CASE WHEN kind IN (SELECT value FROM json_each(?2)) THEN ?3 ELSE ?4 END
       WHERE account_id = ?1 AND (state = 'unknown' OR state = 'waiting' AND attempts > 0)`,
    ),
    wakeWaiting: database.prepare(
      `UPDATE outbox SET not_before = ? WHERE account_id = ? AND state IN ('waiting', 'unknown')`,
    ),
    wakeNeeding: database.prepare(
      `UPDATE outbox SET not_before = ?, state = CASE WHEN sending_since IS NULL THEN 'waiting' ELSE 'unknown' END
       WHERE account_id = ? AND state = 'needs-you'
         AND CASE WHEN json_valid(payload) THEN payload ->> '$.isForced' IS NOT 1 ELSE TRUE END`,
    ),
    wakeOne: database.prepare(
      `UPDATE outbox SET not_before = ?, state = CASE
         WHEN state <> 'needs-you' THEN state WHEN sending_since IS NULL THEN 'waiting' ELSE 'unknown' END
       WHERE id = ? AND account_id = ? AND (state IN ('needs-you', 'unknown') OR state = 'waiting' AND attempts > 0)`,
    ),
    recover: database.prepare(`UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`),
    limitWaits: database.prepare(
      `UPDATE outbox SET not_before = CASE WHEN state = 'waiting' AND attempts = 0 THEN ?1 ELSE ?2 END
       WHERE state IN ('waiting', 'unknown') AND not_before > CASE WHEN state = 'waiting' AND attempts = 0 THEN ?1 ELSE ?2 END`,
    ),
    setFieldsAfter: database.prepare(
      `UPDATE outbox SET payload = json_patch(payload, ?) WHERE account_id = ? AND state <> 'sent' AND after_subject = ?
         AND json_valid(payload)`,
    ),
    transfer: database.prepare('UPDATE outbox SET account_id = ?2 WHERE account_id = ?1'),
    purge: database.prepare(`DELETE FROM outbox WHERE state = 'sent' AND created_at < ?`),
  };

  return {
    /** Returns the id. */
    insert({ accountId, kind, subject, payload, after }: NewWrite, createdAt: number, notBefore: number): number {
      const times = [toIsoInstant(createdAt), toIsoInstant(notBefore)] as const;
      return Number(
        sql.insert.run(accountId, kind, subject, JSON.stringify(payload), after ?? null, ...times).lastInsertRowid,
      );
    },

    openById: (id: number): OutboxItem | undefined => optional(sql.openById.get(id)),
    /** `accountId` is required for subjects named after a server's id, which another server may use too. */
    openOf: (subject: string, accountId?: string): OutboxItem[] =>
      sql.openOfSubject.all(subject, accountId ?? null).map(fromRow),
    open: (accountId: string, limit: number): OutboxItem[] => sql.open.all(accountId, limit).map(fromRow),
    /** Open writes whose kind starts with one of the prefixes, the oldest first. A range ends before the prefix with `/` for the dot. */
    openOfKinds: (accountId: string, ...prefixes: `${string}.`[]): OutboxItem[] =>
      prefixes
        .flatMap((prefix) => sql.openOfKinds.all(accountId, prefix, `${prefix.slice(0, -1)}/`).map(fromRow))
        .sort((one, other) => one.id - other.id),
    /** Writes of a kind whose request was not answered. */
    unanswered: (accountId: string, kind: string): OutboxItem[] => sql.unanswered.all(accountId, kind).map(fromRow),
    /** Sent writes that were due after `time` or are among the `newest` rows. */
    recentlySent: (time: number, newest: number): OutboxItem[] =>
      sql.recentlySent.all(toIsoInstant(time), newest).map(fromRow),
    /** 0 if there are none. */
    lastId: (): number => Number(sql.lastId.get()?.id ?? 0),
    countOpen: (accountId: string): number => Number(sql.countOpen.get(accountId)?.n ?? 0),
    countNeeding: (accountId: string): number => Number(sql.countNeeding.get(accountId)?.n ?? 0),

    /** The first due write. A time after `latest` counts as due, because the clock was set back. */
    due: (accountId: string, now: number, latest: number): OutboxItem | undefined =>
      optional(sql.due.get(accountId, toIsoInstant(now), toIsoInstant(latest))),
    /** Due writes of the same kind that were not sent. */
    dueLike: ({ accountId, kind, id }: OutboxItem, now: number, limit: number): OutboxItem[] =>
      sql.dueOfKind.all(accountId, kind, id, toIsoInstant(now), limit).map(fromRow),
    /** The next write, due or not. */
    next: (accountId: string): OutboxItem | undefined => optional(sql.next.get(accountId)),
    /** No other write has to be sent before this one. */
    isFirst: (id: number): boolean => sql.isFirst.get(id) !== undefined,

    setPayload: (id: number, payload: unknown): void => void sql.setPayload.run(JSON.stringify(payload), id),
    setState(item: OutboxItem, state: OutboxState, change: Change): void {
      sql.setState.run(
        state,
        change.notBefore === undefined ? item.notBefore : toIsoInstant(change.notBefore),
        change.attempts ?? item.attempts,
        change.error?.slice(0, 1000) ?? null,
        change.sendingSince === undefined
          ? item.sendingSince
          : change.sendingSince && toIsoInstant(change.sendingSince),
        item.id,
      );
    },
    /** Replaces the payload and starts again as `waiting`; without `notBefore` the time stays. `wasRequested`: see WriteKind. */
    rewrite(id: number, payload: unknown, notBefore: number | undefined, wasRequested: boolean): void {
      const time = notBefore === undefined ? null : toIsoInstant(notBefore);
      sql.rewrite.run(JSON.stringify(payload), time, id, Number(wasRequested));
    },
    /** Changes kind and payload; the time stays. */
    retype: (id: number, kind: string, payload: unknown): void =>
      void sql.retype.run(kind, JSON.stringify(payload), id),
    remove: (id: number): void => void sql.remove.run(id),
    removeSubject: (subject: string): void => void sql.removeSubject.run(subject),

    /** Makes failed writes due, and those that were sent without an answer; those of the kinds `first` come before the others. */
    wakeFailed: (accountId: string, now: number, first: readonly string[]): void =>
      void sql.wakeFailed.run(accountId, JSON.stringify(first), toIsoInstant(now), toIsoInstant(now + 1)),
    /** Makes all waiting writes due. */
    wakeWaiting: (accountId: string, now: number): void => void sql.wakeWaiting.run(toIsoInstant(now), accountId),
    /**
     * Makes rejected writes due. One that may be at the service becomes `unknown`. One that the person has to compare first (`isForced`
     * in its payload: the next request is theirs to decide) stays.
     */
    wakeNeeding: (accountId: string, now: number): void => void sql.wakeNeeding.run(toIsoInstant(now), accountId),
    /** Makes one failed or rejected write due. */
    wakeOne: (accountId: string, id: number, now: number): void =>
      void sql.wakeOne.run(toIsoInstant(now), id, accountId),

    /** Called at start: writes that were being sent may have arrived. */
    recover: (): void => void sql.recover.run(),
    /** Latest `not_before` of writes without attempts and of the others. */
    limitWaits: (withoutAttempts: number, others: number): void =>
      void sql.limitWaits.run(toIsoInstant(withoutAttempts), toIsoInstant(others)),
    /** Sets fields in the payloads of open writes that follow a subject. */
    setFieldsAfter: (accountId: string, subject: string, fields: Readonly<Record<string, string>>): void =>
      void sql.setFieldsAfter.run(JSON.stringify(fields), accountId, subject),
    transfer: (fromId: string, toId: string): void => void sql.transfer.run(fromId, toId),
    /** Deletes sent writes that were created before a time. */
    purge: (before: number): void => void sql.purge.run(toIsoInstant(before)),
  };
}

function optional(row: Record<string, unknown> | undefined): OutboxItem | undefined {
  return row && fromRow(row);
}

function fromRow(row: Record<string, unknown>): OutboxItem {
  return {
    id: Number(row.id),
    accountId: String(row.account_id),
    kind: String(row.kind),
    subject: String(row.subject),
    // For invalid JSON, a value that no schema accepts.
    payload: readJson(String(row.payload)),
    state: String(row.state) as OutboxState,
    createdAt: String(row.created_at),
    notBefore: String(row.not_before),
    attempts: Number(row.attempts),
    lastError: row.last_error === null ? null : String(row.last_error),
    sendingSince: row.sending_since === null ? null : String(row.sending_since),
  };
}
