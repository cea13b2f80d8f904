/**
 * The OAuth routes for MCP clients (docs/service.md#mcp-clients), with whose token a tool works as the person at all other routes.
 * There is no MCP server here: `punchcard mcp` is one. All errors are OAuthError.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { oneLine } from '../../shared/tasks/clean-text.ts';
import { McpAuthorize, McpClient, McpCodeExchange } from '../service/records.ts';
import { bearer, findSession } from './access.ts';
import type { DeviceFlow } from './device-flow.ts';
import { OAuthError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { readText } from './validate.ts';

const AuthorizeQuery = McpAuthorize.extend({
  response_type: z.string(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
});
const Decision = z.object({ approved: z.boolean() });

/** An id is part of addresses, whose length the port limits. */
const MAX_CLIENT_ID = 8_192;
/** As the person is asked about it (UTF-16 code units). */
const MAX_NAME = 60;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Accepts https addresses, and http addresses on this computer. */
function isGoodRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** Throws `invalid_redirect_uri` or `invalid_client_metadata`. */
function parseClient(fields: unknown): McpClient {
  const client = McpClient.safeParse(fields);
  if (!client.success) {
    const issue = client.error.issues[0];
    const isRedirect = issue?.path[0] === 'redirect_uris';
    throw new OAuthError(
      isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      `${issue?.path.join('.') || 'body'}: ${issue?.message}`,
    );
  }
  if (!client.data.redirect_uris.every(isGoodRedirect)) {
    throw new OAuthError('invalid_redirect_uri', 'A redirect must be https, or http on this computer');
  }
  return client.data;
}

/** Anyone may register as anything, so the id is the registration: nothing is stored, and nothing can fill the disk. */
const clientIdOf = ({ redirect_uris, client_name }: McpClient): string =>
  Buffer.from(JSON.stringify({ redirect_uris, client_name })).toString('base64url');

/** Throws `invalid_client`. */
function readClient(id: string): McpClient {
  try {
    return parseClient(JSON.parse(Buffer.from(id, 'base64url').toString()));
  } catch {
    throw new OAuthError('invalid_client', 'Unknown client');
  }
}

/** A body as JSON or as a form. */
async function readFields(c: Context): Promise<unknown> {
  const text = await readText(c.req.raw);
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function addMcpRoutes(api: LocalApi, context: LocalContext, flow: DeviceFlow): void {
  const webOf = (c: Context): string => context.publicUrl() ?? new URL(c.req.url).origin;

  api.post('/mcp/register', async (c) => {
    const { redirect_uris, client_name } = parseClient(await readFields(c));
    const client_id = clientIdOf({ redirect_uris, client_name });
    if (client_id.length > MAX_CLIENT_ID) throw new OAuthError('invalid_client_metadata', 'Too many long addresses');
    return c.json({
      client_id,
      client_id_issued_at: Math.floor(context.now() / 1000),
      redirect_uris,
      client_name,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    });
  });

  /** Leads to the page on which the person decides (device-page.ts). */
  api.get('/mcp/authorize', (c) => {
    const query = AuthorizeQuery.safeParse(c.req.query());
    if (!query.success) throw new OAuthError('invalid_request', 'A parameter is missing or not supported');
    const { client_id, redirect_uri: redirectUri, code_challenge: challenge, response_type, state = null } = query.data;
    if (response_type !== 'code') {
      throw new OAuthError('unsupported_response_type', 'Only the response type “code” is supported');
    }
    const { redirect_uris, client_name = '' } = readClient(client_id);
    if (!redirect_uris.includes(redirectUri)) throw new OAuthError('invalid_redirect_uri', 'It was not registered');
    flow.limit(c);
    const clientName = oneLine(client_name, MAX_NAME) || new URL(redirectUri).host;
    const id = flow.request(client_id, { clientName, redirectUri, challenge, state });
    return c.redirect(`${webOf(c)}/device?user_code=${id}&request_id=${id}`);
  });

  const unknownRequest = () => new OAuthError('invalid_request', 'Unknown or expired authorization request', 404);

  api.get('/mcp/authorize/request/:requestId', (c) => {
    const request = flow.findRequest(c.req.param('requestId'));
    if (request === null) throw unknownRequest();
    return c.json({ client_name: request.clientName, redirect_uri: request.redirectUri });
  });

  /** Only the web app may decide, for the person signed in there. */
  api.post('/mcp/authorize/request/:requestId', async (c) => {
    if (c.req.header('origin') !== webOf(c)) {
      throw new OAuthError('invalid_origin', 'Only the web app may decide this', 403);
    }
    const token = bearer(c);
    const caller = token === undefined ? undefined : findSession(context, token);
    // A program that was let in could otherwise let in others.
    if (caller === undefined || caller.deviceSessionId !== null)
      throw new OAuthError('access_denied', 'Sign in first', 401);
    const id = c.req.param('requestId');
    if (flow.findRequest(id) === null) throw unknownRequest();
    const decision = Decision.safeParse(await readFields(c));
    if (!decision.success) throw new OAuthError('invalid_request', 'approved is missing');
    const { redirect } = flow.decide(id, caller.user.id, decision.data.approved ? 'approved' : 'denied');
    if (redirect === null) throw unknownRequest();
    return c.json({ redirect });
  });

  api.post('/mcp/token', async (c) => {
    const fields = await readFields(c);
    const grant = z.object({ grant_type: z.string() }).safeParse(fields);
    if (!grant.success) throw new OAuthError('invalid_request', 'grant_type is missing');
    if (grant.data.grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'Only authorization_code is supported');
    }
    const body = McpCodeExchange.safeParse(fields);
    if (!body.success) throw new OAuthError('invalid_request', 'A parameter is missing');
    const { code, client_id: id, code_verifier, redirect_uri: redirectUri } = body.data;
    readClient(id);
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    c.header('Cache-Control', 'no-store');
    return c.json(flow.exchange(code, { id, redirectUri, challenge }, c.req.header('user-agent') ?? null));
  });
}
