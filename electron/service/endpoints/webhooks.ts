/** The outgoing webhook of a project (docs/service.md#webhooks). Changing it needs workspace:manage_settings. */
import { type Http, part } from '../http.ts';
import { ProjectWebhook, Success, type WebhookCreate, WebhookIntegration, type WebhookUpdate } from '../records.ts';

export const webhookEndpoints = (http: Http) => {
  const path = (projectId: string) => `/generic-webhook-integration/project/${part(projectId)}`;
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
