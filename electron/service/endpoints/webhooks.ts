/** The outgoing webhook of a project (docs/service.md#webhooks). Changing it needs workspace:manage_settings. */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { ProjectWebhook, Success, type WebhookCreate, WebhookIntegration, type WebhookUpdate } from '../records.ts';

export const webhookEndpoints = (http: Http) => {
  const path = (projectId: string) => `/generic-webhook-integration/project/${part(projectId)}`;
  return {
    /** GET /generic-webhook-integration/project/{projectId}: null if none is configured. */
    getWebhook: (projectId: string) => http.request({ method: 'GET', path: path(projectId), schema: ProjectWebhook }),

    /** POST to the same path: creates or replaces the webhook, and enables it. An omitted secret is removed. */
    replaceWebhook: (projectId: string, body: WebhookCreate) =>
      http.request({ method: 'POST', path: path(projectId), body, schema: WebhookIntegration }),

    /** PATCH of the same path: omitted fields are unchanged, events are merged, a null secret clears it. */
    updateWebhook: (projectId: string, body: WebhookUpdate) =>
      http.request({ method: 'PATCH', path: path(projectId), body, schema: WebhookIntegration }),

    deleteWebhook: (projectId: string) => http.request({ method: 'DELETE', path: path(projectId), schema: Success }),
  };
};
