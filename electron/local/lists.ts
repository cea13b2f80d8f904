/** Lists that quick add reads (field notes 3): the people and the labels of the workspace. */
import { z } from 'zod';
import { Label } from '../service/records.ts';
import { permit } from './access.ts';
import type { LocalApi, LocalContext } from './context.ts';
import { checkWorkspace } from './people.ts';

const Person = z.object({ id: z.string(), name: z.string(), email: z.string() });

export function addListRoutes(api: LocalApi, context: LocalContext): void {
  api.get('/workspace/:id/members', permit('project:read'), (c) => {
    checkWorkspace(context, c.req.param('id'));
    return c.json(context.database.all(Person, 'SELECT id, name, email FROM person ORDER BY is_owner DESC, name', {}));
  });

  api.get('/label/workspace/:id', permit('label:read'), (c) => {
    checkWorkspace(context, c.req.param('id'));
    return c.json(
      context.database.all(
        Label,
        `SELECT id, name, color, task_id AS taskId, workspace_id AS workspaceId, created_at AS createdAt
         FROM label WHERE workspace_id = :id ORDER BY name COLLATE NOCASE, id`,
        { id: c.req.param('id') },
      ),
    );
  });
}
