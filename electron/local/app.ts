/** All routes of the local workspace: under /api, and the address for uploads. */

import { Hono } from 'hono';
import { requireLogin } from './access.ts';
import { addActivityRoute } from './activities.ts';
import { addPublicAssetRoute, addStorageRoute, addUploadRoutes } from './assets.ts';
import { addAssignedRoute } from './assigned.ts';
import { addAuthRoutes, addSessionRoute } from './auth.ts';
import { addBoardRoute, addPublicBoardRoute } from './board.ts';
import { addCalendarFeedRoutes, addCalendarRoute } from './calendar-feeds.ts';
import { addCodeHostRoutes } from './code-host.ts';
import { addColumnRoutes } from './columns.ts';
import { addCommentRoutes } from './comments.ts';
import { addDescriptionRoutes, addPublicDescriptionRoutes } from './descriptions.ts';
import { addDeviceDecisionRoutes, addDeviceRoutes, type DeviceFlow } from './device-flow.ts';
import { sendError } from './errors.ts';
import { addExternalLinkRoutes } from './external-links.ts';
import { addIdTokenRoute, addInstanceRoutes, addInterfaceDocument } from './instance.ts';
import { addLabelRoutes } from './labels.ts';
import type { LocalContext, LocalEnv } from './local-context.ts';
import { addMcpRoutes } from './mcp.ts';
import { addNotificationRoutes } from './notifications.ts';
import { addProjectRoutes } from './projects.ts';
import { addRelationRoutes } from './relations.ts';
import { addSearchRoute } from './search.ts';
import { addTaskUpdateRoutes } from './task-updates.ts';
import { addTaskRoutes } from './tasks.ts';
import { addTimeEntryRoutes } from './time-entries.ts';
import { addWebhookRoutes, type WebhookRules } from './webhook.ts';

/** The order matters: routes registered before requireLogin need no login, and a fixed path precedes `:id`. */
export function buildApp(context: LocalContext, flow: DeviceFlow, rules: WebhookRules): Hono<LocalEnv> {
  const api = new Hono<LocalEnv>();
  addInstanceRoutes(api);
  addDeviceRoutes(api, context, flow);
  addSessionRoute(api, context);
  addPublicBoardRoute(api, context);
  addPublicDescriptionRoutes(api, context);
  addPublicAssetRoute(api, context);
  addCalendarRoute(api, context);
  addMcpRoutes(api, context, flow);
  addInterfaceDocument(api);

  api.use('*', requireLogin(context));
  addDeviceDecisionRoutes(api, flow);
  addAuthRoutes(api, context);
  addProjectRoutes(api, context);
  addColumnRoutes(api, context);
  addAssignedRoute(api, context);
  addBoardRoute(api, context);
  addDescriptionRoutes(api, context);
  addUploadRoutes(api, context);
  addTaskRoutes(api, context);
  addTaskUpdateRoutes(api, context);
  addLabelRoutes(api, context);
  addRelationRoutes(api, context);
  addExternalLinkRoutes(api, context);
  addCommentRoutes(api, context);
  addActivityRoute(api, context);
  addSearchRoute(api, context);
  addNotificationRoutes(api, context);
  addCalendarFeedRoutes(api, context);
  addWebhookRoutes(api, context, rules);
  addCodeHostRoutes(api, context);
  addIdTokenRoute(api);
  addTimeEntryRoutes(api, context);

  const app = new Hono<LocalEnv>();
  app.route('/api', api);
  addStorageRoute(app, context);
  app.onError(sendError);
  // A client recognises a missing route by exactly this text (docs/service.md#unknown-ids-and-missing-routes).
  app.notFound((c) => c.text('404 Not Found', 404));
  return app;
}
