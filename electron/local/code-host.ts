/** The code host of a project (docs/service.md#code-host). Without an app, answered like a server that has none. */
import { z } from 'zod';
import { CodeHostLink, CodeHostUpdate, InstallationVerify } from '../service/records.ts';
import { permit, requireSession } from './access.ts';
import type { Change } from './change-events.ts';
import type { CodeHost } from './code-host-client.ts';
import { listColumns } from './columns.ts';
import { HttpError, notFound, required } from './errors.ts';
import { createLink } from './external-links.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { createTask, getTask } from './tasks.ts';
import { readBody, readQuery } from './validate.ts';

const NO_APP = 'No code host is configured for this workspace';

const ListQuery = z.object({ repositoryPage: z.coerce.number().int().min(1).default(1) });
/** `runId` is the page of issues to go on with. */
const ImportBody = z.object({ projectId: z.string().min(1), runId: z.coerce.number().int().min(1).default(1) });

const LinkRow = z.object({
  id: z.string(),
  projectId: z.string(),
  repositoryOwner: z.string(),
  repositoryName: z.string(),
  installationId: z.number(),
  isActive: z.int().transform(Boolean),
  commentTaskLinkOnGitHubIssue: z.int().transform(Boolean),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type LinkRow = z.infer<typeof LinkRow>;

export function addCodeHostRoutes(api: LocalApi, context: LocalContext): void {
  const { database, codeHost } = context;
  const MANAGE = permit('workspace:manage_settings');

  function app(): CodeHost {
    if (codeHost === null) throw new HttpError(503, NO_APP);
    return codeHost;
  }

  const linkOf = (projectId: string): LinkRow | undefined =>
    database.get(
      LinkRow,
      `SELECT id, project_id AS projectId, owner AS repositoryOwner, name AS repositoryName,
         installation_id AS installationId, is_active AS isActive, comments_task_link AS commentTaskLinkOnGitHubIssue,
         created_at AS createdAt, updated_at AS updatedAt FROM code_host_link WHERE project_id = :projectId`,
      { projectId: getProject(context, projectId).id },
    );

  const requiredLink = (projectId: string) => required(linkOf(projectId), notFound('Integration'));

  api.get('/github-integration/app-info', (c) => c.json({ appName: codeHost?.name ?? null }));

  /** With the fields of the interface document (`installed`) and those of real servers. */
  api.post('/github-integration/verify', MANAGE, async (c) => {
    const { repositoryOwner, repositoryName } = await readBody(c, InstallationVerify);
    const found = (await codeHost?.installation(repositoryOwner, repositoryName)) ?? null;
    const isInstalled = found !== null;
    const missingPermissions = found?.missing ?? [];
    return c.json({
      installed: isInstalled,
      isInstalled,
      hasRequiredPermissions: isInstalled && missingPermissions.length === 0,
      missingPermissions,
      message: codeHost === null ? NO_APP : '',
    });
  });

  api.get('/github-integration/repositories/:projectId', requireSession, MANAGE, async (c) => {
    getProject(context, c.req.param('projectId'));
    return c.json(await app().listing(readQuery(c, ListQuery).repositoryPage));
  });

  api.get('/github-integration/project/:projectId', permit('project:read'), (c) =>
    c.json(linkOf(c.req.param('projectId')) ?? null),
  );

  api.post('/github-integration/project/:projectId', requireSession, MANAGE, async (c) => {
    const projectId = c.req.param('projectId');
    const { repositoryOwner: owner, repositoryName: name } = await readBody(c, CodeHostLink);
    if (linkOf(projectId) !== undefined) throw new HttpError(409, 'The project is linked to a repository already');
    const installation = await app().installation(owner, name);
    if (installation === null) throw new HttpError(400, `The app is not installed for ${owner}/${name}`);
    const now = context.timestamp();
    const link = { projectId, id: newId(), owner, name, installationId: installation.id };
    database.insert('code_host_link', { ...link, createdAt: now, updatedAt: now });
    return c.json(requiredLink(projectId));
  });

  api.patch('/github-integration/project/:projectId', MANAGE, async (c) => {
    const { isActive, commentTaskLinkOnGitHubIssue: commentsTaskLink } = await readBody(c, CodeHostUpdate);
    const { projectId } = requiredLink(c.req.param('projectId'));
    database.update('code_host_link', { projectId }, { isActive, commentsTaskLink, updatedAt: context.timestamp() });
    return c.json(requiredLink(projectId));
  });

  api.delete('/github-integration/project/:projectId', MANAGE, (c) => {
    const { projectId } = requiredLink(c.req.param('projectId'));
    database.delete('code_host_link', { projectId });
    return c.json({ success: true, message: 'The repository was unlinked' });
  });

  /** One page of issues at a time: 202 with the next one while there are more. Issues that have a task are skipped. */
  api.post('/github-integration/import-issues', permit('task:create', 'task:update'), async (c) => {
    const { projectId, runId: page } = await readBody(c, ImportBody);
    const link = requiredLink(projectId);
    if (!link.isActive) throw new HttpError(409, 'The integration is switched off');
    const issues = await app().issues(link.repositoryOwner, link.repositoryName, page);
    const [column] = listColumns(context, projectId);
    const changes: Change[] = [];
    let skipped = 0;
    database.transaction(() => {
      for (const { number, title, body, html_url: url } of issues ?? []) {
        const known = `SELECT 1 FROM external_link l JOIN task t ON t.id = l.task_id
          WHERE t.project_id = :projectId AND l.integration_id IS NOT NULL AND l.url = :url`;
        if (database.has(known, { projectId, url })) {
          skipped += 1;
          continue;
        }
        const id = createTask(context, {
          projectId,
          title,
          description: body ?? '',
          status: column?.slug ?? 'planned',
          priority: 'no-priority',
          startDate: null,
          dueDate: null,
          userId: null,
          isSample: false,
        });
        createLink(context, id, url, title, {
          integrationId: link.id,
          resourceType: 'issue',
          externalId: String(number),
        });
        changes.push({ kind: 'task-created', task: getTask(context, id), actor: c.get('caller').user });
      }
    });
    context.changes.emit(changes);
    const counts = { imported: changes.length, skipped };
    return issues === null ? c.json(counts) : c.json({ ...counts, runId: String(page + 1) }, 202);
  });
}
