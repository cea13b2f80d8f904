/** Reads and changes the outgoing webhook of a project (docs/service.md#webhooks). */

import type { WriteResult } from '../../../shared/contract/command.ts';
import type { NamedProject, WebhookView } from '../../../shared/contract/project-view.ts';
import { WebhookEventKind } from '../../../shared/projects/webhook-events.ts';

import type { AwaitWrite } from '../../outbox/await-write.ts';
import type { Client } from '../../service/client.ts';
import type { WebhookCreate, WebhookUpdate } from '../../service/records.ts';
import { noChange } from './project-changes.ts';
import {
  WEBHOOK_REMOVE,
  WEBHOOK_REPLACE,
  WEBHOOK_UPDATE,
  type WebhookRemovePayload,
  type WebhookReplacePayload,
  type WebhookUpdatePayload,
} from './webhook-writes.ts';

/** null if there is none. Throws ServiceError. */
export async function readWebhook(client: Pick<Client, 'getWebhook'>, projectId: string): Promise<WebhookView | null> {
  const webhook = await client.getWebhook(projectId);
  if (webhook === null || !webhook.webhookConfigured) return null;
  return {
    maskedUrl: webhook.maskedWebhookUrl ?? null,
    hasSecret: webhook.secretConfigured,
    maskedSecret: webhook.maskedSecret ?? null,
    events: WebhookEventKind.options.filter((kind) => webhook.events[kind] === true),
    leadMinutes: webhook.dueDateReminderLeadTimeMinutes ?? null,
    isActive: webhook.isActive ?? true,
    updatedAt: webhook.updatedAt ?? null,
  };
}

export function createWebhookChanges(write: AwaitWrite) {
  const subject = ({ projectId }: NamedProject) => `webhook:${projectId}`;
  return {
    /** Creates an active webhook, or replaces the present one and its secret. */
    replace(accountId: string, project: NamedProject, webhook: WebhookCreate): Promise<WriteResult> {
      const payload: WebhookReplacePayload = { ...project, webhook };
      return write({ accountId, kind: WEBHOOK_REPLACE, subject: subject(project), payload }, noChange);
    },

    /** Omitted fields stay; a null secret clears it. */
    update(accountId: string, project: NamedProject, changed: WebhookUpdate): Promise<WriteResult> {
      const payload: WebhookUpdatePayload = { ...project, changed };
      return write({ accountId, kind: WEBHOOK_UPDATE, subject: subject(project), payload }, noChange);
    },

    remove(accountId: string, project: NamedProject): Promise<WriteResult> {
      const payload: WebhookRemovePayload = project;
      return write({ accountId, kind: WEBHOOK_REMOVE, subject: subject(project), payload }, noChange);
    },
  };
}
