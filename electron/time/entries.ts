/** Time entries as this computer keeps them: what the person made, whether or not the service has it yet. */
import { addDays, format, startOfDay } from 'date-fns';
import type { Outbox } from '../outbox/outbox.ts';
import type { Database } from '../store/database.ts';

/** A task as a time entry remembers it, so that it can be shown without the service. */
export interface TaskRef {
  taskId: string;
  identifier: string;
  title: string;
  projectName: string;
}

export interface Entry {
  id: string;
  accountId: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** Set while it counts as never made; it can be brought back. */
  discardedAt: string | null;
  /** When it was made here; its start is another moment where the person chose it. */
  createdAt: string;
}

export interface EntryView {
  id: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** `sent`: the service has it as it is here. */
  sync: 'sent' | 'waiting' | 'sending' | 'needs-you';
  /** Why it is not sent, a sentence; null where there is nothing to say. */
  why: string | null;
}

export interface TimeView {
  running: EntryView | null;
  /** The local day these entries belong to, `YYYY-MM-DD`. */
  day: string;
  /** Entries that touch that day, by start, the running one among them. */
  today: EntryView[];
  /** Tasks worked on lately, the last one first, without repetition; at most 10. */
  recent: TaskRef[];
}

export type Entries = ReturnType<typeof createEntries>;

export function createEntries(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, note, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      'UPDATE time_entry SET start_time = ?, end_time = ?, note = ?, discarded_at = ? WHERE id = ?',
    ),
    byId: database.prepare('SELECT * FROM time_entry WHERE id = ? AND account_id = ?'),
    running: database.prepare(
      'SELECT * FROM time_entry WHERE account_id = ? AND end_time IS NULL AND discarded_at IS NULL',
    ),
    between: database.prepare(
      `SELECT * FROM time_entry WHERE account_id = ? AND discarded_at IS NULL
       AND start_time < ? AND (end_time IS NULL OR end_time > ? OR start_time >= ?) ORDER BY start_time, created_at`,
    ),
    recent: database.prepare(
      `SELECT *, max(start_time) AS latest FROM time_entry WHERE account_id = ? AND discarded_at IS NULL
       GROUP BY task_id ORDER BY latest DESC LIMIT 10`,
    ),
    forget: database.prepare('DELETE FROM time_entry WHERE account_id = ? AND task_id = ? RETURNING id'),
    lastOfTask: database.prepare(
      'SELECT * FROM time_entry WHERE account_id = ? AND task_id = ? ORDER BY start_time DESC LIMIT 1',
    ),
  };

  return {
    insert(entry: Entry): void {
      const { task } = entry;
      sql.insert.run(
        entry.id,
        entry.accountId,
        task.taskId,
        task.identifier,
        task.title,
        task.projectName,
        entry.startTime,
        entry.endTime,
        entry.note,
        entry.createdAt,
      );
    },
    update(entry: Entry): void {
      sql.update.run(entry.startTime, entry.endTime, entry.note, entry.discardedAt, entry.id);
    },
    /** Forgets all entries on a task that is gone, with their writes' subjects: gives the ids. */
    forget: (accountId: string, taskId: string): string[] =>
      sql.forget.all(accountId, taskId).map(({ id }) => String(id)),
    find: (accountId: string, id: string): Entry | undefined => optional(sql.byId.get(id, accountId)),
    running: (accountId: string): Entry | undefined => optional(sql.running.get(accountId)),
    /** A task as it was last worked on. */
    taskOf: (accountId: string, taskId: string): TaskRef | undefined =>
      optional(sql.lastOfTask.get(accountId, taskId))?.task,

    view(accountId: string, now: Date, outbox: Pick<Outbox, 'openOf' | 'serverId'>): TimeView {
      // The next day's own start: in some zones a day begins at 1:00, so adding a day to midnight would miss it.
      const [start, end] = [startOfDay(now).toISOString(), startOfDay(addDays(now, 1)).toISOString()];
      const running = optional(sql.running.get(accountId));
      const today = sql.between.all(accountId, end, start, start).map(fromRow);
      return {
        running: running ? viewOf(running, outbox) : null,
        day: format(now, 'yyyy-MM-dd'),
        today: today.map((entry) => viewOf(entry, outbox)),
        recent: sql.recent.all(accountId).map((row) => fromRow(row).task),
      };
    },
  };
}

function viewOf(entry: Entry, outbox: Pick<Outbox, 'openOf' | 'serverId'>): EntryView {
  const { id, task, startTime, endTime, note } = entry;
  return { id, task, startTime, endTime, note, ...syncOf(entry, outbox) };
}

function syncOf(entry: Entry, outbox: Pick<Outbox, 'openOf' | 'serverId'>): Pick<EntryView, 'sync' | 'why'> {
  const [head] = outbox.openOf(entry.id);
  if (head === undefined) {
    return outbox.serverId(entry.id) === undefined
      ? { sync: 'needs-you', why: 'Only on this computer: it was taken out of the queue.' }
      : { sync: 'sent', why: null };
  }
  if (head.state === 'sending') return { sync: 'sending', why: null };
  const why = head.lastError === null ? null : `Not sent: ${head.lastError}`;
  return { sync: head.state === 'needs-you' ? 'needs-you' : 'waiting', why };
}

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
      title: String(row.task_title),
      projectName: String(row.project_name),
    },
    startTime: String(row.start_time),
    endTime: row.end_time === null ? null : String(row.end_time),
    note: String(row.note),
    discardedAt: row.discarded_at === null ? null : String(row.discarded_at),
    createdAt: String(row.created_at),
  };
}
