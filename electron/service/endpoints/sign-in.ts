/** Signing in, who that is and what they may do (docs/service.md#signing-in). */
import { z } from 'zod';
import { credentialFlaw } from '../../../shared/credential.ts';
import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { AuthSession, DeviceCode, DeviceToken, HasPermission, OAuthIdToken, User } from '../records.ts';
import { rememberCredential } from '../redact.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** `apiKey`: the credential where it is an API key, which older servers want in a header of its own to say whose it is. */
export const signInEndpoints = (http: Http, apiKey?: () => string | undefined) => ({
  /** POST /auth/device/code. An unknown client id is rejected with the code `invalid_client`. */
  requestDeviceCode: (clientId: string, signal?: AbortSignal) =>
    http.request({
      method: 'POST',
      path: '/auth/device/code',
      body: { client_id: clientId },
      schema: DeviceCode,
      authorised: false,
      grantsCredential: true,
      signal,
    }),

  /**
   * POST /auth/device/token. Rejected with `authorization_pending`, `slow_down`, `expired_token`, … until
   * approved. A token that is no usable Bearer token is an error.
   */
  requestDeviceToken: async (clientId: string, deviceCode: string, signal?: AbortSignal): Promise<DeviceToken> => {
    // Whoever has it and is quicker gets the token.
    rememberCredential(deviceCode);
    const token = await http.request({
      method: 'POST',
      path: '/auth/device/token',
      body: { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: clientId },
      schema: DeviceToken,
      authorised: false,
      grantsCredential: true,
      signal,
    });
    const flaw = token.token_type.toLowerCase() === 'bearer' ? credentialFlaw(token.access_token) : 'type';
    if (flaw !== null) throw new ServiceError({ kind: 'malformed', reason: { is: 'unusable-token', flaw } });
    return token;
  },

  /**
   * Whose credential this is (docs/service.md#signing-in): GET /user/me, or on older servers
   * GET /auth/get-session. null means that the service no longer knows the credential.
   */
  whoAmI: async (signal?: AbortSignal): Promise<User | null> => {
    try {
      return await http.request({ method: 'GET', path: '/user/me', schema: User, signal });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'rejected') throw error;
      if (isDeadCredential(error)) return null;
      if (error.status !== 404) throw error;
    }
    const key = apiKey?.();
    try {
      const session = await http.request({
        method: 'GET',
        path: '/auth/get-session',
        schema: AuthSession,
        ...(key !== undefined && { headers: { 'x-api-key': key } }),
        signal,
      });
      return session?.user ?? null;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'rejected' && isDeadCredential(error)) return null;
      throw error;
    }
  },

  /** POST /auth/sign-out: ends the session; without the body `{}` it would live on. */
  signOut: () => http.request({ method: 'POST', path: '/auth/sign-out', body: {}, schema: z.unknown() }),

  /**
   * POST /auth/organization/has-permission (docs/service.md#permissions): whether the caller may do all of this in a
   * workspace, such as `{ task: ['update'] }`. The workspace must be named: a device session has no active one.
   */
  hasPermission: (organizationId: string, permissions: Record<string, string[]>) =>
    http.request({
      method: 'POST',
      path: '/auth/organization/has-permission',
      body: { permissions, organizationId },
      schema: HasPermission,
    }),

  /** GET /oauth/id-token: of the custom sign-in provider, for signing out there. */
  getIdToken: () => http.request({ method: 'GET', path: '/oauth/id-token', schema: OAuthIdToken }),
});

/** 401 everywhere, and on `/auth/*` of older servers 403 with the code `INVALID_API_KEY`. */
export function isDeadCredential(error: ServiceError): boolean {
  return error.status === 401 || (error.status === 403 && error.code === 'INVALID_API_KEY');
}
