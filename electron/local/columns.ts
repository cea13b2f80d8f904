/** The columns of a project's board (docs/service.md#columns). */
import { z } from 'zod';
import { ColumnUpdate } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, unknownRecord } from './errors.ts';
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

const SELECT = `SELECT id, project_id AS projectId, name, slug, position, icon, color, is_final AS isFinal,
  created_at AS createdAt, updated_at AS updatedAt FROM board_column`;

/** In board order. */
export function listColumns(context: LocalContext, projectId: string): ColumnRow[] {
  return context.database.all(ColumnRow, `${SELECT} WHERE project_id = :projectId ORDER BY position, id`, {
    projectId,
  });
}

export function addDefaultColumns(context: LocalContext, projectId: string): void {
  for (const [position, column] of DEFAULT_COLUMNS.entries()) {
    context.database.run(
      `INSERT INTO board_column (id, project_id, slug, name, is_final, position, created_at, updated_at)
       VALUES (:id, :projectId, :slug, :name, :isFinal, :position, :now, :now)`,
      {
        ...column,
        name: context.names().columns[column.slug],
        id: newId(),
        projectId,
        position,
        now: context.timestamp(),
      },
    );
  }
}

export function addColumnRoutes(api: LocalApi, context: LocalContext): void {
  api.get('/column/:projectId', permit('project:read'), (c) => {
    const id = c.req.param('projectId');
    if (!context.database.has('SELECT 1 FROM project WHERE id = :id', { id })) throw unknownRecord();
    return c.json(listColumns(context, id));
  });

  /** PUT /column/{id}: any of the four fields; the slug never changes. */
  api.put('/column/:id', permit('project:update'), async (c) => {
    const body = await readBody(c, ColumnUpdate);
    const column = context.database.get(ColumnRow, `${SELECT} WHERE id = :id`, { id: c.req.param('id') });
    if (column === undefined) throw unknownRecord();
    if (Object.keys(body).length === 0)
      throw new HttpError(400, 'Nothing to change: send name, icon, color or isFinal');
    const { name = column.name, icon = column.icon, color = column.color, isFinal = column.isFinal } = body;
    const now = context.timestamp();
    context.database.run(
      `UPDATE board_column SET name = :name, icon = :icon, color = :color, is_final = :isFinal, updated_at = :now
       WHERE id = :id`,
      { id: column.id, name, icon, color, isFinal: Number(isFinal), now },
    );
    context.changes.emit([{ kind: 'settings-changed', projectId: column.projectId }]);
    return c.json({ ...column, name, icon, color, isFinal, updatedAt: now });
  });
}
