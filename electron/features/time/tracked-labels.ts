/** The labels of tracked tasks as last known. They decide what is billable, even after a task is completed and no longer listed. */
import { z } from 'zod';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';

const Labels = JsonText.pipe(z.array(z.string()));

export type TrackedLabels = ReturnType<typeof createTrackedLabels>;

export function createTrackedLabels(database: Database) {
  const put = database.prepare(
    `INSERT INTO tracked_task (account_id, task_id, labels)
     SELECT ?1, value ->> '$.id', value ->> '$.labels' FROM json_each(?2)
     WHERE EXISTS (SELECT 1 FROM time_entry WHERE account_id = ?1 AND task_id = value ->> '$.id')
     ON CONFLICT DO UPDATE SET labels = excluded.labels WHERE labels <> excluded.labels`,
  );
  const find = database.prepare('SELECT labels FROM tracked_task WHERE account_id = ? AND task_id = ?');

  const link = database.prepare(
    'UPDATE OR REPLACE tracked_task SET task_id = ?3 WHERE account_id = ?1 AND task_id = ?2',
  );
  const transfer = database.prepare('UPDATE OR IGNORE tracked_task SET account_id = ?2 WHERE account_id = ?1');

  return {
    /** A task that was created here gets the service's id. */
    linkTask: (accountId: string, localId: string, taskId: string): void => void link.run(accountId, localId, taskId),
    /** Moves the labels of one account to another, which keeps its own. */
    transfer: (fromId: string, toId: string): void => void transfer.run(fromId, toId),
    /** Keeps the labels of those tasks that have entries. */
    remember(accountId: string, tasks: readonly Pick<TaskView, 'id' | 'labels'>[]): void {
      if (tasks.length === 0) return;
      const list = tasks.map(({ id, labels }) => ({ id, labels: labels.map(({ name }) => name) }));
      put.run(accountId, JSON.stringify(list));
    },
    /** Names of labels; none if they were never known. */
    of: (accountId: string, taskId: string): string[] =>
      Labels.safeParse(find.get(accountId, taskId)?.labels).data ?? [],
  };
}
