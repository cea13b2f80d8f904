/** Signing in and who that is (docs/service.md#signing-in). */
import { z } from 'zod';
import { Name } from '../../../shared/contract/text.ts';
import { Email, Id } from './common.ts';

/** POST /auth/device/code. Times are whole seconds. */
export const DeviceCode = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  // More than an hour or a year makes no sense, and would overflow timers and dates.
  interval: z.number().positive().max(3600),
  expires_in: z.number().positive().max(31_536_000),
});
export type DeviceCode = z.infer<typeof DeviceCode>;

/** POST /auth/device/token, approved. `expires_in` (seconds) is an addition of real servers. */
export const DeviceToken = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().positive().optional().catch(undefined),
});
export type DeviceToken = z.infer<typeof DeviceToken>;

/** The person signed in (GET /user/me on newer servers, inside GET /auth/get-session on older ones). */
export const User = z.object({
  id: Id.min(1),
  // Only the id says who it is: a name that cannot be read holds nothing up.
  name: Name.catch(''),
  email: Email.nullish().catch(null),
  image: z.string().nullish().catch(null),
});
export type User = z.infer<typeof User>;

/** GET /auth/get-session answers null for a dead token. */
export const AuthSession = z.object({ user: User }).nullable();

/** POST /auth/organization/has-permission. Real servers send `error: null` (docs/service.md#permissions). */
export const HasPermission = z.object({ success: z.boolean(), error: z.string().nullish().catch(null) });
export type HasPermission = z.infer<typeof HasPermission>;

export const OAuthIdToken = z.object({ idToken: z.string().nullable() });
export type OAuthIdToken = z.infer<typeof OAuthIdToken>;
