/**
 * Tasks that a command line wrote down while no app was running. The outbox has one owner, the app; what is put here is
 * handed to it at the next start, or as soon as the app is told.
 */
import { z } from 'zod';
import { type Database, transaction } from '../store/database.ts';
import type { MakeTasks } from './make-tasks.ts';
import { NewTask } from './new-task.ts';

const Row = z.object({ id: z.number(), task: z.string(), created_at: z.string() });

/** All of them or none: on disk when this returns. */
export function putInInbox(database: Database, accountId: string, tasks: readonly NewTask[], now: Date): void {
  const insert = database.prepare('INSERT INTO inbox (account_id, task, created_at) VALUES (?, ?, ?)');
  transaction(database, () => {
    for (const task of tasks) insert.run(accountId, JSON.stringify(task), now.toISOString());
  });
}

/**
 * Hands everything over, oldest first, and takes it out in the same transaction: however this ends, each task is in one place.
 * Throws what `make` throws; then all of it stays for the next time.
 */
export function emptyInbox(database: Database, accountId: string, make: MakeTasks): void {
  const rows = z
    .array(Row)
    .parse(database.prepare('SELECT id, task, created_at FROM inbox WHERE account_id = ? ORDER BY id').all(accountId));
  const last = rows.at(-1);
  if (last === undefined) return;
  const remove = database.prepare('DELETE FROM inbox WHERE account_id = ? AND id <= ?');
  const tasks = rows.map(({ task }) => NewTask.parse(JSON.parse(task)));
  const writtenAt = rows.map((row) => Date.parse(row.created_at));
  make(tasks, { startTimer: false, alongside: () => void remove.run(accountId, last.id), writtenAt });
}
