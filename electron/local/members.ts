/** Members of the workspace, and the caller's permissions (docs/service.md#permissions). */
import { z } from 'zod';
import { isAllowed, permit } from './access.ts';
import { HttpError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace, listMembers, listWorkspaces } from './people.ts';
import { readAuthBody } from './validate.ts';

const Permissions = z.record(z.string(), z.array(z.string()));

const PermissionBody = z.object({
  permissions: Permissions.optional(),
  /** Accepted, but always answered with false. */
  permission: Permissions.optional(),
  organizationId: z.string().min(1).optional(),
});

export function addMemberRoutes(api: LocalApi, context: LocalContext): void {
  api.get('/workspace/:id/members', permit('workspace:read'), (c) => {
    checkWorkspace(context, c.req.param('id'), c.get('caller'));
    return c.json(listMembers(context, c.req.param('id')));
  });

  api.post('/auth/organization/has-permission', async (c) => {
    const { permissions, permission, organizationId } = await readAuthBody(c, PermissionBody);
    if (permissions === undefined && permission === undefined) throw new HttpError(400, 'permissions is missing');
    // A session has no active workspace.
    if (organizationId === undefined) {
      throw new HttpError(400, 'No active organization', { code: 'NO_ACTIVE_ORGANIZATION' });
    }
    if (listWorkspaces(context, c.get('caller').role).every(({ id }) => id !== organizationId)) {
      throw new HttpError(401, 'User is not a member of the organization', {
        code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      });
    }
    const requested = Object.entries(permissions ?? {}).flatMap(([resource, actions]) =>
      actions.map((action) => `${resource}:${action}`),
    );
    const success = requested.length > 0 && requested.every((permission) => isAllowed(c.get('caller'), permission));
    // Always a string, empty if there is nothing to report.
    return c.json({ success, error: success ? '' : 'Missing permissions' });
  });
}
