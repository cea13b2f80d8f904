/**
 * The person's time entries on disk, sent to the service or not. Entries of a time, and the running one, are those of the given account
 * and of all that are open beside it; entries of a task are those of the given account alone.
 */
import { randomUUID } from 'node:crypto';
import { Name, Title } from '../../../shared/contract/fields.ts';
import type { EntryView, TimeView } from '../../../shared/contract/time-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { dayBounds, localDay } from '../../../shared/time/day.ts';
import type { Entry, OwnEntry, TaskRef } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Database } from '../../store/database.ts';

/** The outbox's view of an entry. */
type Sync = Pick<Outbox, 'openOf' | 'serverId' | 'isBehind' | 'isAbandoned'>;

const RECENT = 10;

/** Where the last part of a UUID begins. */
const TAIL = 24;

/** A new id for an entry that takes the place of another one, which `movedFrom` recognises by the last part. */
export const successorId = (id: string): string => randomUUID().slice(0, TAIL) + id.slice(TAIL);

export type Entries = ReturnType<typeof createEntries>;

/** `together`: an account and those that are open beside it. */
export function createEntries(database: Database, together: (accountId: string) => string[] = (id) => [id]) {
  const sql = {
    put: database.prepare(
      `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, note, discarded_at, created_at, project_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET start_time = excluded.start_time, end_time = excluded.end_time, note = excluded.note,
         discarded_at = excluded.discarded_at`,
    ),
    byId: database.prepare('SELECT * FROM time_entry WHERE id = ? AND account_id IN (SELECT value FROM json_each(?))'),
    running: database.prepare(
      'SELECT * FROM time_entry WHERE account_id = ? AND end_time IS NULL AND discarded_at IS NULL',
    ),
    /** Uses the index by end: years of entries end before a day and few after it. An entry with no duration counts at its start. */
    between: database.prepare(
      `SELECT * FROM time_entry INDEXED BY time_entry_by_end WHERE account_id = ?1 AND discarded_at IS NULL
         AND end_time >= ?2 AND start_time < ?3 AND (end_time > ?2 OR start_time >= ?2)
       UNION ALL
       SELECT * FROM time_entry INDEXED BY one_running_entry WHERE account_id = ?1 AND discarded_at IS NULL
         AND end_time IS NULL AND start_time < ?3
       ORDER BY start_time, created_at`,
    ),
    /** The last entry of each task, one task at a time: years of entries belong to few tasks. */
    recent: database.prepare(
      `WITH RECURSIVE task (id) AS (
         SELECT min(task_id) FROM time_entry WHERE account_id = ?1
         UNION ALL
         SELECT (SELECT min(task_id) FROM time_entry WHERE account_id = ?1 AND task_id > task.id) FROM task
           WHERE task.id IS NOT NULL)
       SELECT e.* FROM task JOIN time_entry e ON e.id = (SELECT id FROM time_entry
         WHERE account_id = ?1 AND task_id = task.id AND discarded_at IS NULL ORDER BY start_time DESC LIMIT 1)
       ORDER BY e.start_time DESC LIMIT ?2`,
    ),
    completed: database.prepare(
      `SELECT * FROM time_entry INDEXED BY time_entry_by_end WHERE account_id = ? AND discarded_at IS NULL
         AND end_time IS NOT NULL ORDER BY end_time DESC LIMIT ?`,
    ),
    lastEnd: database.prepare(
      'SELECT max(end_time) AS end_time FROM time_entry WHERE account_id = ? AND discarded_at IS NULL',
    ),
    deleteOfTask: database.prepare('DELETE FROM time_entry WHERE account_id = ? AND task_id = ? RETURNING id'),
    delete: database.prepare('DELETE FROM time_entry WHERE id = ?'),
    link: database.prepare(
      'UPDATE time_entry SET task_id = ?3, task_identifier = ?4 WHERE account_id = ?1 AND task_id = ?2',
    ),
    transfer: database.prepare('UPDATE time_entry SET account_id = ?2 WHERE account_id = ?1'),
    ofTask: database.prepare('SELECT * FROM time_entry WHERE account_id = ? AND task_id = ? ORDER BY start_time'),
    /** Other changes may be of the same instant. */
    movedAt: database.prepare(
      `SELECT * FROM time_entry WHERE account_id = ? AND created_at = ? AND substr(id, ${TAIL + 1}) = ?
         AND (discarded_at IS NULL OR discarded_at > created_at)`,
    ),
    lastOfTask: database.prepare(
      'SELECT * FROM time_entry WHERE account_id = ? AND task_id = ? ORDER BY start_time DESC LIMIT 1',
    ),
  };

  /** The rows that a query finds for each account. */
  function all(accountId: string, rows: (id: string) => Record<string, unknown>[]): Entry[] {
    const accountIds = together(accountId);
    const found = accountIds.flatMap((id) => rows(id).map(fromRow));
    if (accountIds.length === 1) return found;
    return found.map((entry) => ({ ...entry, task: { ...entry.task, accountId: entry.accountId } }));
  }

  const first = (accountId: string, row: (id: string) => Record<string, unknown> | undefined): Entry | undefined =>
    all(accountId, (id) => [row(id) ?? []].flat())[0];

  function between(accountId: string, from: number, to: number): Entry[] {
    const period = [toIsoInstant(from), toIsoInstant(to)] as const;
    return all(accountId, (id) => sql.between.all(id, ...period)).sort(
      (one, other) => compare(one.startTime, other.startTime) || compare(one.createdAt, other.createdAt),
    );
  }

  const recent = (accountId: string, most = RECENT): TaskRef[] =>
    all(accountId, (id) => sql.recent.all(id, most))
      .sort((one, other) => compare(other.startTime, one.startTime))
      .slice(0, most)
      .map(({ task }) => task);

  const running = (accountId: string): Entry | undefined => first(accountId, (id) => sql.running.get(id));

  function movedFrom({ id, accountId, discardedAt }: Entry): Entry | undefined {
    const moved = first(accountId, (of) => sql.movedAt.get(of, discardedAt, id.slice(TAIL)));
    return moved === undefined || moved.discardedAt === null ? moved : movedFrom(moved);
  }

  /** Entries that touch the time between two instants (ms), by start, including the running one. */
  const views = (accountId: string, from: number, to: number, outbox: Sync): EntryView[] =>
    between(accountId, from, to).map((entry) => viewOf(entry, outbox));

  return {
    /** Inserts or updates an entry. An entry never changes its task. */
    put(entry: Entry): void {
      const { task } = entry;
      sql.put.run(
        entry.id,
        entry.accountId,
        task.taskId,
        task.identifier,
        task.title,
        task.projectName,
        entry.startTime,
        entry.endTime,
        entry.note,
        entry.discardedAt,
        entry.createdAt,
        task.projectId ?? null,
      );
    },
    /** Deletes all entries of a deleted task and returns their ids. */
    deleteOfTask: (accountId: string, taskId: string): string[] =>
      sql.deleteOfTask.all(accountId, taskId).map(({ id }) => String(id)),
    delete: (id: string): void => void sql.delete.run(id),
    /** A task that was created here gets the service's id and identifier. */
    linkTask: (accountId: string, localId: string, task: { id: string; identifier: string }): void =>
      void sql.link.run(accountId, localId, task.id, task.identifier),
    /** Moves all entries of one account to another. */
    transfer: (fromId: string, toId: string): void => void sql.transfer.run(fromId, toId),
    /** Finds discarded entries too. */
    find: (accountId: string, id: string): Entry | undefined =>
      optional(sql.byId.get(id, JSON.stringify(together(accountId)))),
    running,
    /** Whether a timer runs in this account. */
    hasRunning: (accountId: string): boolean => sql.running.get(accountId) !== undefined,
    /** Entries that touch the time between two instants (ms), by start, including the running one. */
    between,
    views,
    /** A task as stored with its latest entry, of any account that is open beside. */
    trackedTask: (accountId: string, taskId: string): TaskRef | undefined =>
      first(accountId, (id) => sql.lastOfTask.get(id, taskId))?.task,
    /** A task of this account as stored with its latest entry. */
    taskOf: (accountId: string, taskId: string): TaskRef | undefined =>
      optional(sql.lastOfTask.get(accountId, taskId))?.task,
    /** The last `most` tasks worked on, most recent first. */
    recent,
    /** The last `most` completed entries, the latest end first. */
    completed: (accountId: string, most: number): Entry[] =>
      all(accountId, (id) => sql.completed.all(id, most))
        .sort((one, other) => compare(other.endTime ?? '', one.endTime ?? ''))
        .slice(0, most),
    /** The entry that took the place of one that was moved to another task, perhaps several times. */
    movedFrom,
    /** Entries on one task, by start. */
    ofTask: (accountId: string, taskId: string): Entry[] =>
      sql.ofTask
        .all(accountId, taskId)
        .map(fromRow)
        .filter(({ discardedAt }) => discardedAt === null),
    /** Entries on one task, by start, including discarded ones. */
    ofTaskWithDiscarded: (accountId: string, taskId: string, outbox: Sync): OwnEntry[] =>
      sql.ofTask.all(accountId, taskId).map((row) => ownEntry(fromRow(row), outbox)),
    /** When a timer last ended (ms); null if none has. */
    lastEnd(accountId: string): number | null {
      const ends = together(accountId).flatMap((id) => sql.lastEnd.get(id)?.end_time ?? []);
      return ends.length === 0 ? null : Math.max(...ends.map((end) => Date.parse(String(end))));
    },

    /** The entries that overlap a local day `YYYY-MM-DD`, by start. */
    day(accountId: string, day: string, outbox: Sync): EntryView[] {
      const { from, to } = dayBounds(day);
      return views(accountId, from, to, outbox);
    },

    view(accountId: string, now: Date, outbox: Sync): Pick<TimeView, 'running' | 'day' | 'today' | 'recent'> {
      const runs = running(accountId);
      const day = localDay(now);
      return {
        running: runs ? viewOf(runs, outbox) : null,
        day,
        today: this.day(accountId, day, outbox),
        recent: recent(accountId),
      };
    },
  };
}

function viewOf(entry: Entry, outbox: Sync): EntryView {
  const { id, task, startTime, endTime, note } = entry;
  return { id, task, startTime, endTime, note, ...syncOf(entry, outbox) };
}

function ownEntry(entry: Entry, outbox: Sync): OwnEntry {
  const { id, startTime, endTime, note, discardedAt } = entry;
  const isUnsent = syncOf(entry, outbox).sync !== 'sent';
  return { id, serverId: outbox.serverId(id), startTime, endTime, note, isDiscarded: discardedAt !== null, isUnsent };
}

function syncOf(entry: Entry, outbox: Sync): Pick<EntryView, 'sync' | 'why'> {
  const [head] = outbox.openOf(entry.id);
  if (head === undefined) {
    if (outbox.serverId(entry.id) === undefined) {
      return { sync: 'needs-you', why: messages.outbox.takenOut({ maybeThere: outbox.isAbandoned(entry.id) }) };
    }
    if (outbox.isBehind(entry.id)) return { sync: 'needs-you', why: messages.outbox.behind };
    return { sync: 'sent', why: null };
  }
  if (head.state === 'sending') return { sync: 'sending', why: null };
  const why = head.lastError === null ? null : messages.outbox.notSent({ why: head.lastError });
  return { sync: head.state === 'needs-you' ? 'needs-you' : 'waiting', why };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function optional(row: Record<string, unknown> | undefined): Entry | undefined {
  return row && fromRow(row);
}

function fromRow(row: Record<string, unknown>): Entry {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    task: {
      taskId: String(row.task_id),
      identifier: String(row.task_identifier),
      title: Title.parse(row.task_title),
      ...(typeof row.project_id === 'string' && { projectId: row.project_id }),
      projectName: Name.parse(row.project_name),
    },
    startTime: String(row.start_time),
    endTime: row.end_time === null ? null : String(row.end_time),
    note: String(row.note),
    discardedAt: row.discarded_at === null ? null : String(row.discarded_at),
    createdAt: String(row.created_at),
  };
}
