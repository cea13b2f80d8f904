/** Changes a column of a board, with an undo. */
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { ColumnUpdate } from '../../service/records.ts';
import { transaction } from '../../store/database.ts';
import type { FeatureContext } from '../context.ts';
import { COLUMN_UPDATE, type ColumnUpdatePayload } from './column-writes.ts';

export interface ChangedColumn {
  /** The id for PUT /column/{id}. */
  id: string;
  projectId: string;
  name: string;
}

type Context = Pick<FeatureContext, 'database' | 'now' | 'undo' | 'showToast'>;

/** `from`: the current values of the fields in `to`. */
export type UpdateColumn = (accountId: string, column: ChangedColumn, from: ColumnUpdate, to: ColumnUpdate) => void;

export function createUpdateColumn(
  { database, now, undo, showToast }: Context,
  outbox: Pick<Outbox, 'add' | 'wake'>,
  onChange: () => void,
): UpdateColumn {
  return (accountId, { id, projectId, name }, from, to) => {
    const update = (changed: ColumnUpdate) => {
      const payload: ColumnUpdatePayload = { columnId: id, projectId, columnName: name, changed };
      transaction(database, () => {
        outbox.add({ accountId, kind: COLUMN_UPDATE, subject: `column:${id}`, payload }, now());
      });
      outbox.wake();
      onChange();
    };
    update(to);
    const offer = undo.offer({ accountId, label: messages.tasks.undo, undo: () => update(from) });
    showToast(messages.tasks.column({ name: to.name ?? name }), offer);
  };
}
