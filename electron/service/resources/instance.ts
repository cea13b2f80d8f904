/** Public information about an instance (docs/service.md#instance). */

import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import type { Http } from '../http.ts';

/** GET /health. */
const Health = z.object({ status: line(50) });

export const InstanceStatus = z.object({ hasUsers: z.boolean(), hasAdmin: z.boolean() });
export type InstanceStatus = z.infer<typeof InstanceStatus>;

/** False if missing or unreadable. */
const Flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((flag) => flag ?? false);

/**
 * Uses the names of the interface document. Real servers name three of the sign-ins differently (`hasGithubSignIn`,
 * `hasGoogleSignIn`, `hasDiscordSignIn`), and older ones lack some fields.
 */
export const Config = z
  .object({
    isCloud: Flag,
    disableRegistration: Flag,
    disablePasswordRegistration: Flag,
    disableEmailOtpSignIn: Flag,
    disableWorkspaceCreation: Flag,
    isDemoMode: Flag,
    hasSmtp: Flag,
    hasImageUploads: Flag,
    hasCodehostSignIn: z.boolean().nullish().catch(null),
    hasIdentityProviderSignIn: z.boolean().nullish().catch(null),
    hasChatSignIn: z.boolean().nullish().catch(null),
    hasGithubSignIn: Flag,
    hasGoogleSignIn: Flag,
    hasDiscordSignIn: Flag,
    hasCustomOAuth: Flag,
    hasGuestAccess: Flag,
    disableLoginForm: Flag,
    customOAuthAutoLogin: Flag,
    billingEnabled: Flag,
    customOAuthName: Name.nullish().catch(null),
    customOAuthLogoutUrl: z.string().nullish().catch(null),
  })
  .transform(({ hasGithubSignIn, hasGoogleSignIn, hasDiscordSignIn, ...config }) => ({
    ...config,
    hasCodehostSignIn: config.hasCodehostSignIn ?? hasGithubSignIn,
    hasIdentityProviderSignIn: config.hasIdentityProviderSignIn ?? hasGoogleSignIn,
    hasChatSignIn: config.hasChatSignIn ?? hasDiscordSignIn,
    customOAuthName: config.customOAuthName ?? null,
    customOAuthLogoutUrl: config.customOAuthLogoutUrl ?? null,
  }));
export type Config = z.infer<typeof Config>;

/** GET /openapi: the instance's own interface document; its paths are not parsed. */
export const InterfaceDocument = z.object({
  openapi: z.string(),
  info: z.object({ title: Name, version: line(50) }),
  paths: z.record(z.string(), z.unknown()),
});
export type InterfaceDocument = z.infer<typeof InterfaceDocument>;

const OPEN = { authorised: false };

export const instanceEndpoints = (http: Http) => ({
  getHealth: (signal?: AbortSignal) => http.get('/health', Health, { ...OPEN, signal }),
  getInterfaceDocument: (signal?: AbortSignal) => http.get('/openapi', InterfaceDocument, { ...OPEN, signal }),
  getInstanceStatus: (signal?: AbortSignal) => http.get('/instance/status', InstanceStatus, { ...OPEN, signal }),
  getConfig: (signal?: AbortSignal) => http.get('/config', Config, { ...OPEN, signal }),
});
