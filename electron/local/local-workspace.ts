/**
 * The local workspace: the same service as on the web, embedded (Hono over SQLite, built on service/records.ts).
 * It opens no port and is reached through `fetch`. It behaves like a newer server (docs/service.md#differences-between-servers).
 */
import type { User } from '../service/records.ts';
import { type ApiKeyOptions, createApiKey, createSession, dropExpiredSessions } from './access.ts';
import { keepActivities } from './activities.ts';
import { buildApp } from './app.ts';
import { createChanges } from './change-events.ts';
import { openLocalDatabase } from './database.ts';
import { LOCAL_WORDS, type LocalLanguage } from './default-names.ts';
import { createDeliveries } from './deliveries.ts';
import { startDueReminders } from './due-reminders.ts';
import type { LocalContext } from './local-context.ts';
import { keepNotifications } from './notifications.ts';
import { addPerson, ensureOwner, getOwner } from './people.ts';
import type { Role } from './permissions.ts';
import { createProject } from './projects.ts';
import { eventsOf, type LocalEvent } from './realtime.ts';
import { addSample, clearSample, hasSample } from './sample.ts';
import type { WebhookRules } from './webhook.ts';
import { resolveHost } from './webhook-address.ts';
import { createWebhookSender, type SendWebhook } from './webhook-send.ts';

export interface LocalWorkspaceOptions {
  /** A file in an existing folder, or ':memory:'. */
  path: string;
  /** The clock, in ms since 1970. */
  now?: () => number;
  /** The language of what it makes itself: names, columns, sample tasks. English unless said otherwise. */
  language?: () => LocalLanguage;
  /** What the owner is called; "You" in that language unless said otherwise. */
  ownerName?: string;
  /** Client ids that may ask for a device code (docs/service.md#signing-in). */
  deviceClientIds?: string[];
  deviceIntervalSeconds?: number;
  deviceExpiresSeconds?: number;
  /** Origin used in `verification_uri`, such as `http://127.0.0.1:4000`; without one, that of the request. */
  publicUrl?: string;
  /**
   * Where webhook deliveries may go: `destinations` is 'loopback' unless others are allowed, `resolve` looks up host names,
   * `send` carries a delivery out.
   */
  webhooks?: Partial<WebhookRules> & { send?: SendWebhook };
}

export interface LocalWorkspace {
  /** Same contract as a web server: paths under /api, and the browser page /device. */
  fetch(request: Request): Promise<Response> | Response;
  /** May be set once the port is known; see the option of the same name. */
  publicUrl: string | undefined;
  /** A session for the owner, made in-process. The caller holds the only copy of the token. */
  openSession(): { token: string; user: User };
  /** An API key of the owner; `scopes` (`resource:action`) null means all. The caller holds the only copy. */
  createApiKey(name: string, scopes?: string[] | null, options?: ApiKeyOptions): string;
  /** Another person of the workspace, signed in. */
  addPerson(person: { name: string; role: Role }): { token: string; user: User };
  /** Calls back for everything a realtime socket would carry (docs/service.md#realtime); gives what stops it. */
  onEvent(listener: (event: LocalEvent) => void): () => void;
  hasSample(): boolean;
  /** Does nothing where the sample is already there. */
  addSample(): void;
  /** Gives the ids of the tasks that went. */
  clearSample(): string[];
  /** True while there is no task at all, neither sample nor own. */
  isEmpty(): boolean;
  close(): void;
}

const DEFAULT_CLIENT_IDS = ['service-cli', 'service-mcp'];

export function openLocalWorkspace(options: LocalWorkspaceOptions): LocalWorkspace {
  const now = options.now ?? Date.now;
  let publicUrl = options.publicUrl;
  const database = openLocalDatabase(options.path);
  const context: LocalContext = {
    database,
    now,
    timestamp: () => new Date(now()).toISOString(),
    words: () => LOCAL_WORDS[options.language?.() ?? 'en'],
    publicUrl: () => publicUrl,
    changes: createChanges(),
    device: {
      clientIds: options.deviceClientIds ?? DEFAULT_CLIENT_IDS,
      intervalMs: (options.deviceIntervalSeconds ?? 5) * 1000,
      lifetimeMs: (options.deviceExpiresSeconds ?? 1800) * 1000,
    },
  };
  database.transaction(() => {
    const isNew = ensureOwner(context, options.ownerName ?? context.words().owner);
    // A project to begin with, so that the first task can be made without a word about projects.
    if (isNew)
      createProject(context, { name: context.words().firstProject, slug: 'ME', description: null, isSample: false });
  });
  dropExpiredSessions(context);

  const { destinations = 'loopback', resolve = resolveHost } = options.webhooks ?? {};
  const rules: WebhookRules = { destinations, resolve };
  keepNotifications(context);
  keepActivities(context);
  const deliveries = createDeliveries(context, options.webhooks?.send ?? createWebhookSender(destinations, resolve));
  const stopReminders = startDueReminders(context, deliveries);

  const app = buildApp(context, rules);
  return {
    fetch: (request) => app.fetch(request),
    get publicUrl() {
      return publicUrl;
    },
    set publicUrl(url) {
      publicUrl = url;
    },
    openSession() {
      const user = getOwner(context);
      return { token: createSession(context, user.id, 'Punchcard'), user };
    },
    createApiKey: (name, scopes = null, limits = {}) =>
      createApiKey(context, getOwner(context).id, name, scopes, limits).key,
    addPerson({ name, role }) {
      const user = addPerson(context, name, role);
      return { token: createSession(context, user.id, null), user };
    },
    onEvent: (listener) =>
      context.changes.listen((change) => {
        for (const event of eventsOf(change)) listener(event);
      }),
    hasSample: () => hasSample(context),
    addSample: () => addSample(context),
    clearSample: () => clearSample(context),
    isEmpty: () => !database.has('SELECT 1 FROM task'),
    close() {
      stopReminders();
      deliveries.close();
      database.close();
    },
  };
}
