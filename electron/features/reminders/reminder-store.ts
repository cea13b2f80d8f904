/**
 * Reminders on disk: which were shown (task, due date and kind), snoozes, days with a line of overdue tasks, and the lists that
 * reminders have started for. With it a restart, a wake-up, a poll or a clock change repeats no reminder. Instants in ms.
 *
 * A reminder is saved after the desktop accepted the notification: a crash in between repeats it, which is better than losing it.
 */

import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import type { PlannedNotification, pastSteps, ReminderKind, Snooze } from '../../../shared/reminders/planner.ts';
import { type Database, transaction } from '../../store/database.ts';

/** How long rows of tasks in no list are kept: such tasks may return. */
const MAX_AGE_MS = 400 * DAY_MS;

export type ReminderStore = ReturnType<typeof createReminderStore>;

export function createReminderStore(database: Database) {
  const sql = {
    shown: database.prepare('SELECT task_id, due_date, kind FROM shown_reminder WHERE account_id = ?'),
    saveShown: database.prepare(
      `INSERT INTO shown_reminder (account_id, task_id, due_date, kind, said_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET said_at = excluded.said_at`,
    ),
    skip: database.prepare(
      'INSERT OR IGNORE INTO shown_reminder (account_id, task_id, due_date, kind, said_at) VALUES (?, ?, ?, ?, ?)',
    ),
    replaceTaskId: database.prepare(
      'UPDATE OR IGNORE shown_reminder SET task_id = ? WHERE account_id = ? AND task_id = ?',
    ),
    snoozes: database.prepare('SELECT task_id, due_date, at FROM reminder_snooze WHERE account_id = ?'),
    snooze: database.prepare(
      'INSERT OR REPLACE INTO reminder_snooze (account_id, task_id, due_date, at) VALUES (?, ?, ?, ?)',
    ),
    endSnooze: database.prepare('DELETE FROM reminder_snooze WHERE account_id = ? AND task_id = ? AND due_date = ?'),
    overdueDays: database.prepare('SELECT day FROM reminder_day WHERE account_id = ?'),
    saveOverdueDay: database.prepare('INSERT OR IGNORE INTO reminder_day (account_id, day, said_at) VALUES (?, ?, ?)'),
    startedLists: database.prepare('SELECT list FROM reminder_begun WHERE account_id = ?'),
    startList: database.prepare('INSERT OR IGNORE INTO reminder_begun (account_id, list) VALUES (?, ?)'),
    endList: database.prepare('DELETE FROM reminder_begun WHERE account_id = ? AND list = ?'),
    deleteOldShown: database.prepare(
      `DELETE FROM shown_reminder WHERE account_id = ? AND said_at < ? AND task_id NOT IN (SELECT value FROM json_each(?))`,
    ),
    deleteOldSnoozes: database.prepare(
      `DELETE FROM reminder_snooze WHERE account_id = ? AND at < ? AND task_id NOT IN (SELECT value FROM json_each(?))`,
    ),
    deleteOldDays: database.prepare('DELETE FROM reminder_day WHERE account_id = ? AND said_at < ?'),
  };

  return {
    shownKinds(accountId: string): (taskId: string, dueDate: string) => ReadonlySet<ReminderKind> | undefined {
      const all = new Map<string, Set<ReminderKind>>();
      for (const row of sql.shown.all(accountId)) {
        const key = keyOf(String(row.task_id), String(row.due_date));
        const kinds = all.get(key) ?? new Set<ReminderKind>();
        kinds.add(String(row.kind) as ReminderKind);
        all.set(key, kinds);
      }
      return (taskId, dueDate) => all.get(keyOf(taskId, dueDate));
    },

    snoozes: (accountId: string): ReadonlyMap<string, Snooze> =>
      new Map(
        sql.snoozes
          .all(accountId)
          .map((row) => [String(row.task_id), { dueDate: String(row.due_date), at: Number(row.at) }]),
      ),

    overdueDays: (accountId: string): ReadonlySet<string> =>
      new Set(sql.overdueDays.all(accountId).map((row) => String(row.day))),

    startedLists: (accountId: string): ReadonlySet<string> =>
      new Set(sql.startedLists.all(accountId).map((row) => String(row.list))),

    /** Reminders of a list start: its past steps, and the line of that day, are skipped. */
    startList(accountId: string, list: string, { steps, day }: ReturnType<typeof pastSteps>, at: number): void {
      transaction(database, () => {
        sql.startList.run(accountId, list);
        for (const { task, kind } of steps) sql.skip.run(accountId, task.id, task.dueDate ?? '', kind, at);
        if (day !== null) sql.saveOverdueDay.run(accountId, day, at);
      });
    },
    /** Reminders of a list end; if it returns, it starts again. */
    endList: (accountId: string, list: string): void => void sql.endList.run(accountId, list),

    saveShown(accountId: string, { reminders, day }: PlannedNotification, at: number): void {
      transaction(database, () => {
        for (const { task, settles, wasSnoozed } of reminders) {
          const dueDate = task.dueDate ?? '';
          for (const kind of settles) sql.saveShown.run(accountId, task.id, dueDate, kind, at);
          if (wasSnoozed) sql.endSnooze.run(accountId, task.id, dueDate);
        }
        if (day !== null) sql.saveOverdueDay.run(accountId, day, at);
      });
    },

    /** Saves steps as shown although they were not. */
    skipSteps(
      accountId: string,
      steps: readonly { task: { id: string; dueDate: string | null }; kind: ReminderKind }[],
      at: number,
    ) {
      transaction(database, () => {
        for (const { task, kind } of steps) sql.skip.run(accountId, task.id, task.dueDate ?? '', kind, at);
      });
    },

    /** Skips the line of overdue tasks of a day. */
    skipDay: (accountId: string, day: string, at: number): void => void sql.saveOverdueDay.run(accountId, day, at),

    /** The service confirmed a local task under its own id. May be called inside a transaction. */
    replaceTaskId: (accountId: string, localId: string, taskId: string): void =>
      void sql.replaceTaskId.run(taskId, accountId, localId),

    /** Replaces an earlier snooze of the same task. */
    snooze(accountId: string, tasks: readonly { taskId: string; dueDate: string; until: number }[]): void {
      transaction(database, () => {
        for (const { taskId, dueDate, until } of tasks) sql.snooze.run(accountId, taskId, dueDate, until);
      });
    },

    /** Deletes old rows, except those of the listed tasks. */
    tidy(accountId: string, taskIds: readonly string[], now: number): void {
      const ids = JSON.stringify(taskIds);
      transaction(database, () => {
        sql.deleteOldShown.run(accountId, now - MAX_AGE_MS, ids);
        sql.deleteOldSnoozes.run(accountId, now - MAX_AGE_MS, ids);
        sql.deleteOldDays.run(accountId, now - MAX_AGE_MS);
      });
    },
  };
}

const keyOf = (taskId: string, dueDate: string): string => JSON.stringify([taskId, dueDate]);
