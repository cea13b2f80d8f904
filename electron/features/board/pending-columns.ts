/** Overlays pending changes on the columns of the service. Pure. */

import type { ColumnView } from '../../../shared/contract/board-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { ColumnUpdate } from '../../service/records.ts';
import { COLUMN_UPDATE, ColumnUpdatePayload } from './column-writes.ts';

/** By column id. */
export type PendingColumns = ReadonlyMap<string, ColumnUpdate>;

/** `items`: open writes, oldest first; other kinds are skipped. */
export function pendingColumns(items: readonly OutboxItem[]): PendingColumns {
  const changes = new Map<string, ColumnUpdate>();
  for (const { kind, payload, state } of items) {
    // Rejected changes are not shown.
    if (kind !== COLUMN_UPDATE || state === 'needs-you') continue;
    const { columnId, changed } = ColumnUpdatePayload.parse(payload);
    changes.set(columnId, { ...changes.get(columnId), ...changed });
  }
  return changes;
}

export function applyPendingToColumns(columns: ColumnView[], changes: PendingColumns): ColumnView[] {
  if (changes.size === 0) return columns;
  return columns.map((column) => {
    const changed = column.columnId === null ? undefined : changes.get(column.columnId);
    if (changed === undefined) return column;
    const { name = column.name, icon = column.icon, color = column.color, isFinal = column.isFinal } = changed;
    return { ...column, name, icon, color, isFinal };
  });
}
