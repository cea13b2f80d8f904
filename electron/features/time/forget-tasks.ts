/** When tasks are gone for good, as the sample's are once it is cleared, so is the time on them. */
import type { Outbox } from '../../outbox/outbox.ts';
import { type Database, transaction } from '../../store/database.ts';
import type { Entries } from './entry-store.ts';

export function forgetTasks(
  database: Database,
  entries: Pick<Entries, 'forget'>,
  outbox: Pick<Outbox, 'forget'>,
  accountId: string,
  taskIds: readonly string[],
): void {
  transaction(database, () => {
    for (const taskId of taskIds) {
      for (const entryId of entries.forget(accountId, taskId)) outbox.forget(entryId);
    }
  });
}
