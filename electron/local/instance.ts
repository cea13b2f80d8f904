/** What a local workspace says about itself without a login (docs/service.md#instance). */
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
      hasImageUploads: false,
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

/** GET /oauth/id-token (docs/service.md#signing-in): nobody has signed in through a provider here. */
export function addIdTokenRoute(api: LocalApi): void {
  api.get('/oauth/id-token', (c) => c.json({ idToken: null }));
}

/** GET /openapi: every route that is served, without their bodies. Needs no login. */
export function addInterfaceDocument(api: LocalApi): void {
  api.get('/openapi', (c) => {
    const paths: Record<string, Record<string, object>> = {};
    for (const { path, method } of api.routes) {
      // Middleware stands among the routes under this method.
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
