/**
 * Tasks that the command line stored while the app was not running. Only the app writes to the outbox, so it moves the tasks there at
 * the next start or when the command line asks it to.
 */
import { z } from 'zod';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { type Database, transaction } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import type { CreateTasks } from './create-tasks.ts';

const Row = z.object({ id: z.number(), task: JsonText.pipe(NewTask), created_at: z.string() });

/** Stores all tasks or none; they are on disk when this returns. */
export function addToInbox(database: Database, accountId: string, tasks: readonly NewTask[], now: Date): void {
  const insert = database.prepare('INSERT INTO inbox (account_id, task, created_at) VALUES (?, ?, ?)');
  transaction(database, () => {
    for (const task of tasks) insert.run(accountId, JSON.stringify(task), now.toISOString());
  });
}

/**
 * Creates the tasks, oldest first, and removes them from the inbox in the same transaction, so that each task is always in exactly one
 * place. Unreadable rows stay. Throws what `createTasks` throws; then all tasks stay for the next attempt.
 */
export function moveFromInbox(database: Database, accountId: string, createTasks: CreateTasks): void {
  const all = database
    .prepare('SELECT id, task, created_at FROM inbox WHERE account_id = ? ORDER BY id')
    .all(accountId);
  const rows = all.flatMap((row) => Row.safeParse(row).data ?? []);
  if (rows.length < all.length) console.error(`${all.length - rows.length} tasks of the inbox cannot be read`);
  if (rows.length === 0) return;
  const remove = database.prepare('DELETE FROM inbox WHERE id = ?');
  const removeRows = () => {
    for (const { id } of rows) remove.run(id);
  };
  createTasks(
    rows.map(({ task }) => task),
    { startTimer: false, inTransaction: removeRows, writtenAt: rows.map((row) => Date.parse(row.created_at)) },
  );
}
