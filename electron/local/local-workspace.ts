/**
 * The local workspace: the same service as on the web, embedded (Hono over SQLite, built on service/records.ts).
 * It opens no port and is reached through `fetch`. It behaves like the newer server of the field notes.
 */
import { Hono } from 'hono';
import type { User } from '../service/records.ts';
import { type ApiKeyOptions, createApiKey, createSession, dropExpiredSessions, requireLogin } from './access.ts';
import { addAssignedRoute } from './assigned.ts';
import { addAuthRoutes, addSessionRoute } from './auth.ts';
import { addBoardRoute, addPublicBoardRoute } from './board.ts';
import { createChanges } from './changes.ts';
import { addColumnRoutes } from './columns.ts';
import type { LocalContext, LocalEnv } from './context.ts';
import { openLocalDatabase } from './database.ts';
import { addDescriptionRoutes, addPublicDescriptionRoutes } from './descriptions.ts';
import { addDeviceDecisionRoutes, addDeviceRoutes } from './device.ts';
import { createDeviceFlow } from './device-flow.ts';
import { addDevicePage } from './device-page.ts';
import { answerFailure } from './errors.ts';
import { addExternalLinkRoutes } from './external-links.ts';
import { addInstanceRoutes } from './instance.ts';
import { addLabelRoutes } from './labels.ts';
import { addMemberRoutes } from './members.ts';
import { addPerson, ensureOwner, getOwner } from './people.ts';
import type { Role } from './permissions.ts';
import { addProjectChangeRoutes } from './project-changes.ts';
import { addProjectRoutes, createProject } from './projects.ts';
import { addRelationRoutes } from './relations.ts';
import { addSample, clearSample, hasSample } from './sample.ts';
import { addSearchRoute } from './search.ts';
import { addTaskBulkRoute } from './task-bulk.ts';
import { addTaskUpdateRoutes } from './task-updates.ts';
import { addTaskRoutes } from './tasks.ts';
import { addTimeEntryRoutes } from './time-entries.ts';
import { addUploadRoutes } from './uploads.ts';

export interface LocalWorkspaceOptions {
  /** A file in an existing folder, or ':memory:'. */
  path: string;
  /** The clock, in ms since 1970. */
  now?: () => number;
  /** What the owner is called; "You" unless said otherwise. */
  ownerName?: string;
  /** Client ids that may ask for a device code (section 5.4). */
  deviceClientIds?: string[];
  deviceIntervalSeconds?: number;
  deviceExpiresSeconds?: number;
  /** Origin used in `verification_uri`, such as `http://127.0.0.1:4000`; without one, that of the request. */
  publicUrl?: string;
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
    publicUrl: () => publicUrl,
    changes: createChanges(),
    device: {
      clientIds: options.deviceClientIds ?? DEFAULT_CLIENT_IDS,
      intervalMs: (options.deviceIntervalSeconds ?? 5) * 1000,
      lifetimeMs: (options.deviceExpiresSeconds ?? 1800) * 1000,
    },
  };
  database.transaction(() => {
    const isNew = ensureOwner(context, options.ownerName ?? 'You');
    // A project to begin with, so that the first task can be made without a word about projects.
    if (isNew) createProject(context, { name: 'Personal', slug: 'ME', description: null, isSample: false });
  });
  dropExpiredSessions(context);

  const app = buildApp(context);
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
      createApiKey(context, getOwner(context).id, name, scopes, limits),
    addPerson({ name, role }) {
      const user = addPerson(context, name, role);
      return { token: createSession(context, user.id, null), user };
    },
    hasSample: () => hasSample(context),
    addSample: () => addSample(context),
    clearSample: () => clearSample(context),
    isEmpty: () => !database.has('SELECT 1 FROM task'),
    close: () => database.close(),
  };
}

/** The order matters: what is registered before requireLogin is open to all, and a fixed path precedes `:id`. */
function buildApp(context: LocalContext): Hono<LocalEnv> {
  const flow = createDeviceFlow(context);
  const api = new Hono<LocalEnv>();
  addInstanceRoutes(api);
  addDeviceRoutes(api, context, flow);
  addSessionRoute(api, context);
  addPublicBoardRoute(api, context);
  addPublicDescriptionRoutes(api, context);

  api.use('*', requireLogin(context));
  addDeviceDecisionRoutes(api, flow);
  addAuthRoutes(api, context);
  addMemberRoutes(api, context);
  addProjectRoutes(api, context);
  addProjectChangeRoutes(api, context);
  addColumnRoutes(api, context);
  addAssignedRoute(api, context);
  addBoardRoute(api, context);
  addDescriptionRoutes(api, context);
  addUploadRoutes(api, context);
  addTaskBulkRoute(api, context);
  addTaskRoutes(api, context);
  addTaskUpdateRoutes(api, context);
  addLabelRoutes(api, context);
  addRelationRoutes(api, context);
  addExternalLinkRoutes(api, context);
  addSearchRoute(api, context);
  addTimeEntryRoutes(api, context);

  const app = new Hono<LocalEnv>();
  app.route('/api', api);
  addDevicePage(app, context, flow);
  app.onError(answerFailure);
  // Field notes 3: exactly this text is how a client tells that a route does not exist.
  app.notFound((c) => c.text('404 Not Found', 404));
  return app;
}
