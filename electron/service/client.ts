/**
 * The client of the service: one function per endpoint, one file per resource in endpoints/. All throw ServiceError. None retries,
 * except deleteLabel, because the service asks to repeat that request. docs/endpoints.md lists the endpoints; docs/service.md
 * describes them.
 */
import { apiKeyEndpoints } from './endpoints/api-keys.ts';
import { boardEndpoints } from './endpoints/boards.ts';
import { calendarEndpoints } from './endpoints/calendar.ts';
import { codeHostEndpoints } from './endpoints/code-host.ts';
import { columnEndpoints } from './endpoints/columns.ts';
import { commentEndpoints } from './endpoints/comments.ts';
import { descriptionEndpoints } from './endpoints/descriptions.ts';
import { imageEndpoints } from './endpoints/images.ts';
import { instanceEndpoints } from './endpoints/instance.ts';
import { labelEndpoints } from './endpoints/labels.ts';
import { mcpEndpoints } from './endpoints/mcp.ts';
import { notificationEndpoints } from './endpoints/notifications.ts';
import { projectEndpoints } from './endpoints/projects.ts';
import { relationEndpoints } from './endpoints/relations.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { signInEndpoints } from './endpoints/sign-in.ts';
import { taskEndpoints } from './endpoints/tasks.ts';
import { timeEntryEndpoints } from './endpoints/time-entries.ts';
import { webhookEndpoints } from './endpoints/webhooks.ts';
import { workspaceEndpoints } from './endpoints/workspaces.ts';
import type { Http } from './http.ts';

export type Client = ReturnType<typeof createClient>;

/** `apiKey` returns the credential if it is an API key: older servers need it in a separate header to identify its owner. */
export function createClient(http: Http, apiKey?: () => string | undefined) {
  return {
    ...signInEndpoints(http, apiKey),
    ...apiKeyEndpoints(http),
    ...instanceEndpoints(http),
    ...workspaceEndpoints(http),
    ...projectEndpoints(http),
    ...columnEndpoints(http),
    ...boardEndpoints(http),
    ...taskEndpoints(http),
    ...descriptionEndpoints(http),
    ...imageEndpoints(http),
    ...labelEndpoints(http),
    ...relationEndpoints(http),
    ...commentEndpoints(http),
    ...timeEntryEndpoints(http),
    ...webhookEndpoints(http),
    ...codeHostEndpoints(http),
    ...calendarEndpoints(http),
    ...mcpEndpoints(http),
    ...searchEndpoints(http),
    ...notificationEndpoints(http),
  };
}
