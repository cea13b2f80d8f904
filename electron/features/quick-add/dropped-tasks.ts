/**
 * Tasks that command lines left in the drop folder while the app was not running. The app creates them at the next start, or when a
 * command line asks it to.
 */
import { z } from 'zod';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { type Database, transaction } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { CreateTasks } from './create-tasks.ts';

export interface DropFolder {
  /** The readable files, oldest first. */
  list(): { name: string; accountId: string; tasks: NewTask[]; writtenAt: string; by?: string }[];
  /** Never throws. */
  remove(name: string): void;
}

/**
 * Creates the tasks of this account, oldest first, and then deletes their files. The names of the files are written in the same
 * transaction as the tasks, so that a file that could not be deleted is not taken in again. Throws what `createTasks` throws; then all
 * files stay for the next attempt. `onTakenFrom`: an assistant wrote the tasks of a file.
 */
export function takeDropped(
  { database, settings }: { database: Database; settings: Pick<SettingsStore, 'readValue' | 'writeValue'> },
  folder: DropFolder,
  accountId: string,
  createTasks: CreateTasks,
  onTakenFrom: (assistant: string, tasks: readonly NewTask[]) => void,
): void {
  const files = folder.list();
  const names = new Set(settings.readValue('inbox-taken'));
  const taken = files.filter(({ name }) => names.has(name));
  const fresh = files.filter((file) => file.accountId === accountId && !names.has(file.name));
  const done = [...taken, ...fresh].map(({ name }) => name);
  const rows = storedRows(database, accountId);
  const found = [...rows.map(({ task, created_at }) => ({ tasks: [task], writtenAt: created_at })), ...fresh];
  if (found.length > 0) {
    createTasks(
      found.flatMap(({ tasks }) => tasks),
      {
        startTimer: false,
        writtenAt: found.flatMap(({ tasks, writtenAt }) => tasks.map(() => Date.parse(writtenAt))),
        commit: (write) =>
          transaction(database, () => {
            for (const { id } of rows) database.prepare('DELETE FROM dropped_task WHERE id = ?').run(id);
            settings.writeValue('inbox-taken', done);
            write();
          }),
      },
    );
  }
  for (const { by, tasks } of fresh) if (by !== undefined) onTakenFrom(by, tasks);
  for (const name of done) folder.remove(name);
}

const Row = z.object({ id: z.number(), task: JsonText.pipe(NewTask), created_at: z.string() });

/** Tasks that a command line of version 0.1 stored in the database. Unreadable ones stay there. */
function storedRows(database: Database, accountId: string): z.infer<typeof Row>[] {
  const all = database
    .prepare('SELECT id, task, created_at FROM dropped_task WHERE account_id = ? ORDER BY id')
    .all(accountId);
  const rows = all.flatMap((row) => Row.safeParse(row).data ?? []);
  if (rows.length < all.length) console.error(`${all.length - rows.length} dropped tasks cannot be read`);
  return rows;
}
