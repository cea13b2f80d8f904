/** A client and a server over real HTTP for contract tests: the local workspace or an older server. */
import { onTestFinished } from 'vitest';
import type { LocalWorkspaceOptions } from '../../../../electron/local/local-workspace.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { OLDER_CLIENT_IDS } from '../../../older-server.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';

/** Set by the vitest project (build/vitest.config.ts). */
export const isOlder = process.env.PUNCHCARD_TEST_SERVER === 'older';

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

export async function served(options: Partial<LocalWorkspaceOptions> = {}) {
  const local = await testWorkspace({ ...(isOlder && { deviceClientIds: OLDER_CLIENT_IDS }), ...options });
  const server = await serveLocalWorkspace(local.workspace, { older: isOlder });
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
