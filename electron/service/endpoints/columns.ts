/** Columns of a board (docs/service.md#columns). */
import { z } from 'zod';
import { type Http, part } from '../http.ts';
import { Columns, type ColumnUpdate } from '../records.ts';

export const columnEndpoints = (http: Http) => ({
  /** In board order, with the ids for PUT /column/{id}. */
  listColumns: (projectId: string) => http.get(`/column/${part(projectId)}`, Columns),

  /** Needs at least one field; an empty body is a 500. Repeatable. */
  updateColumn: (id: string, body: ColumnUpdate) =>
    http.put(`/column/${part(id)}`, z.record(z.string(), z.unknown()), { body }),
});
