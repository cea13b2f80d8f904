/** The code-host routes (docs/service.md#code-host), answered like a server without a code-host app. */
import { z } from 'zod';
import { CodeHostLink, CodeHostUpdate, InstallationVerify } from '../service/records.ts';
import { permit, requireSession } from './access.ts';
import { HttpError, notFound } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { getProject } from './projects.ts';
import { readBody } from './validate.ts';

const NO_APP = 'No code host is configured for this workspace';

const ImportBody = z.object({ projectId: z.string().min(1), runId: z.string().optional() });

export function addCodeHostRoutes(api: LocalApi, context: LocalContext): void {
  const noApp = () => new HttpError(503, NO_APP);

  api.get('/github-integration/app-info', (c) => c.json({ appName: null }));

  /** With the fields of the interface document (`installed`) and those of real servers. */
  api.post('/github-integration/verify', permit('workspace:manage_settings'), async (c) => {
    await readBody(c, InstallationVerify);
    return c.json({
      installed: false,
      isInstalled: false,
      hasRequiredPermissions: false,
      missingPermissions: [],
      message: NO_APP,
    });
  });

  api.get(
    '/github-integration/repositories/:projectId',
    requireSession,
    permit('workspace:manage_settings'),
    (c): Response => {
      getProject(context, c.req.param('projectId'));
      throw noApp();
    },
  );

  api.get('/github-integration/project/:projectId', permit('project:read'), (c) => {
    getProject(context, c.req.param('projectId'));
    return c.json(null);
  });

  api.post(
    '/github-integration/project/:projectId',
    requireSession,
    permit('workspace:manage_settings'),
    async (c): Promise<Response> => {
      getProject(context, c.req.param('projectId'));
      await readBody(c, CodeHostLink);
      throw noApp();
    },
  );

  api.patch(
    '/github-integration/project/:projectId',
    permit('workspace:manage_settings'),
    async (c): Promise<Response> => {
      getProject(context, c.req.param('projectId'));
      await readBody(c, CodeHostUpdate);
      throw notFound('Integration');
    },
  );

  api.delete('/github-integration/project/:projectId', permit('workspace:manage_settings'), (c): Response => {
    getProject(context, c.req.param('projectId'));
    throw notFound('Integration');
  });

  api.post('/github-integration/import-issues', permit('task:create', 'task:update'), async (c): Promise<Response> => {
    const { projectId } = await readBody(c, ImportBody);
    getProject(context, projectId);
    throw notFound('Integration');
  });
}
