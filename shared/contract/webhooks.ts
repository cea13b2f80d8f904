/** The webhook of a project. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { ReminderLeadTime, WebhookEventKind } from '../projects/webhook-events.ts';
import { type CommandsOf, command, type WriteResult } from './command.ts';
import { NamedProject, OneProject } from './fields.ts';
import type { WebhookView } from './project-view.ts';

/** Missing events are off. */
const Events = z.partialRecord(WebhookEventKind, z.boolean());
const WebhookUrl = z.url({ protocol: /^https?$/ }).max(LENGTHS.url);
const Secret = z.string().min(1).max(LENGTHS.webhookSecret);

export const webhookCommands = {
  'webhook.read': command(OneProject).returns<WebhookView | null>(),
  /** Creates the webhook or replaces it, including its secret. */
  'webhook.replace': command({
    ...NamedProject,
    url: WebhookUrl,
    secret: Secret.optional(),
    events: Events,
    leadMinutes: ReminderLeadTime,
  }).returns<WriteResult>(),
  /** Missing fields stay; a null secret removes it. */
  'webhook.update': command({
    ...NamedProject,
    url: WebhookUrl.optional(),
    secret: Secret.nullable().optional(),
    events: Events.optional(),
    leadMinutes: ReminderLeadTime.optional(),
    isActive: z.boolean().optional(),
  }).returns<WriteResult>(),
  'webhook.remove': command(NamedProject).returns<WriteResult>(),
} satisfies CommandsOf<'webhook'>;
