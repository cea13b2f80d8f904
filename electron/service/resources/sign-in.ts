/** Sign-in and identity (docs/service.md#signing-in). */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { credentialFlaw } from '../../../shared/credential.ts';
import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { rememberCredential } from '../redact.ts';
import { Email, Id } from './common.ts';

/** POST /auth/device/code. Times are whole seconds. */
export const DeviceCode = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  // At most an hour and a year, so that timers and dates do not overflow.
  interval: z.number().positive().max(3600),
  expires_in: z.number().positive().max(31_536_000),
});
export type DeviceCode = z.infer<typeof DeviceCode>;

/** POST /auth/device/token after approval. `expires_in` (seconds) is missing in the interface document. */
export const DeviceToken = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().positive().optional().catch(undefined),
});
export type DeviceToken = z.infer<typeof DeviceToken>;

/** The signed-in person: GET /user/me on newer servers, part of GET /auth/get-session on older ones. */
export const User = z.object({
  id: Id.min(1),
  // Only the id is needed to sign in.
  name: Name.catch(''),
  email: Email.nullish().catch(null),
  image: z.string().nullish().catch(null),
});
export type User = z.infer<typeof User>;

/** GET /auth/get-session: null for an invalid token. */
const AuthSession = z.object({ user: User }).nullable();

/** POST /auth/organization/has-permission. Real servers send `error: null` (docs/service.md#permissions). */
const HasPermission = z.object({ success: z.boolean(), error: z.string().nullish().catch(null) });

const OAuthIdToken = z.object({ idToken: z.string().nullable() });

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** `apiKey` returns the credential if it is an API key: older servers need it in a separate header to identify its owner. */
export const signInEndpoints = (http: Http, apiKey?: () => string | undefined) => ({
  /** An unknown client id is rejected with the code `invalid_client`. */
  requestDeviceCode: (clientId: string, signal?: AbortSignal) =>
    http.post('/auth/device/code', DeviceCode, {
      body: { client_id: clientId },
      authorised: false,
      grantsCredential: true,
      signal,
    }),

  /**
   * Rejected with `authorization_pending`, `slow_down`, `expired_token` … until the person approves. Throws if the token is not a
   * usable Bearer token.
   */
  requestDeviceToken: async (clientId: string, deviceCode: string, signal?: AbortSignal): Promise<DeviceToken> => {
    // The device code is a secret, because it can be exchanged for the token.
    rememberCredential(deviceCode);
    const token = await http.post('/auth/device/token', DeviceToken, {
      body: { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: clientId },
      authorised: false,
      grantsCredential: true,
      signal,
    });
    const flaw = token.token_type.toLowerCase() === 'bearer' ? credentialFlaw(token.access_token) : 'type';
    if (flaw !== null) throw new ServiceError({ kind: 'malformed', reason: { is: 'unusable-token', flaw } });
    return token;
  },

  /**
   * The person that the credential belongs to: GET /user/me, or GET /auth/get-session on older servers. null if the credential is
   * no longer valid.
   */
  whoAmI: async (signal?: AbortSignal): Promise<User | null> => {
    try {
      return await http.get('/user/me', User, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'rejected') throw error;
      if (isDeadCredential(error)) return null;
      if (error.status !== 404) throw error;
    }
    const key = apiKey?.();
    try {
      const session = await http.get('/auth/get-session', AuthSession, {
        ...(key !== undefined && { headers: { 'x-api-key': key } }),
        signal,
      });
      return session?.user ?? null;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'rejected' && isDeadCredential(error)) return null;
      throw error;
    }
  },

  /** Ends the session. Without the body `{}` the session would stay valid. */
  signOut: () => http.post('/auth/sign-out', z.unknown(), { body: {} }),

  /**
   * POST /auth/organization/has-permission (docs/service.md#permissions): whether the caller has all these permissions in a
   * workspace, such as `{ task: ['update'] }`. A device session has no active workspace, so the id is required.
   */
  hasPermission: (organizationId: string, permissions: Record<string, string[]>) =>
    http.post('/auth/organization/has-permission', HasPermission, { body: { permissions, organizationId } }),

  getIdToken: () => http.get('/oauth/id-token', OAuthIdToken),
});

/** 401; for `/auth/*` on older servers also 403 with the code `INVALID_API_KEY`. */
export function isDeadCredential(error: ServiceError): boolean {
  return error.status === 401 || (error.status === 403 && error.code === 'INVALID_API_KEY');
}
