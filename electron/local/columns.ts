/** The columns of a project's board (docs/service.md#columns). */
import { z } from 'zod';
import { ColumnUpdate } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, required, unknownRecord } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { readBody } from './validate.ts';

const DEFAULT_COLUMNS = [
  { slug: 'to-do', isFinal: 0 },
  { slug: 'in-progress', isFinal: 0 },
  { slug: 'in-review', isFinal: 0 },
  { slug: 'done', isFinal: 1 },
] as const;

/** Statuses outside the columns (docs/service.md#tasks). */
export const OUTSIDE_COLUMNS = ['planned', 'archived'];

const ColumnRow = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  slug: z.string(),
  position: z.number(),
  icon: z.string().nullable(),
  color: z.string().nullable(),
  isFinal: z.int().transform(Boolean),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ColumnRow = z.infer<typeof ColumnRow>;

const COLUMNS = { name: 'board_column', row: ColumnRow };

/** In board order. */
export const listColumns = (context: LocalContext, projectId: string): ColumnRow[] =>
  context.database.list(COLUMNS, { projectId }, 'position, id');

export function addDefaultColumns(context: LocalContext, projectId: string): void {
  const now = context.timestamp();
  for (const [position, column] of DEFAULT_COLUMNS.entries()) {
    const name = context.names().columns[column.slug];
    const times = { createdAt: now, updatedAt: now };
    context.database.insert('board_column', { ...column, ...times, id: newId(), projectId, name, position });
  }
}

export function addColumnRoutes(api: LocalApi, context: LocalContext): void {
  api.get('/column/:projectId', permit('project:read'), (c) => {
    const id = c.req.param('projectId');
    if (!context.database.has('SELECT 1 FROM project WHERE id = :id', { id })) throw unknownRecord();
    return c.json(listColumns(context, id));
  });

  /** Any of the four fields; the slug never changes. */
  api.put('/column/:id', permit('project:update'), async (c) => {
    const body = await readBody(c, ColumnUpdate);
    const column = required(context.database.find(COLUMNS, { id: c.req.param('id') }));
    if (Object.keys(body).length === 0)
      throw new HttpError(400, 'Nothing to change: send name, icon, color or isFinal');
    const changed = { ...body, updatedAt: context.timestamp() };
    context.database.update('board_column', { id: column.id }, changed);
    context.changes.emit([{ kind: 'settings-changed', projectId: column.projectId }]);
    return c.json({ ...column, ...changed });
  });
}
