/** MCP clients at the local workspace: registration, the person's decision, and the token (docs/service.md#mcp-clients). */
import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listen } from '../../../electron/local/listener.ts';
import { OAuthError } from '../../../electron/service/records.ts';
import { freePort } from '../../loopback.ts';
import { DAY_MS, SECOND_MS, testWorkspace } from './workspace.ts';

const REDIRECT = 'http://127.0.0.1:5000/cb?own=1';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const WEB = 'http://tasks.example';

async function setUp() {
  const local = await testWorkspace({ publicUrl: WEB });
  const ask = (method: string, path: string, body?: unknown, headers = {}, token: string | null = null) =>
    local.call(method, path, body, { token, headers });
  const register = async (client: object = { redirect_uris: [REDIRECT], client_name: 'Helper' }) => {
    const { json } = await ask('POST', '/mcp/register', client);
    return z.object({ client_id: z.string() }).parse(json).client_id;
  };
  const client_id = await register();
  const authorize = (changes: object = {}) => {
    const query = { response_type: 'code', client_id, redirect_uri: REDIRECT, code_challenge: CHALLENGE, state: 's' };
    return ask('GET', `/mcp/authorize?${new URLSearchParams({ ...query, code_challenge_method: 'S256', ...changes })}`);
  };
  /** The id of a new request. */
  const request = async (changes: object = {}) => {
    const answer = await authorize(changes);
    expect(answer.status).toBe(302);
    const page = new URL(answer.headers.get('location') ?? '');
    expect(page.origin + page.pathname).toBe(`${WEB}/device`);
    return page.searchParams.get('request_id') ?? '';
  };
  const decide = (id: string, approved: unknown, { token = local.token as string | null, origin = WEB } = {}) =>
    ask('POST', `/mcp/authorize/request/${id}`, { approved }, { Origin: origin }, token);
  const approve = async (id: string) =>
    new URL(z.object({ redirect: z.string() }).parse((await decide(id, true)).json).redirect).searchParams.get('code');
  const exchange = (code: string | null, changes: object = {}) => {
    const body = { grant_type: 'authorization_code', code, client_id, code_verifier: VERIFIER, redirect_uri: REDIRECT };
    return ask('POST', '/mcp/token', { ...body, ...changes });
  };
  return { ...local, ask, register, client_id, authorize, request, decide, approve, exchange };
}

const errorOf = ({ status, json }: { status: number; json: unknown }) => [status, OAuthError.parse(json).error];

test('a client registers, the person allows it, and its token works for thirty days, counted as a program', async () => {
  const { request, ask, decide, exchange, call, workspace, clock } = await setUp();
  const id = await request();
  expect((await ask('GET', `/mcp/authorize/request/${id}`)).json).toEqual({
    client_name: 'Helper',
    redirect_uri: REDIRECT,
  });
  const { redirect } = z.object({ redirect: z.string() }).parse((await decide(id, true)).json);
  const back = new URL(redirect);
  expect(redirect).toContain(`${REDIRECT}&code=`);
  expect(back.searchParams.get('state')).toBe('s');
  const code = back.searchParams.get('code');
  const granted = await exchange(code);
  expect(granted.json).toMatchObject({ token_type: 'Bearer', expires_in: 2_592_000 });
  expect(granted.headers.get('cache-control')).toBe('no-store');
  const { access_token: token } = z.object({ access_token: z.string() }).parse(granted.json);
  const me = async () => (await call('GET', '/user/me', undefined, { token })).status;
  expect(errorOf(await exchange(code))).toEqual([400, 'invalid_grant']);
  expect([await me(), workspace.programs()]).toEqual([200, 1]);
  clock.ms += 29 * DAY_MS;
  expect(await me()).toBe(200);
  workspace.endPrograms();
  expect([await me(), workspace.programs()]).toEqual([401, 0]);
});

test('the answer to a registration has what the client has to know', async () => {
  const { ask } = await setUp();
  const client = { redirect_uris: [REDIRECT, 'https://example.com/cb'], client_name: 'Helper' };
  const { status, json } = await ask('POST', '/mcp/register', { ...client, grant_types: ['refresh_token'] });
  expect([status, json]).toEqual([
    200,
    {
      ...client,
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ]);
});

test('a refusal leads back without a code, and nothing was given', async () => {
  const { request, decide, workspace } = await setUp();
  const id = await request();
  expect((await decide(id, false)).json).toEqual({ redirect: `${REDIRECT}&error=access_denied&state=s` });
  expect(errorOf(await decide(id, true))).toEqual([404, 'invalid_request']);
  expect(workspace.programs()).toBe(0);
});

test('in the browser the person decides on the page for codes, and then in Punchcard', async () => {
  const local = await testWorkspace();
  const [port, asked] = [await freePort(), [] as { program: string }[]];
  const listener = await listen(port, local.workspace, async (one) => asked.push(one) > 0);
  onTestFinished(() => listener.close());
  const client = { redirect_uris: [REDIRECT], client_name: '\u202E<b>Helper\u202C' };
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(listener.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return z
      .object({ client_id: z.string(), access_token: z.string() })
      .partial()
      .parse(await answer.json());
  };
  const { client_id = '' } = await post('/api/mcp/register', client);
  const query = { response_type: 'code', client_id, redirect_uri: REDIRECT, code_challenge: CHALLENGE };
  const page = await fetch(
    `${listener.address}/api/mcp/authorize?${new URLSearchParams({ ...query, code_challenge_method: 'S256' })}`,
  );
  expect(page.url).toContain(`${listener.address}/device?`);
  const text = await page.text();
  for (const part of ['&lt;b&gt;Helper</strong>', '127.0.0.1:5000']) expect(text).toContain(part);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  const form = { user_code: field('user_code'), csrf: field('csrf'), decision: 'approve' };
  const answer = await fetch(`${listener.address}/device`, { method: 'POST', body: new URLSearchParams(form) });
  expect(asked).toMatchObject([{ program: '<b>Helper' }]);
  const [, redirect = ''] = /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '') ?? [];
  expect(redirect).toMatch(`${REDIRECT}&code=`);
  const code = new URL(redirect).searchParams.get('code');
  const grant = { grant_type: 'authorization_code', code, client_id, code_verifier: VERIFIER, redirect_uri: REDIRECT };
  const { access_token } = await post('/api/mcp/token', grant);
  const headers = { Authorization: `Bearer ${access_token}` };
  expect((await fetch(`${listener.address}/api/user/me`, { headers })).status).toBe(200);
});

describe('is refused with an OAuth error', () => {
  test('a registration that is not one', async () => {
    const { ask } = await setUp();
    const register = async (body: unknown) => errorOf(await ask('POST', '/mcp/register', body));
    const uri = (uris: string[]) => register({ redirect_uris: uris });
    expect(await uri(['http://example.com/cb'])).toEqual([400, 'invalid_redirect_uri']);
    expect(await uri(['javascript:alert(1)'])).toEqual([400, 'invalid_redirect_uri']);
    expect(await uri([])).toEqual([400, 'invalid_redirect_uri']);
    expect(await uri(Array.from({ length: 11 }, () => 'https://example.com'))).toEqual([400, 'invalid_redirect_uri']);
    const named = { redirect_uris: [REDIRECT], client_name: 'x'.repeat(101) };
    expect(await register(named)).toEqual([400, 'invalid_client_metadata']);
    expect(await register('not JSON')).toEqual([400, 'invalid_client_metadata']);
    const long = Array.from({ length: 10 }, (_, at) => `https://example.com/${at}${'x'.repeat(2000)}`);
    expect(await uri(long)).toEqual([400, 'invalid_client_metadata']);
  });

  test('a request of an unknown client, to another address, or without PKCE', async () => {
    const { authorize } = await setUp();
    const refused = async (changes: object) => errorOf(await authorize(changes));
    const forged = Buffer.from('{"redirect_uris":["http://evil.example/"]}').toString('base64url');
    for (const client_id of ['c', forged]) expect(await refused({ client_id })).toEqual([400, 'invalid_client']);
    expect(await refused({ redirect_uri: 'https://evil.example/' })).toEqual([400, 'invalid_redirect_uri']);
    expect(await refused({ response_type: 'token' })).toEqual([400, 'unsupported_response_type']);
    expect(await refused({ code_challenge_method: 'plain' })).toEqual([400, 'invalid_request']);
    expect(await refused({ code_challenge: 'x' })).toEqual([400, 'invalid_request']);
  });

  test('more than thirty requests a minute, those of devices included', async () => {
    const { authorize, ask } = await setUp();
    await ask('POST', '/auth/device/code', { client_id: 'service-cli' });
    for (let count = 1; count < 30; count += 1) expect((await authorize()).status).toBe(302);
    expect(errorOf(await authorize())).toEqual([429, 'slow_down']);
  });

  test('a decision that is not the person’s own', async () => {
    const { request, decide, approve, exchange, ask } = await setUp();
    const { json } = await exchange(await approve(await request()));
    const program = z.object({ access_token: z.string() }).parse(json).access_token;
    const id = await request();
    expect(errorOf(await decide('nope', true))).toEqual([404, 'invalid_request']);
    expect(errorOf(await ask('POST', `/mcp/authorize/request/${id}`, { approved: true }))).toEqual([
      403,
      'invalid_origin',
    ]);
    expect(errorOf(await decide(id, true, { origin: 'https://evil.example' }))).toEqual([403, 'invalid_origin']);
    expect(errorOf(await decide(id, true, { token: null }))).toEqual([401, 'access_denied']);
    expect(errorOf(await decide(id, true, { token: program }))).toEqual([401, 'access_denied']);
    expect(errorOf(await decide(id, 'yes'))).toEqual([400, 'invalid_request']);
    expect((await ask('GET', `/mcp/authorize/request/${id}`)).status).toBe(200);
  });

  test('a request after ten minutes, and a code after five', async () => {
    const { request, ask, decide, approve, exchange, clock } = await setUp();
    const [late, approved] = [await request(), await request()];
    clock.ms += 599 * SECOND_MS;
    const code = await approve(approved);
    clock.ms += SECOND_MS;
    expect(errorOf(await ask('GET', `/mcp/authorize/request/${late}`))).toEqual([404, 'invalid_request']);
    expect(errorOf(await decide(late, true))).toEqual([404, 'invalid_request']);
    clock.ms += 299 * SECOND_MS;
    expect(errorOf(await exchange(code))).toEqual([400, 'invalid_grant']);
  });

  test('a code that is withdrawn, not approved, or brought by another client; it stays valid for its own', async () => {
    const { request, approve, exchange, register, ask, workspace } = await setUp();
    const withdrawn = await approve(await request());
    workspace.endPrograms();
    expect(errorOf(await exchange(withdrawn))).toEqual([400, 'invalid_grant']);
    const id = await request();
    expect(errorOf(await exchange(id))).toEqual([400, 'invalid_grant']);
    const code = await approve(id);
    for (const changes of [
      { code_verifier: 'w'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:5000/other' },
      { client_id: await register({ redirect_uris: [REDIRECT], client_name: 'Other' }) },
    ])
      expect(errorOf(await exchange(code, changes))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await exchange(code, { client_id: 'c' }))).toEqual([400, 'invalid_client']);
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const asDevice = await ask('POST', '/auth/device/token', {
      grant_type,
      device_code: code,
      client_id: 'service-cli',
    });
    expect(errorOf(asDevice)).toEqual([400, 'invalid_grant']);
    expect((await exchange(code)).status).toBe(200);
  });

  test('another grant, and a body that is not one; a form counts like JSON', async () => {
    const { exchange, ask, client_id, request, approve } = await setUp();
    expect(errorOf(await exchange('c', { grant_type: 'refresh_token' }))).toEqual([400, 'unsupported_grant_type']);
    expect(errorOf(await ask('POST', '/mcp/token', {}))).toEqual([400, 'invalid_request']);
    expect(errorOf(await exchange(null))).toEqual([400, 'invalid_request']);
    const code = (await approve(await request())) ?? '';
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id,
      code_verifier: VERIFIER,
      redirect_uri: REDIRECT,
    };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await ask('POST', '/mcp/token', new URLSearchParams(fields).toString(), form)).status).toBe(200);
  });
});
