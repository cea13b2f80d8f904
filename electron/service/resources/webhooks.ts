/** The outgoing webhook of a project (docs/service.md#webhooks). */

import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { ReminderLeadTime, WebhookEventKind } from '../../../shared/projects/webhook-events.ts';
import { type Http, segment } from '../http.ts';
import { NO_TIME, Success, Timestamp } from './common.ts';
import { oneOf } from './lenient.ts';

/** Enabled kinds of events. A kind that the server does not know is missing. */
export const WebhookEvents = z.partialRecord(WebhookEventKind, z.boolean());
export type WebhookEvents = z.infer<typeof WebhookEvents>;

/** Drops the unknown kinds of newer servers. */
const KnownEvents = z
  .record(z.string(), z.unknown())
  .transform((events) => Object.fromEntries(Object.entries(events).filter(([kind]) => isKnown(kind))))
  .pipe(WebhookEvents);

const isKnown = (kind: string): boolean => WebhookEventKind.safeParse(kind).success;

/** Masked fields and `isActive` may be null. */
export const WebhookIntegration = z.object({
  id: z.string(),
  projectId: z.string(),
  webhookConfigured: z.boolean(),
  maskedWebhookUrl: line(300).nullish(),
  secretConfigured: z.boolean(),
  maskedSecret: z.string().nullish(),
  events: KnownEvents,
  /** In minutes. */
  dueDateReminderLeadTimeMinutes: z.number().nullish(),
  isActive: z.boolean().nullish(),
  createdAt: Timestamp,
  updatedAt: Timestamp.nullish(),
});
export type WebhookIntegration = z.infer<typeof WebhookIntegration>;

/** A project's webhook, or null. `events` has no fallback, because saving a guess would disable events. */
const ProjectWebhook = oneOf('webhook', WebhookIntegration, {
  fallback: {
    projectId: '',
    webhookConfigured: ({ maskedWebhookUrl }) => typeof maskedWebhookUrl === 'string',
    secretConfigured: ({ maskedSecret }) => typeof maskedSecret === 'string',
    createdAt: NO_TIME,
  },
}).nullable();

/** Body of POST /generic-webhook-integration/project/{projectId}, which replaces everything including the secret. */
export const WebhookCreate = z.object({
  webhookUrl: z.string().min(1),
  secret: z.string().optional(),
  events: WebhookEvents.optional(),
  dueDateReminderLeadTimeMinutes: ReminderLeadTime.optional(),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

/** Body of PATCH: omitted fields are unchanged; a null secret clears it. */
export const WebhookUpdate = WebhookCreate.omit({ secret: true }).partial().extend({
  secret: z.string().nullable().optional(),
  isActive: z.boolean().optional(),
});
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

export const webhookEndpoints = (http: Http) => {
  const path = (projectId: string) => `/generic-webhook-integration/project/${segment(projectId)}`;
  return {
    /** Null if none is configured. */
    getWebhook: (projectId: string) => http.get(path(projectId), ProjectWebhook),

    /** POST to the same path: creates or replaces the webhook, and enables it. An omitted secret is removed. */
    replaceWebhook: (projectId: string, body: WebhookCreate) =>
      http.post(path(projectId), WebhookIntegration, { body }),

    /** PATCH of the same path: omitted fields are unchanged, events are merged, a null secret clears it. */
    updateWebhook: (projectId: string, body: WebhookUpdate) =>
      http.patch(path(projectId), WebhookIntegration, { body }),

    deleteWebhook: (projectId: string) => http.delete(path(projectId), Success),
  };
};
