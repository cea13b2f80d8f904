/** Columns with their own ids (docs/service.md#columns). On a board a column is identified by its slug. */

import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { MAX_COLUMN_NAME } from '../../../shared/limits.ts';
import { type Http, segment } from '../http.ts';
import { Id } from './common.ts';
import { listOf } from './lenient.ts';

/** Not shortened like other names, because renaming starts from it. */
export const ColumnName = line(MAX_COLUMN_NAME);

/** GET /column/{projectId}. */
export const Column = z.object({
  id: Id,
  projectId: Id,
  name: ColumnName,
  slug: Id,
  position: z.number().nullish(),
  icon: z.string().nullish(),
  color: z.string().nullish(),
  isFinal: z
    .boolean()
    .nullish()
    .transform((isFinal) => isFinal ?? false),
});
export type Column = z.infer<typeof Column>;
const Columns = listOf('column', Column, { fallback: { projectId: '', name: ({ slug }) => slug } });

/** Body of PUT /column/{id}: at least one field. Null removes icon or colour. */
export const ColumnUpdate = z.object({
  name: z.string().min(1).optional(),
  icon: z.string().nullable().optional(),
  color: z.string().nullable().optional(),
  isFinal: z.boolean().optional(),
});
export type ColumnUpdate = z.infer<typeof ColumnUpdate>;

export const columnEndpoints = (http: Http) => ({
  /** In board order, with the ids for PUT /column/{id}. */
  listColumns: (projectId: string) => http.get(`/column/${segment(projectId)}`, Columns),

  /** Needs at least one field; an empty body is a 500. Repeatable. */
  updateColumn: (id: string, body: ColumnUpdate) =>
    http.put(`/column/${segment(id)}`, z.record(z.string(), z.unknown()), { body }),
});
