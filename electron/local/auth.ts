/** The caller: identity, workspaces and their members, permissions, API keys, and signing out (docs/service.md#signing-in). */

import { z } from 'zod';
import {
  bearer,
  createApiKey,
  endSession,
  findApiKey,
  findSession,
  isAllowed,
  madeBy,
  permit,
  requireSession,
} from './access.ts';
import { HttpError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace, listMembers, listWorkspaces } from './people.ts';
import { readAuthBody } from './validate.ts';

/** GET /auth/get-session needs no login: the answer to an invalid token is null. */
export function addSessionRoute(api: LocalApi, context: LocalContext): void {
  api.get('/auth/get-session', (c) => {
    // This route accepts an API key only in the header x-api-key.
    const key = c.req.header('x-api-key');
    const token = bearer(c);
    const caller = key ? findApiKey(context, key) : token ? findSession(context, token) : undefined;
    if (caller === undefined) return c.json(null);
    const { credential, user } = caller;
    if (credential.kind === 'api-key') return c.json({ session: { id: credential.id, userId: user.id }, user });
    const { kind: _kind, ...session } = credential;
    return c.json({ session: { ...session, userId: user.id }, user });
  });
}

const Permissions = z.record(z.string(), z.array(z.string()));

const PermissionBody = z.object({
  permissions: Permissions.optional(),
  /** Accepted, but always answered with false. */
  permission: Permissions.optional(),
  organizationId: z.string().min(1).optional(),
});

const KeyRow = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });
const KEYS = { name: 'api_key', row: KeyRow };

/** Only the hash of a key is stored, so its first characters and its last use are unknown. */
const keyView = (row: z.infer<typeof KeyRow>) => ({
  ...row,
  start: null,
  lastRequest: null,
  expiresAt: null,
  enabled: true,
});

export function addAuthRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/user/me', (c) => {
    const { user, role } = c.get('caller');
    // The role on the instance, not in the workspace.
    return c.json({ ...user, role: role === 'owner' ? 'admin' : 'user' });
  });

  api.post('/auth/sign-out', async (c) => {
    await readAuthBody(c, z.object({}));
    const { credential } = c.get('caller');
    if (credential.kind === 'session') endSession(context, credential.id);
    return c.json({ success: true });
  });

  api.get('/auth/organization/list', (c) =>
    c.json(listWorkspaces(context, c.get('caller').role).map((one) => ({ ...one, logo: null, metadata: null }))),
  );
  api.get('/workspace', (c) => {
    const { role } = c.get('caller');
    return c.json(listWorkspaces(context, role).map((one) => ({ ...one, logo: null, role })));
  });

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

  api.get('/auth/api-key/list', requireSession, (c) => {
    const rows = database.list(KEYS, { userId: c.get('caller').user.id }, 'created_at, id');
    return c.json(rows.map(keyView));
  });

  api.post('/auth/api-key/create', requireSession, async (c) => {
    const { name } = await readAuthBody(c, z.object({ name: z.string().trim().min(1).max(100) }));
    const userId = c.get('caller').user.id;
    const { id, key } = createApiKey(context, userId, name, null, madeBy(context, c.get('caller')));
    const row = database.find(KEYS, { userId, id });
    return c.json({ ...(row && keyView(row)), key });
  });

  api.post('/auth/api-key/delete', requireSession, async (c) => {
    const { keyId } = await readAuthBody(c, z.object({ keyId: z.string().min(1) }));
    const owned = { id: keyId, userId: c.get('caller').user.id };
    if (database.delete('api_key', owned) === 0) throw new HttpError(404, 'API Key not found');
    return c.json({ success: true });
  });
}
