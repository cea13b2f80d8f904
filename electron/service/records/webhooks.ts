/** The outgoing webhook of a project (docs/service.md#webhooks). */

import { z } from 'zod';
import { line } from '../../../shared/contract/text.ts';
import { ReminderLeadTime, WebhookEventKind } from '../../../shared/projects/webhook-events.ts';
import { NO_TIME, Timestamp } from './common.ts';
import { oneOf } from './lenient.ts';

/** Which kinds are delivered: a kind that a server does not know is missing, and off. */
export const WebhookEvents = z.partialRecord(WebhookEventKind, z.boolean());
export type WebhookEvents = z.infer<typeof WebhookEvents>;

/** Kinds nobody here knows are left out, so that a newer server's events do not spoil the record. */
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

/** The one of a project, or null. Which events are on is not guessed: a change would switch the others off. */
export const ProjectWebhook = oneOf('webhook', WebhookIntegration, {
  fallback: {
    projectId: '',
    webhookConfigured: ({ maskedWebhookUrl }) => typeof maskedWebhookUrl === 'string',
    secretConfigured: ({ maskedSecret }) => typeof maskedSecret === 'string',
    createdAt: NO_TIME,
  },
}).nullable();

/** Body of POST /generic-webhook-integration/project/{projectId}: it replaces all there was, the secret too. */
export const WebhookCreate = z.object({
  webhookUrl: z.string().min(1),
  secret: z.string().optional(),
  events: WebhookEvents.optional(),
  dueDateReminderLeadTimeMinutes: ReminderLeadTime.optional(),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

/** Body of PATCH: what is left out stays; a null secret clears it. */
export const WebhookUpdate = WebhookCreate.omit({ secret: true }).partial().extend({
  secret: z.string().nullable().optional(),
  isActive: z.boolean().optional(),
});
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;
