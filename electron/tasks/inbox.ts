/**
 * Tasks that a command line wrote down while no app was running. The outbox has one owner, the app; what is put here is
 * handed to it at the next start, or as soon as the app is told.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Database, transaction } from '../store/database.ts';
import { NewTask, type TaskCreator } from './new-task.ts';

const Row = z.object({ id: z.string(), task: z.string() });

/** All of them or none: on disk when this returns. */
export function putInInbox(database: Database, accountId: string, tasks: readonly NewTask[], now: Date): void {
  const insert = database.prepare('INSERT INTO inbox (id, account_id, task, created_at) VALUES (?, ?, ?, ?)');
  transaction(database, () => {
    for (const task of tasks) insert.run(randomUUID(), accountId, JSON.stringify(task), now.toISOString());
  });
}

/**
 * Hands everything to the creator, oldest first. The row’s id names the task, so that one which was handed over just before
 * a crash is not made twice. Throws what the creator throws; the rest stays for the next time.
 */
export async function emptyInbox(database: Database, accountId: string, creator: TaskCreator): Promise<number> {
  const remove = database.prepare('DELETE FROM inbox WHERE id = ?');
  const rows = z.array(Row).parse(
    database.prepare('SELECT id, task FROM inbox WHERE account_id = ? ORDER BY created_at, rowid').all(accountId),
  );
  for (const { id, task } of rows) {
    const parsed = NewTask.safeParse(JSON.parse(task));
    if (parsed.success) await creator.create(parsed.data, { startTimer: false, subject: id });
    remove.run(id);
  }
  return rows.length;
}
