/** External links of a task (docs/service.md#external-links). */
import { z } from 'zod';
import { ExternalLinkCreate, TaskExternalLink } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, notFound } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { columnsOf, json } from './table.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

/** The type of a link that a person added. */
const MANUAL = 'url';

const LinkRow = TaskExternalLink.extend({ metadata: json(z.record(z.string(), z.unknown())).nullable() });
type LinkRow = z.infer<typeof LinkRow>;

/** The links of many tasks, in the order of `taskIds`, the oldest of each task first. */
export function listLinksOf(context: LocalContext, taskIds: string[]): LinkRow[] {
  return context.database.all(
    LinkRow,
    `SELECT ${columnsOf(LinkRow, 'l')} FROM json_each(:ids) wanted JOIN external_link l ON l.task_id = wanted.value
     ORDER BY wanted.key, l.created_at, l.id`,
    { ids: JSON.stringify(taskIds) },
  );
}

/** A link that a person added, or with `from` an integration. */
export function createLink(
  context: LocalContext,
  taskId: string,
  url: string,
  title: string | null,
  from?: Pick<LinkRow, 'integrationId' | 'resourceType' | 'externalId'>,
): LinkRow {
  const now = context.timestamp();
  const link = {
    id: newId(),
    taskId,
    integrationId: null,
    resourceType: MANUAL,
    externalId: url,
    ...from,
    url,
    title,
    metadata: null,
    createdAt: now,
    updatedAt: now,
  };
  context.database.insert('external_link', link);
  return link;
}

export function addExternalLinkRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/external-link/task/:taskId', permit('task:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    // The integration of an imported link has no details to show.
    return c.json(listLinksOf(context, [id]).map((link) => ({ ...link, integration: null })));
  });

  api.post('/external-link/task/:taskId', permit('task:update'), async (c) => {
    const { url, title } = await readBody(c, ExternalLinkCreate);
    const task = getTask(context, c.req.param('taskId'));
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new HttpError(400, 'The address must begin with http:// or https://');
    }
    const link = createLink(context, task.id, url, title ?? null);
    context.changes.emit([{ kind: 'link-changed', task }]);
    return c.json(link);
  });

  /** Removes only links that a person added. */
  api.delete('/external-link/task/:taskId/:id', permit('task:update'), (c) => {
    const task = getTask(context, c.req.param('taskId'));
    const id = c.req.param('id');
    const removed = database.delete('external_link', { id, taskId: task.id, integrationId: null });
    if (removed === 0) throw notFound('Link');
    context.changes.emit([{ kind: 'link-changed', task }]);
    return c.json({ id });
  });
}
