/** The settings of a project's outgoing webhook (docs/service.md#webhooks). */

import { z } from 'zod';
import { DEFAULT_EVENTS, DEFAULT_LEAD_MINUTES } from '../../shared/projects/webhook-defaults.ts';
import { WebhookEventKind } from '../../shared/projects/webhook-events.ts';
import { WebhookCreate, WebhookEvents, type WebhookIntegration, WebhookUpdate } from '../service/records.ts';
import { madeBy, permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { json } from './table.ts';
import { readBody } from './validate.ts';
import { allowedAddresses, type Resolve } from './webhook-address.ts';

/** Of a new webhook. */
const NEW_EVENTS: WebhookEvents = Object.fromEntries(
  WebhookEventKind.options.map((kind) => [kind, DEFAULT_EVENTS.includes(kind)]),
);

const WebhookRow = z.object({
  id: z.string(),
  projectId: z.string(),
  url: z.string(),
  secret: z.string().nullable(),
  events: json(WebhookEvents),
  leadMinutes: z.number(),
  isActive: z.int().transform(Boolean),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Of the program that set its address. */
  deviceSessionId: z.string().nullable(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;

export function findWebhook(context: LocalContext, projectId: string): WebhookRow | undefined {
  return context.database.find({ name: 'webhook', row: WebhookRow }, { projectId });
}

export interface WebhookRules {
  destinations: 'loopback' | 'anywhere';
  resolve: Resolve;
}

export function addWebhookRoutes(api: LocalApi, context: LocalContext, { destinations, resolve }: WebhookRules): void {
  const path = '/generic-webhook-integration/project/:projectId';
  const { database } = context;

  /** Checks the address when it is set, because a failed delivery would go unnoticed. */
  async function checkUrl(text: string): Promise<string> {
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new HttpError(400, 'The webhook URL must begin with http:// or https://');
    }
    if (url.username !== '' || url.password !== '') {
      throw new HttpError(400, 'The webhook URL must not hold a name or a password');
    }
    await allowedAddresses(url, destinations, resolve).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError(400, `The webhook URL cannot be used: ${reason}`);
    });
    return url.href;
  }

  function save(webhook: WebhookRow): WebhookIntegration {
    const { projectId } = webhook;
    if (database.update('webhook', { projectId }, webhook) === 0) database.insert('webhook', webhook);
    context.changes.emit([{ kind: 'settings-changed', projectId }]);
    return toIntegration(webhook);
  }

  /** null if none is configured. */
  api.get(path, permit('project:read'), (c) => {
    const { id } = getProject(context, c.req.param('projectId'));
    const webhook = findWebhook(context, id);
    return c.json(webhook === undefined ? null : toIntegration(webhook));
  });

  /** Creates or replaces the whole webhook: an absent secret is removed. */
  api.post(path, permit('workspace:manage_settings'), async (c) => {
    const body = await readBody(c, WebhookCreate);
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const url = await checkUrl(body.webhookUrl);
    const existing = findWebhook(context, projectId);
    const now = context.timestamp();
    return c.json(
      save({
        id: existing?.id ?? newId(),
        projectId,
        url,
        secret: body.secret || null,
        events: { ...NEW_EVENTS, ...body.events },
        leadMinutes: body.dueDateReminderLeadTimeMinutes ?? DEFAULT_LEAD_MINUTES,
        isActive: true,
        createdAt: existing?.createdAt ?? now,
        updatedAt: now,
        ...madeBy(context, c.get('caller')),
      }),
    );
  });

  /** Absent fields are unchanged. */
  api.patch(path, permit('workspace:manage_settings'), async (c) => {
    const body = await readBody(c, WebhookUpdate);
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const url = body.webhookUrl === undefined ? undefined : await checkUrl(body.webhookUrl);
    const webhook = required(findWebhook(context, projectId), notFound('Webhook'));
    return c.json(
      save({
        ...webhook,
        ...(url !== undefined && { url, ...madeBy(context, c.get('caller')) }),
        secret: body.secret === undefined ? webhook.secret : body.secret || null,
        events: { ...webhook.events, ...body.events },
        leadMinutes: body.dueDateReminderLeadTimeMinutes ?? webhook.leadMinutes,
        isActive: body.isActive ?? webhook.isActive,
        updatedAt: context.timestamp(),
      }),
    );
  });

  api.delete(path, permit('workspace:manage_settings'), (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const removed = database.delete('webhook', { projectId });
    if (removed === 0) throw notFound('Webhook');
    context.changes.emit([{ kind: 'settings-changed', projectId }]);
    return c.json({ success: true });
  });
}

function toIntegration({
  url,
  secret,
  leadMinutes,
  deviceSessionId: _program,
  ...webhook
}: WebhookRow): WebhookIntegration {
  return {
    ...webhook,
    webhookConfigured: true,
    maskedWebhookUrl: maskUrl(new URL(url)),
    secretConfigured: secret !== null,
    maskedSecret: secret === null ? null : maskText(secret),
    dueDateReminderLeadTimeMinutes: leadMinutes,
  };
}

/** Shows only the host and the end of a URL, because its path is often the secret. */
function maskUrl({ origin, pathname, search }: URL): string {
  const rest = pathname + search;
  return rest === '/' ? origin : `${origin}/${maskText(rest)}`;
}

/** The last four characters, if the text is long enough. */
function maskText(text: string): string {
  return text.length >= 12 ? `••••${text.slice(-4)}` : '••••';
}
