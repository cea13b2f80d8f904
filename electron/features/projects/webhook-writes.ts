/** The outgoing webhook of a project (docs/service.md#webhooks). Its secrets are removed from the outbox once they are sent. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsNothing } from '../../service/affected-data.ts';
import { WebhookCreate, WebhookUpdate } from '../../service/records.ts';

const OfProject = z.object({
  projectId: z.string(),
  /** For messages. */
  projectName: z.string(),
});

export const WEBHOOK_REPLACE = 'webhook.replace';
export const WebhookReplacePayload = OfProject.extend({ webhook: WebhookCreate });
export type WebhookReplacePayload = z.infer<typeof WebhookReplacePayload>;

/** POST creates the webhook or replaces it completely, so it is idempotent. */
export const webhookReplace: WriteKind<WebhookReplacePayload> = {
  ...idempotentWrite<WebhookReplacePayload>({
    kind: WEBHOOK_REPLACE,
    schema: WebhookReplacePayload,
    affects: affectsNothing,
    send: ({ projectId, webhook }, client) => client.replaceWebhook(projectId, webhook),
    describe: ({ projectName }) => messages.outbox.webhook.put({ project: projectName }),
    rejected: ({ projectName }) => messages.outbox.webhook.changeRejected({ project: projectName }),
  }),
  withoutSecrets: (payload) => {
    const { secret: _, ...webhook } = payload.webhook;
    return { ...payload, webhook: { ...webhook, webhookUrl: REMOVED } };
  },
};

export const WEBHOOK_UPDATE = 'webhook.update';
export const WebhookUpdatePayload = OfProject.extend({ changed: WebhookUpdate });
export type WebhookUpdatePayload = z.infer<typeof WebhookUpdatePayload>;

/** PATCH: omitted fields stay; a null secret clears it. */
export const webhookUpdate: WriteKind<WebhookUpdatePayload> = {
  ...idempotentWrite<WebhookUpdatePayload>({
    kind: WEBHOOK_UPDATE,
    schema: WebhookUpdatePayload,
    affects: affectsNothing,
    send: ({ projectId, changed }, client) => client.updateWebhook(projectId, changed),
    describe: ({ projectName }) => messages.outbox.webhook.change({ project: projectName }),
    rejected: ({ projectName }) => messages.outbox.webhook.changeRejected({ project: projectName }),
  }),
  withoutSecrets: (payload) => {
    const { secret: _, webhookUrl, ...changed } = payload.changed;
    return { ...payload, changed: { ...changed, ...(webhookUrl !== undefined && { webhookUrl: REMOVED }) } };
  },
};

export const WEBHOOK_REMOVE = 'webhook.remove';
export const WebhookRemovePayload = OfProject;
export type WebhookRemovePayload = z.infer<typeof WebhookRemovePayload>;

export const webhookRemove = idempotentWrite<WebhookRemovePayload>({
  kind: WEBHOOK_REMOVE,
  schema: WebhookRemovePayload,
  affects: affectsNothing,
  send: ({ projectId }, client) => ignoreMissing(client.deleteWebhook(projectId)),
  describe: ({ projectName }) => messages.outbox.webhook.remove({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.webhook.removeRejected({ project: projectName }),
});

/** The path of the address often contains the secret. */
const REMOVED = 'forgotten';
