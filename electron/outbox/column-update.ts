/** A column's name, icon, colour or final mark (section 4, PUT /column/{id}). */
import { z } from 'zod';
import { setting } from './setting.ts';

export const COLUMN_UPDATE = 'column.update';

export const ColumnChange = z.object({
  name: z.string().min(1).optional(),
  icon: z.string().nullable().optional(),
  color: z.string().nullable().optional(),
  isFinal: z.boolean().optional(),
});
export type ColumnChange = z.infer<typeof ColumnChange>;

export const ColumnUpdatePayload = z.object({
  columnId: z.string(),
  /** What it was called before, for words. */
  columnName: z.string(),
  /** At least one: an empty body is a 500 (field notes 4). */
  changed: ColumnChange,
});
export type ColumnUpdatePayload = z.infer<typeof ColumnUpdatePayload>;

/** PUT /column/{id}. */
export const columnUpdate = setting({
  kind: COLUMN_UPDATE,
  schema: ColumnUpdatePayload,
  send: ({ columnId, changed }, client) => client.updateColumn(columnId, changed),
  describe: ({ columnName }) => `Change the column ${columnName}`,
  refused: ({ columnName }) => `The column ${columnName} stays as it was`,
});
