/** How columns change: a write in the outbox, shown at once, and put back where the service refuses it. */
import { COLUMN_UPDATE, type ColumnChange, ColumnUpdatePayload } from '../outbox/column-update.ts';
import type { Outbox, OutboxItem } from '../outbox/outbox.ts';
import { type Database, transaction } from '../store/database.ts';

/** What is not at the service yet, by column id. */
export type PendingColumns = ReadonlyMap<string, ColumnChange>;

export interface ColumnChangesOptions {
  database: Database;
  outbox: Outbox;
  now: () => number;
  /** What is shown may be another now. */
  onChange: () => void;
}

export type ColumnChanges = ReturnType<typeof createColumnChanges>;

export function createColumnChanges({ database, outbox, now, onChange }: ColumnChangesOptions) {
  return {
    pending: (accountId: string): PendingColumns => pendingColumns(outbox.openOfKinds(accountId, 'column.')),

    /** What waits for the same column goes along in one write. */
    update(accountId: string, column: { id: string; name: string }, changed: ColumnChange): void {
      if (Object.keys(changed).length === 0) return;
      const subject = `${column.id}:column`;
      transaction(database, () => {
        const waiting = pendingColumns(outbox.openOf(subject).filter(({ state }) => state === 'waiting')).get(
          column.id,
        );
        const payload: ColumnUpdatePayload = {
          columnId: column.id,
          columnName: column.name,
          changed: { ...waiting, ...changed },
        };
        if (outbox.replace(subject, payload, () => undefined)) return;
        outbox.add({ accountId, kind: COLUMN_UPDATE, subject, payload }, now());
      });
      outbox.wake();
      onChange();
    },
  };
}

/** `items`: writes of any kind, the oldest first. */
export function pendingColumns(items: readonly OutboxItem[]): PendingColumns {
  const changes = new Map<string, ColumnChange>();
  for (const { kind, payload, state } of items) {
    // What the service refused is not how things are.
    if (kind !== COLUMN_UPDATE || state === 'needs-you') continue;
    const { columnId, changed } = ColumnUpdatePayload.parse(payload);
    changes.set(columnId, { ...changes.get(columnId), ...changed });
  }
  return changes;
}
