/** Columns of a board (docs/service.md#columns). */
import { z } from 'zod';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { Columns, type ColumnUpdate } from '../records.ts';

export const columnEndpoints = (http: Http) => ({
  /** GET /column/{projectId}: in board order, with the ids for PUT /column/{id}. */
  listColumns: (projectId: string) =>
    http.request({ method: 'GET', path: `/column/${part(projectId)}`, schema: Columns }),

  /** PUT /column/{id}: needs at least one field; an empty body is a 500. Repeatable. */
  updateColumn: (id: string, body: ColumnUpdate) =>
    http.request({ method: 'PUT', path: `/column/${part(id)}`, body, schema: z.record(z.string(), z.unknown()) }),
});
