/**
 * The client of the service: one function per endpoint, one file per resource in resources/. All throw ServiceError. None retries,
 * except deleteLabel, because the service asks to repeat that request. docs/endpoints.md lists the endpoints; docs/service.md
 * describes them.
 */

import type { Http } from './http.ts';
import { apiKeyEndpoints } from './resources/api-keys.ts';
import { boardEndpoints } from './resources/boards.ts';
import { calendarEndpoints } from './resources/calendar.ts';
import { codeHostEndpoints } from './resources/code-host.ts';
import { columnEndpoints } from './resources/columns.ts';
import { commentEndpoints } from './resources/comments.ts';
import { descriptionEndpoints } from './resources/descriptions.ts';
import { imageEndpoints } from './resources/images.ts';
import { instanceEndpoints } from './resources/instance.ts';
import { labelEndpoints } from './resources/labels.ts';
import { mcpEndpoints } from './resources/mcp.ts';
import { notificationEndpoints } from './resources/notifications.ts';
import { projectEndpoints } from './resources/projects.ts';
import { relationEndpoints } from './resources/relations.ts';
import { searchEndpoints } from './resources/search.ts';
import { signInEndpoints } from './resources/sign-in.ts';
import { taskEndpoints } from './resources/tasks.ts';
import { timeEntryEndpoints } from './resources/time-entries.ts';
import { webhookEndpoints } from './resources/webhooks.ts';
import { workspaceEndpoints } from './resources/workspaces.ts';

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
