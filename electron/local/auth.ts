/** The caller's identity and workspaces, and signing out (docs/service.md#signing-in). */
import { z } from 'zod';
import { bearer, endSession, findApiKey, findSession } from './access.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { listWorkspaces } from './people.ts';
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
    const { kind: _, ...session } = credential;
    return c.json({ session: { ...session, userId: user.id }, user });
  });
}

export function addAuthRoutes(api: LocalApi, context: LocalContext): void {
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
}
