/** Authorizing a tool: registration, the page in the browser, and a token that no window sees. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorizationCodeIn,
  type ConnectedToolsSession,
  createConnectedTools,
  requestIdIn,
} from '../../../../electron/features/server/connected-tools.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

import { served } from '../../service/contract/served.ts';

const REDIRECT = 'http://127.0.0.1:8765/callback';
const TOOL = { clientId: 'c1', name: 'Helper', redirectUri: REDIRECT };

async function setUp() {
  const { client, server } = await served();
  const [copied, opened]: [string[], URL[]] = [[], []];
  const tools = createConnectedTools({
    copyText: (text) => copied.push(text),
    openPage: async (url) => void opened.push(new URL(url)),
  });
  const session: ConnectedToolsSession = { client, account: { baseUrl: server.baseUrl }, server: 'pm.example.org' };
  return { tools, session, server, copied, opened };
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.view.title : error),
  );

test('the code is exchanged with the verifier, which stays in main; the token is copied to the clipboard', async () => {
  const { tools, session, server, copied, opened } = await setUp();
  const bodies: Record<string, string>[] = [];
  server.intercept = async (request) => {
    if (request.url.endsWith('/mcp/register')) {
      return Response.json({ client_id: 'c1', redirect_uris: [REDIRECT], client_name: 'Helper' });
    }
    if (!request.url.endsWith('/mcp/token')) return undefined;
    bodies.push((await request.json()) as Record<string, string>);
    return Response.json({ access_token: 'secret-token', token_type: 'Bearer', expires_in: 2_592_000 });
  };
  const tool = await tools.register(session, 'Helper', REDIRECT);
  expect(tool).toEqual(TOOL);
  await tools.askInBrowser(session, tool);
  const query = Object.fromEntries(opened[0]?.searchParams ?? []);
  expect(query).toMatchObject({ client_id: 'c1', redirect_uri: REDIRECT, code_challenge_method: 'S256' });

  const back = `${REDIRECT}?code=abc&state=${query.state}`;
  expect(await tools.exchange(session, back)).toBe(2_592_000);
  expect(bodies).toMatchObject([{ code: 'abc', client_id: 'c1', redirect_uri: REDIRECT }]);
  const verifier = bodies[0]?.code_verifier ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.code_challenge);
  expect(copied).toEqual(['secret-token']);
  // A code is used once.
  expect(await errorOf(tools.exchange(session, back))).toBe('That code belongs to another request');
});

describe('rejected with an explanation', () => {
  test('by a server without tools', async () => {
    const { tools, session, server } = await setUp();
    const unavailable = { error: 'temporarily_unavailable', error_description: 'No tools' };
    server.intercept = async (request) =>
      (await request.clone().text()).includes(REDIRECT) ? Response.json(unavailable, { status: 503 }) : undefined;
    expect(await errorOf(tools.register(session, 'Helper', REDIRECT))).toBe(
      'pm.example.org has no server for tools (MCP)',
    );
    expect(await errorOf(tools.register(session, 'Helper', 'http://elsewhere.example/'))).toBe(
      'The return address is not accepted',
    );
    expect(await errorOf(tools.lookUp(session, 'r1'))).toBe('There is no such request');
  });

  test('a decision that only the web app may make', async () => {
    const { tools, session } = await setUp();
    expect(await errorOf(tools.decide(session, 'r1', true))).toBe('Only the web app may decide that');
  });

  test('a code of another page, or no code', async () => {
    const { tools, session } = await setUp();
    expect(await errorOf(tools.exchange(session, 'abc'))).toBe('That code belongs to another request');
    await tools.askInBrowser(session, TOOL);
    const ask = (query: string) => errorOf(tools.exchange(session, `${REDIRECT}?${query}`));
    expect(await ask('code=abc&state=other')).toBe('That code belongs to another request');
    expect(await ask('error=access_denied')).toBe('The tool was denied access');
    expect(await ask('x=1')).toBe('There is no code in that address');
  });

  test('a code of another account', async () => {
    const { tools, session } = await setUp();
    await tools.askInBrowser(session, TOOL);
    const elsewhere = { ...session, account: { baseUrl: 'https://other.example/api' } };
    expect(await errorOf(tools.exchange(elsewhere, 'abc'))).toBe('That code belongs to another request');
  });
});

test.each([
  ['r1', 'r1'],
  [' r1 ', 'r1'],
  ['https://pm.example.org/mcp/consent?request_id=r1', 'r1'],
  ['https://pm.example.org/mcp/consent?requestId=r1&x=2', 'r1'],
  ['https://pm.example.org/api/mcp/authorize/request/r1/', 'r1'],
])('the request in %s', (pasted, id) => expect(requestIdIn(pasted)).toBe(id));

test('a code is accepted alone or within an address', () => {
  expect(authorizationCodeIn(' abc ', 's')).toBe('abc');
  expect(authorizationCodeIn(`${REDIRECT}?state=s&code=a%2Fb`, 's')).toBe('a/b');
});
