/**
 * A task that was made here gets its name at the service: what was done with it meanwhile, entries and writes that wait for it,
 * is on that task from now on. Call inside the transaction that settles its creation.
 */
import type { Database } from '../../store/database.ts';

export function adoptTask(
  database: Database,
  accountId: string,
  localId: string,
  task: { id: string; identifier: string },
): void {
  database
    .prepare('UPDATE time_entry SET task_id = ?, task_identifier = ? WHERE account_id = ? AND task_id = ?')
    .run(task.id, task.identifier, accountId, localId);
  database
    .prepare(
      `UPDATE outbox SET payload = json_set(payload, '$.taskId', ?1, '$.identifier', ?2)
       WHERE account_id = ?3 AND state <> 'sent' AND after_subject = ?4`,
    )
    .run(task.id, task.identifier, accountId, localId);
}
