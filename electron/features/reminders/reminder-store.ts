/**
 * What was said of due dates, on disk: of which task, due date and kind, and when; what was put off; on which days something was
 * said to be overdue; which lists of tasks were met before.
 * So a restart, a wake, another poll or a clock that jumps says nothing a second time. Instants in ms.
 *
 * It is written once the desktop has taken a notification, not before: a crash in that very moment says it once more, where the
 * other order would have lost it.
 */

import type { PlannedNotification, passedSteps, ReminderKind, Snooze } from '../../../shared/reminders/planner.ts';
import { type Database, transaction } from '../../store/database.ts';

/** What was said of tasks that are in no list any more is kept this long: they may come back. */
const KEPT_MS = 400 * 24 * 3_600_000;

export type ReminderStore = ReturnType<typeof createReminderStore>;

export function createReminderStore(database: Database) {
  const sql = {
    said: database.prepare('SELECT task_id, due_date, kind FROM reminder_said WHERE account_id = ?'),
    say: database.prepare(
      `INSERT INTO reminder_said (account_id, task_id, due_date, kind, said_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET said_at = excluded.said_at`,
    ),
    forgo: database.prepare(
      'INSERT OR IGNORE INTO reminder_said (account_id, task_id, due_date, kind, said_at) VALUES (?, ?, ?, ?, ?)',
    ),
    adopt: database.prepare('UPDATE OR IGNORE reminder_said SET task_id = ? WHERE account_id = ? AND task_id = ?'),
    snoozes: database.prepare('SELECT task_id, due_date, at FROM reminder_snooze WHERE account_id = ?'),
    snooze: database.prepare(
      'INSERT OR REPLACE INTO reminder_snooze (account_id, task_id, due_date, at) VALUES (?, ?, ?, ?)',
    ),
    unsnooze: database.prepare('DELETE FROM reminder_snooze WHERE account_id = ? AND task_id = ? AND due_date = ?'),
    days: database.prepare('SELECT day FROM reminder_day WHERE account_id = ?'),
    day: database.prepare('INSERT OR IGNORE INTO reminder_day (account_id, day, said_at) VALUES (?, ?, ?)'),
    begun: database.prepare('SELECT list FROM reminder_begun WHERE account_id = ?'),
    begin: database.prepare('INSERT OR IGNORE INTO reminder_begun (account_id, list) VALUES (?, ?)'),
    end: database.prepare('DELETE FROM reminder_begun WHERE account_id = ? AND list = ?'),
    oldSaid: database.prepare(
      `DELETE FROM reminder_said WHERE account_id = ? AND said_at < ? AND task_id NOT IN (SELECT value FROM json_each(?))`,
    ),
    oldSnoozes: database.prepare(
      `DELETE FROM reminder_snooze WHERE account_id = ? AND at < ? AND task_id NOT IN (SELECT value FROM json_each(?))`,
    ),
    oldDays: database.prepare('DELETE FROM reminder_day WHERE account_id = ? AND said_at < ?'),
  };

  return {
    /** What was said of a task's due date. */
    said(accountId: string): (taskId: string, dueDate: string) => ReadonlySet<ReminderKind> | undefined {
      const all = new Map<string, Set<ReminderKind>>();
      for (const row of sql.said.all(accountId)) {
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

    days: (accountId: string): ReadonlySet<string> => new Set(sql.days.all(accountId).map((row) => String(row.day))),

    /** The lists that were met before. */
    begun: (accountId: string): ReadonlySet<string> => new Set(sql.begun.all(accountId).map((row) => String(row.list))),

    /** A list is met for the first time: these steps of its tasks, and this day's line, are not to be said. */
    begin(accountId: string, list: string, { steps, day }: ReturnType<typeof passedSteps>, at: number): void {
      transaction(database, () => {
        sql.begin.run(accountId, list);
        for (const { task, kind } of steps) sql.forgo.run(accountId, task.id, task.dueDate ?? '', kind, at);
        if (day !== null) sql.day.run(accountId, day, at);
      });
    },
    /** It is not asked for any more; should it be again, it is met for the first time. */
    end: (accountId: string, list: string): void => void sql.end.run(accountId, list),

    /** The desktop took it. */
    wasSaid(accountId: string, { reminders, day }: PlannedNotification, at: number): void {
      transaction(database, () => {
        for (const { task, settles, wasSnoozed } of reminders) {
          const dueDate = task.dueDate ?? '';
          for (const kind of settles) sql.say.run(accountId, task.id, dueDate, kind, at);
          if (wasSnoozed) sql.unsnooze.run(accountId, task.id, dueDate);
        }
        if (day !== null) sql.day.run(accountId, day, at);
      });
    },

    /** These are not to be said, without having been. */
    forgo(
      accountId: string,
      steps: readonly { task: { id: string; dueDate: string | null }; kind: ReminderKind }[],
      at: number,
    ) {
      transaction(database, () => {
        for (const { task, kind } of steps) sql.forgo.run(accountId, task.id, task.dueDate ?? '', kind, at);
      });
    },

    /** Nothing more is to be said to be overdue on that day. */
    skipDay: (accountId: string, day: string, at: number): void => void sql.day.run(accountId, day, at),

    /** A task that was made here gets its name at the service. Can be called inside a transaction. */
    adopt: (accountId: string, localId: string, taskId: string): void => void sql.adopt.run(taskId, accountId, localId),

    /** It comes back once, at `until`; the newer one replaces an older one. */
    snooze(accountId: string, tasks: readonly { taskId: string; dueDate: string; until: number }[]): void {
      transaction(database, () => {
        for (const { taskId, dueDate, until } of tasks) sql.snooze.run(accountId, taskId, dueDate, until);
      });
    },

    /** Drops what is long over. `taskIds`: those that are in a list. */
    tidy(accountId: string, taskIds: readonly string[], now: number): void {
      const ids = JSON.stringify(taskIds);
      transaction(database, () => {
        sql.oldSaid.run(accountId, now - KEPT_MS, ids);
        sql.oldSnoozes.run(accountId, now - KEPT_MS, ids);
        sql.oldDays.run(accountId, now - KEPT_MS);
      });
    },
  };
}

const keyOf = (taskId: string, dueDate: string): string => JSON.stringify([taskId, dueDate]);
