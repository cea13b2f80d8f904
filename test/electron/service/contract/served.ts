/** A client and a server over real HTTP for contract tests: the local workspace, its port in the app, or an older server. */
import { onTestFinished } from 'vitest';
import { listen } from '../../../../electron/local/listener.ts';
import type { LocalWorkspace, LocalWorkspaceOptions } from '../../../../electron/local/local-workspace.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { freePort } from '../../../loopback.ts';
import { OLDER_CLIENT_IDS } from '../../../older-server.ts';
import { PATIENCE_MS } from '../../../until.ts';
import { type ServedWorkspace, serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';

/** Set by the vitest project (build/vitest.config.ts). */
export const isOlder = process.env.PUNCHCARD_TEST_SERVER === 'older';
const isOnPort = process.env.PUNCHCARD_TEST_SERVER === 'port';

export const userAgent = 'Punchcard/1.0 (test)';

/** A client id that the server accepts (docs/service.md#signing-in). */
export const CLIENT_ID = isOlder ? 'kaneo-cli' : 'service-cli';

/** The error for a route that older servers do not have. */
export const NO_ROUTE = { kind: 'rejected', status: 404, isMissingRoute: true, isGone: false };

/** Details of a rejection; older servers send only the message (docs/service.md#errors). */
export const coded = (code: string, more: { missingPermissions?: string[] } = {}) =>
  isOlder ? { code: undefined, missingPermissions: [] } : { code, ...more };

export function clientOf(baseUrl: string, credential?: string, isApiKey = false) {
  const http = createHttp({
    baseUrl,
    transport: fetch,
    userAgent,
    credential: () => credential,
    isApiKey,
  });
  return createClient(http, isApiKey ? () => credential : undefined);
}

/** As the app does it for other programs (electron/local/listener.ts). */
async function serveOnPort({ fetch, device, owner }: LocalWorkspace): Promise<ServedWorkspace> {
  const requests: ServedWorkspace['requests'] = [];
  const record = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    requests.push({ method: request.method, path: pathname + search, headers, answeredAt: null });
    return fetch(request);
  };
  const { address: url, close } = await listen(
    await freePort(),
    { fetch: record, device, owner },
    async () => true,
    // Longer than a busy machine takes from one request to the next.
    { keepAliveTimeout: PATIENCE_MS },
  );
  // It has no sockets, and nothing intercepts.
  const none = { intercept: undefined, openSockets: () => [], socketMessages: [], dropSockets: () => undefined };
  return { url, baseUrl: `${url}/api`, requests, close, ...none };
}

export async function served(options: Partial<LocalWorkspaceOptions> = {}) {
  const local = await testWorkspace({ ...(isOlder && { deviceClientIds: OLDER_CLIENT_IDS }), ...options });
  const serve = isOnPort
    ? serveOnPort
    : (workspace: LocalWorkspace) => serveLocalWorkspace(workspace, { older: isOlder });
  const server = await serve(local.workspace);
  onTestFinished(() => server.close());
  const as = (credential?: string, isApiKey = false) => clientOf(server.baseUrl, credential, isApiKey);
  return {
    ...local,
    server,
    as,
    /** Signed in as the owner. */
    client: as(local.token),
    /** Without a credential. */
    stranger: as(),
    /** Method, path and query of the last request, below the API root. */
    lastRequest: () => {
      const last = server.requests.at(-1);
      return `${last?.method} ${last?.path.replace(/^\/api/, '')}`;
    },
    /** The Authorization header of the last request. */
    lastCredential: () => server.requests.at(-1)?.headers.authorization,
  };
}
