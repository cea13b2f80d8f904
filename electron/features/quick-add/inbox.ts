/**
 * Tasks that a command line wrote down while no app was running. The outbox has one owner, the app; what is put here is
 * handed to it at the next start, or as soon as the app is told.
 */
import { z } from 'zod';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { type Database, transaction } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import type { CreateTasks } from './create-tasks.ts';

const Row = z.object({ id: z.number(), task: JsonText.pipe(NewTask), created_at: z.string() });

/** All of them or none: on disk when this returns. */
export function addToInbox(database: Database, accountId: string, tasks: readonly NewTask[], now: Date): void {
  const insert = database.prepare('INSERT INTO inbox (account_id, task, created_at) VALUES (?, ?, ?)');
  transaction(database, () => {
    for (const task of tasks) insert.run(accountId, JSON.stringify(task), now.toISOString());
  });
}

/**
 * Hands everything over, oldest first, and takes it out in the same transaction: however this ends, each task is in one place. What
 * cannot be read stays, and stops nothing else. Throws what `make` throws; then all of it stays for the next time.
 */
export function takeFromInbox(database: Database, accountId: string, make: CreateTasks): void {
  const all = database
    .prepare('SELECT id, task, created_at FROM inbox WHERE account_id = ? ORDER BY id')
    .all(accountId);
  const rows = all.flatMap((row) => Row.safeParse(row).data ?? []);
  if (rows.length < all.length) console.error(`${all.length - rows.length} tasks of the inbox cannot be read`);
  if (rows.length === 0) return;
  const remove = database.prepare('DELETE FROM inbox WHERE id = ?');
  const takeOut = () => {
    for (const { id } of rows) remove.run(id);
  };
  make(
    rows.map(({ task }) => task),
    { startTimer: false, alongside: takeOut, writtenAt: rows.map((row) => Date.parse(row.created_at)) },
  );
}
