/** PUT /column/{id} (docs/service.md#columns): name, icon, colour or final mark of a column; the slug never changes. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsWorkspace } from '../../service/affected-data.ts';
import { ColumnUpdate } from '../../service/records.ts';

export const COLUMN_UPDATE = 'column.update';

export const ColumnUpdatePayload = z.object({
  columnId: z.string(),
  projectId: z.string(),
  /** Its current name, for messages. */
  columnName: z.string(),
  changed: ColumnUpdate,
});
export type ColumnUpdatePayload = z.infer<typeof ColumnUpdatePayload>;

export const columnUpdate = idempotentWrite({
  kind: COLUMN_UPDATE,
  schema: ColumnUpdatePayload,
  affects: affectsWorkspace,
  send: ({ columnId, changed }, client) => client.updateColumn(columnId, changed),
  describe: ({ columnName }) => messages.outbox.column.change({ column: columnName }),
  rejected: ({ columnName }) => messages.outbox.column.changeRejected({ column: columnName }),
});

export const writeKinds = [columnUpdate];
