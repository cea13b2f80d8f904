/**
 * The local workspace: the service, embedded (Hono over SQLite, built on service/records.ts). It opens no port; requests go to its
 * `fetch`. It behaves like a newer server (docs/service.md#differences-between-servers).
 */
import type { User } from '../service/records.ts';
import {
  type ApiKeyOptions,
  countPrograms,
  createApiKey,
  createSession,
  dropExpiredSessions,
  endPrograms,
} from './access.ts';
import { recordActivities } from './activities.ts';
import { buildApp } from './app.ts';
import { createAssetFiles } from './asset-files.ts';
import { keepFilesInStep } from './assets.ts';
import { createChanges, eventsOf, type LocalEvent } from './change-events.ts';
import { type CodeHostApp, createCodeHost } from './code-host-client.ts';
import { openLocalDatabase } from './database.ts';
import { LOCAL_NAMES, type LocalLanguage } from './default-names.ts';
import { createDeliveries } from './deliveries.ts';
import { createDeviceFlow } from './device-flow.ts';
import { startDueReminders } from './due-reminders.ts';
import type { LocalContext } from './local-context.ts';
import { recordNotifications } from './notifications.ts';
import { addPerson, addWorkspace, ensureOwner, getOwner } from './people.ts';
import type { Role } from './permissions.ts';
import { createProject } from './projects.ts';
import { addSample, clearSample, hasSample } from './sample.ts';
import type { WebhookRules } from './webhook.ts';
import { resolveHost } from './webhook-address.ts';
import { createWebhookSender, type SendWebhook } from './webhook-send.ts';

export interface LocalWorkspaceOptions {
  /** A file in an existing folder, or ':memory:'. */
  path: string;
  /** The clock, in ms since 1970. */
  now?: () => number;
  /** Language of the names, columns and sample tasks it creates; English by default. */
  language?: () => LocalLanguage;
  /** Name of the owner; by default "You" in that language. */
  ownerName?: string;
  /** Client ids that may request a device code (docs/service.md#signing-in). */
  deviceClientIds?: string[];
  deviceIntervalSeconds?: number;
  deviceExpiresSeconds?: number;
  /** A program got a token with an approved device code. */
  onProgram?: () => void;
  /** Origin for `verification_uri`, such as `http://127.0.0.1:4000`; by default that of the request. */
  publicUrl?: string;
  /**
   * Allowed destinations of webhook deliveries (default: 'loopback'), the function that resolves host names, and the one that sends
   * a delivery.
   */
  webhooks?: Partial<WebhookRules> & { send?: SendWebhook };
  /** An app at a code host; by default there is none. */
  codeHost?: CodeHostApp;
}

export type LocalWorkspace = ReturnType<typeof openLocalWorkspace>;

const DEFAULT_CLIENT_IDS = ['service-cli', 'service-mcp'];

export function openLocalWorkspace(options: LocalWorkspaceOptions) {
  const now = options.now ?? Date.now;
  let publicUrl = options.publicUrl;
  const database = openLocalDatabase(options.path);
  const context: LocalContext = {
    database,
    now,
    timestamp: () => new Date(now()).toISOString(),
    names: () => LOCAL_NAMES[options.language?.() ?? 'en'],
    publicUrl: () => publicUrl,
    files: createAssetFiles(options.path),
    codeHost: options.codeHost === undefined ? null : createCodeHost(options.codeHost),
    changes: createChanges(),
    device: {
      clientIds: options.deviceClientIds ?? DEFAULT_CLIENT_IDS,
      intervalMs: (options.deviceIntervalSeconds ?? 5) * 1000,
      lifetimeMs: (options.deviceExpiresSeconds ?? 1800) * 1000,
      onProgram: options.onProgram ?? (() => undefined),
    },
  };
  database.transaction(() => {
    const isNew = ensureOwner(context, options.ownerName ?? context.names().owner);
    // Allows creating a task without creating a project first.
    if (isNew)
      createProject(context, { name: context.names().firstProject, slug: 'ME', description: null, isSample: false });
  });
  dropExpiredSessions(context);
  keepFilesInStep(context);

  const { destinations = 'loopback', resolve = resolveHost } = options.webhooks ?? {};
  const rules: WebhookRules = { destinations, resolve };
  recordNotifications(context);
  recordActivities(context);
  const deliveries = createDeliveries(context, options.webhooks?.send ?? createWebhookSender(destinations, resolve));
  const stopReminders = startDueReminders(context, deliveries);

  const device = createDeviceFlow(context);
  const app = buildApp(context, device, rules);
  return {
    /** Handles a request like a web server. */
    fetch: (request: Request): Promise<Response> | Response => app.fetch(request),
    /** Sets the option of the same name once the port is known. */
    get publicUrl(): string | undefined {
      return publicUrl;
    },
    set publicUrl(url) {
      publicUrl = url;
    },
    owner: (): User => getOwner(context),
    /** For a page on which a person decides about device codes. */
    device,
    /** Creates a session for the owner. The caller has the only copy of the token. */
    openSession(): { token: string; user: User } {
      const user = getOwner(context);
      return { token: createSession(context, user.id, { userAgent: 'Punchcard', byDevice: false }), user };
    },
    /** How many were let in with a device code. */
    programs: (): number => countPrograms(context),
    /** Ends their sessions, and the API keys, calendar feeds and webhooks that they made. Those of the person stay. */
    endPrograms: (): void => endPrograms(context),
    /** Creates an API key of the owner; `scopes` (`resource:action`) null: all. The caller has the only copy. */
    createApiKey: (name: string, scopes: string[] | null = null, limits: ApiKeyOptions = {}): string =>
      createApiKey(context, getOwner(context).id, name, scopes, limits).key,
    /** Adds a person to the workspace and signs them in. */
    addPerson({ name, role }: { name: string; role: Role }): { token: string; user: User } {
      const user = addPerson(context, name, role);
      return { token: createSession(context, user.id, { userAgent: null, byDevice: false }), user };
    },
    /** Adds a workspace of the owner; returns its id. */
    addWorkspace: (name: string): string => addWorkspace(context, name),
    /** Subscribes to the events of a realtime socket (docs/service.md#realtime); returns a function that unsubscribes. */
    onEvent: (listener: (event: LocalEvent) => void): (() => void) =>
      context.changes.listen((change) => {
        for (const event of eventsOf(change)) listener(event);
      }),
    hasSample: (): boolean => hasSample(context),
    /** Does nothing if the sample exists. */
    addSample: (): void => addSample(context),
    /** Returns the ids of the removed tasks. */
    clearSample: (): string[] => clearSample(context),
    isEmpty: (): boolean => !database.has('SELECT 1 FROM task'),
    close(): void {
      stopReminders();
      deliveries.close();
      database.close();
      context.files.close();
    },
  };
}
