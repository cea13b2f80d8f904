/** The outgoing webhook of a project (docs/service.md#webhooks). Its secrets are removed from the outbox once they are sent. */
import type { WebhookView } from '../../../shared/contract/project-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { WebhookEventKind } from '../../../shared/projects/webhook-events.ts';
import { ignoreMissing } from '../../outbox/answers.ts';
import type { Client } from '../../service/client.ts';
import { WebhookCreate, WebhookUpdate } from '../../service/records.ts';
import { OfProject, partChange } from './project-write.ts';

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

/** POST creates the webhook or replaces it completely, so it is idempotent. */
export const webhookReplace = partChange('webhook', {
  kind: 'webhook.replace',
  schema: OfProject.extend({ webhook: WebhookCreate }),
  send: ({ projectId, webhook }, client) => client.replaceWebhook(projectId, webhook),
  describe: ({ projectName }) => messages.outbox.webhook.put({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.webhook.changeRejected({ project: projectName }),
  keptAfterSending: (payload) => {
    const { secret: _, ...webhook } = payload.webhook;
    return { ...payload, webhook: { ...webhook, webhookUrl: REMOVED } };
  },
});

/** PATCH: omitted fields stay; a null secret clears it. */
export const webhookUpdate = partChange('webhook', {
  kind: 'webhook.update',
  schema: OfProject.extend({ changed: WebhookUpdate }),
  send: ({ projectId, changed }, client) => client.updateWebhook(projectId, changed),
  describe: ({ projectName }) => messages.outbox.webhook.change({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.webhook.changeRejected({ project: projectName }),
  keptAfterSending: (payload) => {
    const { secret: _, webhookUrl, ...changed } = payload.changed;
    return { ...payload, changed: { ...changed, ...(webhookUrl !== undefined && { webhookUrl: REMOVED }) } };
  },
});

export const webhookRemove = partChange('webhook', {
  kind: 'webhook.remove',
  schema: OfProject,
  send: ({ projectId }, client) => ignoreMissing(client.deleteWebhook(projectId)),
  describe: ({ projectName }) => messages.outbox.webhook.remove({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.webhook.removeRejected({ project: projectName }),
});

/** The path of the address often contains the secret. */
const REMOVED = 'forgotten';
