/** PUT /column/{id} (section 4): name, icon, colour or final mark of a column; the slug never changes (field notes 4). */
import { z } from 'zod';
import { words } from '../../../shared/i18n/main-messages.ts';
import { setting } from '../../outbox/idempotent-write.ts';
import { ColumnUpdate } from '../../service/records.ts';

export const COLUMN_UPDATE = 'column.update';

export const ColumnUpdatePayload = z.object({
  columnId: z.string(),
  projectId: z.string(),
  /** As it is called now, for words. */
  columnName: z.string(),
  changed: ColumnUpdate,
});
export type ColumnUpdatePayload = z.infer<typeof ColumnUpdatePayload>;

export const columnUpdate = setting({
  kind: COLUMN_UPDATE,
  schema: ColumnUpdatePayload,
  send: ({ columnId, changed }, client) => client.updateColumn(columnId, changed),
  describe: ({ columnName }) => words.outbox.column.change(columnName),
  refused: ({ columnName }) => words.outbox.column.changeRefused(columnName),
});
