/** The client against a local workspace over real HTTP, as a contract test needs it. */
import { onTestFinished } from 'vitest';
import { createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';

export function clientOf(baseUrl: string, credential?: string) {
  return createClient(
    createHttp({ baseUrl, transport: fetch, userAgent: 'Punchcard (test)', credential: () => credential }),
  );
}

export async function served() {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => server.close());
  const as = (credential?: string) => clientOf(server.baseUrl, credential);
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
