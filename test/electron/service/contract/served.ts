/** The client against a server over real HTTP, as a contract test needs it: the local workspace, or an older server. */
import { onTestFinished } from 'vitest';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { OLDER_CLIENT_IDS } from '../../../older-server.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';

/** Which of the two it is, by vitest's project (build/vitest.config.ts). */
export const isOlder = process.env.PUNCHCARD_TEST_SERVER === 'older';

export const userAgent = 'Punchcard/1.0 (test)';

/** The first client id that the server knows (docs/service.md#signing-in). */
export const CLIENT_ID = isOlder ? 'kaneo-cli' : 'service-cli';

/** How the client meets a route that the older server has not. */
export const NO_ROUTE = { kind: 'rejected', status: 404, isMissingRoute: true, isGone: false };

/** What a rejection says beside its words; an older server says no more than these (docs/service.md#errors). */
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

export async function served() {
  const local = await testWorkspace(isOlder ? { deviceClientIds: OLDER_CLIENT_IDS } : {});
  const server = await serveLocalWorkspace(local.workspace, { older: isOlder });
  onTestFinished(() => server.close());
  const as = (credential?: string, isApiKey = false) => clientOf(server.baseUrl, credential, isApiKey);
  return {
    ...local,
    server,
    as,
    /** Of the owner, signed in. */
    client: as(local.token),
    /** Of nobody: what is public, and no more. */
    stranger: as(),
    /** Method, path and query of the last request, below the API root. */
    lastRequest: () => {
      const last = server.requests.at(-1);
      return `${last?.method} ${last?.path.replace(/^\/api/, '')}`;
    },
    /** What the last request carried as its credential. */
    lastCredential: () => server.requests.at(-1)?.headers.authorization,
  };
}
