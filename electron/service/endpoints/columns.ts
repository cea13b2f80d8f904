/** Columns of a board (docs/service.md#columns). */
import { z } from 'zod';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { Columns, type ColumnUpdate } from '../records.ts';

export const columnEndpoints = (http: Http) => ({
  /** GET /column/{projectId}: in board order, with the ids that PUT /column/{id} wants. */
  listColumns: (projectId: string) =>
    http.request({ method: 'GET', path: `/column/${part(projectId)}`, schema: Columns }),

  /** PUT /column/{id}: at least one field, for an empty body is a 500. Repeatable. The answer's fields are not shown. */
  updateColumn: (id: string, body: ColumnUpdate) =>
    http.request({ method: 'PUT', path: `/column/${part(id)}`, body, schema: z.record(z.string(), z.unknown()) }),
});
