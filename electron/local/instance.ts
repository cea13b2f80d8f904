/** What a local workspace says about itself without a login (section 2, InstanceStatus and Config; field notes 1). */
import type { LocalApi } from './context.ts';

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
