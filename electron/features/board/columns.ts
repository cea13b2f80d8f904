/** A board's columns: as read, the write that changes them, its overlay, and the change with an undo. */

import { z } from 'zod';
import type { ColumnView } from '../../../shared/contract/board-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { affectsWorkspace } from '../../service/affected-data.ts';
import { ColumnUpdate } from '../../service/records.ts';
import type { TasksService } from '../tasks/index.ts';

export const COLUMN_UPDATE = 'column.update';

const ColumnUpdatePayload = z.object({
  /** The id for PUT /column/{id}. */
  columnId: z.string(),
  projectId: z.string(),
  /** Its current name, for messages. */
  columnName: z.string(),
  changed: ColumnUpdate,
});
type ColumnUpdatePayload = z.infer<typeof ColumnUpdatePayload>;

/** PUT /column/{id} (docs/service.md#columns): name, icon, colour or final mark of a column; the slug never changes. */
const columnUpdate = idempotentWrite({
  kind: COLUMN_UPDATE,
  schema: ColumnUpdatePayload,
  affects: affectsWorkspace,
  send: ({ columnId, changed }, client) => client.updateColumn(columnId, changed),
  describe: ({ columnName }) => messages.outbox.column.change({ column: columnName }),
  rejected: ({ columnName }) => messages.outbox.column.changeRejected({ column: columnName }),
});

export const writeKinds = [columnUpdate];

type ChangedColumn = Omit<ColumnUpdatePayload, 'changed'>;
/** `from`: the current values of the fields in `to`. */
type UpdateColumn = (accountId: string, column: ChangedColumn, from: ColumnUpdate, to: ColumnUpdate) => void;

export const createUpdateColumn =
  (
    { change, commit }: Pick<TasksService['taskChanges']['queue'], 'change' | 'commit'>,
    outbox: Pick<Outbox, 'add'>,
    now: () => number,
  ): UpdateColumn =>
  (accountId, column, from, to) => {
    const subject = `column:${column.columnId}`;
    const update = (changed: ColumnUpdate): void => {
      const payload: ColumnUpdatePayload = { ...column, changed };
      commit(() => outbox.add({ accountId, kind: COLUMN_UPDATE, subject, payload }, now()));
    };
    change(accountId, {
      text: messages.tasks.column({ name: to.name ?? column.columnName }),
      subjects: [subject],
      apply: () => update(to),
      revert: () => update(from),
    });
  };

/** The columns with pending changes. `items`: open writes, oldest first; other kinds are skipped. */
export function applyPendingToColumns(columns: ColumnView[], items: readonly OutboxItem[]): ColumnView[] {
  const changes = new Map<string | null, ColumnUpdate>();
  for (const { kind, payload, state } of items) {
    // Rejected changes are not shown.
    if (kind !== COLUMN_UPDATE || state === 'needs-you') continue;
    const { columnId, changed } = ColumnUpdatePayload.parse(payload);
    changes.set(columnId, { ...changes.get(columnId), ...changed });
  }
  if (changes.size === 0) return columns;
  return columns.map((column) => {
    const changed = changes.get(column.columnId);
    if (changed === undefined) return column;
    const { name = column.name, icon = column.icon, color = column.color, isFinal = column.isFinal } = changed;
    return { ...column, name, icon, color, isFinal };
  });
}

/** The columns of the open board as read, with the changes that the service accepted since. Sequence numbers order reads and writes. */
export function createBoardColumns() {
  let columns: ColumnView[] = [];
  /** A read that began before such a write may not contain it. */
  let accepted: { item: OutboxItem; sequence: number }[] = [];

  function withAccepted(read: ColumnView[], startSequence: number): ColumnView[] {
    const since = accepted.filter(({ sequence }) => sequence > startSequence);
    return applyPendingToColumns(
      read,
      since.map(({ item }) => item),
    );
  }

  return {
    /** Without pending changes. */
    all: (): ColumnView[] => columns,
    load(stored: ColumnView[]): void {
      columns = stored;
    },
    /** A page was read: columns are removed only after all pages. */
    put(read: ColumnView[], startSequence: number): void {
      const slugs = new Set(read.map(({ slug }) => slug));
      columns = [...withAccepted(read, startSequence), ...columns.filter(({ slug }) => !slugs.has(slug))];
    },
    /** All pages were read. True if the columns are different now. */
    wasRead(read: ColumnView[], startSequence: number): boolean {
      accepted = accepted.filter(({ sequence }) => sequence > startSequence);
      const before = columns;
      columns = withAccepted(read, startSequence);
      return JSON.stringify(columns) !== JSON.stringify(before);
    },
    /** The service accepted a write. */
    accept(item: OutboxItem, sequence: number): void {
      accepted.push({ item, sequence });
      columns = applyPendingToColumns(columns, [item]);
    },
  };
}
