/** The instance routes, which need no login (docs/service.md#instance). */
import type { LocalApi } from './local-context.ts';

export function addInstanceRoutes(api: LocalApi): void {
  api.get('/health', (c) => c.json({ status: 'ok' }));
  api.get('/instance/status', (c) => c.json({ hasUsers: true, hasAdmin: true }));
  api.get('/config', (c) =>
    c.json({
      isCloud: false,
      disableRegistration: true,
      disablePasswordRegistration: true,
      disableEmailOtpSignIn: true,
      disableWorkspaceCreation: true,
      isDemoMode: false,
      hasSmtp: false,
      hasImageUploads: true,
      hasCodehostSignIn: false,
      hasIdentityProviderSignIn: false,
      hasChatSignIn: false,
      hasCustomOAuth: false,
      hasGuestAccess: false,
      disableLoginForm: true,
      customOAuthAutoLogin: false,
      billingEnabled: false,
      customOAuthName: null,
      customOAuthLogoutUrl: null,
    }),
  );
}

/** GET /oauth/id-token (docs/service.md#signing-in): null, because there are no sign-in providers here. */
export function addIdTokenRoute(api: LocalApi): void {
  api.get('/oauth/id-token', (c) => c.json({ idToken: null }));
}

/** GET /openapi: lists every route, without bodies. */
export function addInterfaceDocument(api: LocalApi): void {
  api.get('/openapi', (c) => {
    const paths: Record<string, Record<string, object>> = {};
    for (const { path, method } of api.routes) {
      // Middleware is listed among the routes with this method.
      if (method === 'ALL') continue;
      const name = path.replaceAll(/:(\w+)/g, '{$1}');
      paths[name] = {
        ...paths[name],
        [method.toLowerCase()]: { responses: { default: { description: 'The answer' } } },
      };
    }
    return c.json({ openapi: '3.1.0', info: { title: 'Local workspace', version: '1.0.0' }, paths });
  });
}
