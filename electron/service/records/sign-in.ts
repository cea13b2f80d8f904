/** Sign-in and identity (docs/service.md#signing-in). */
import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
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
export const AuthSession = z.object({ user: User }).nullable();

/** POST /auth/organization/has-permission. Real servers send `error: null` (docs/service.md#permissions). */
export const HasPermission = z.object({ success: z.boolean(), error: z.string().nullish().catch(null) });
export type HasPermission = z.infer<typeof HasPermission>;

export const OAuthIdToken = z.object({ idToken: z.string().nullable() });
export type OAuthIdToken = z.infer<typeof OAuthIdToken>;
