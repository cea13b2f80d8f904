/**
 * The OAuth routes for MCP clients (docs/service.md#mcp-clients). There is no MCP server, so no client can register, and every
 * client, request and code is unknown. All errors are OAuthError.
 */
import type { Context } from 'hono';
import { z } from 'zod';
import { McpClient } from '../service/records.ts';
import { bearer, findSession } from './access.ts';
import { OAuthError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { readText } from './validate.ts';

const AuthorizeQuery = z.object({
  response_type: z.string(),
  client_id: z.string().min(1),
  redirect_uri: z.string().min(1),
  code_challenge: z.string().min(1),
  code_challenge_method: z.literal('S256'),
});

const TokenBody = z.object({
  code: z.string().min(1),
  client_id: z.string().min(1),
  code_verifier: z.string().min(1),
  redirect_uri: z.string().min(1),
});

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Accepts https addresses, and http addresses on this computer. */
function isGoodRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
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

export function addMcpRoutes(api: LocalApi, context: LocalContext): void {
  /** An invalid registration is a validation error; a valid one is refused. */
  api.post('/mcp/register', async (c): Promise<Response> => {
    const client = McpClient.safeParse(await readFields(c));
    if (!client.success) {
      const issue = client.error.issues[0];
      const isRedirect = issue?.path[0] === 'redirect_uris';
      throw new OAuthError(
        isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
        `${issue?.path.join('.') || 'body'}: ${issue?.message}`,
      );
    }
    const wrong = client.data.redirect_uris.find((uri) => !isGoodRedirect(uri));
    if (wrong !== undefined) {
      throw new OAuthError('invalid_redirect_uri', 'A redirect must be https, or http on this computer');
    }
    throw new OAuthError('temporarily_unavailable', 'This workspace runs no MCP server', 503);
  });

  api.get('/mcp/authorize', (c): Response => {
    const query = AuthorizeQuery.safeParse(c.req.query());
    if (!query.success) throw new OAuthError('invalid_request', 'A parameter is missing or not supported');
    if (query.data.response_type !== 'code') {
      throw new OAuthError('unsupported_response_type', 'Only the response type “code” is supported');
    }
    throw new OAuthError('invalid_client', 'Unknown client');
  });

  const unknownRequest = () => new OAuthError('invalid_request', 'Unknown or expired authorization request', 404);

  api.get('/mcp/authorize/request/:requestId', (): Response => {
    throw unknownRequest();
  });

  /** Only the web app may decide, for the person signed in there. */
  api.post('/mcp/authorize/request/:requestId', async (c): Promise<Response> => {
    const origin = c.req.header('origin');
    if (origin === undefined || origin !== (context.publicUrl() ?? new URL(c.req.url).origin)) {
      throw new OAuthError('invalid_origin', 'Only the web app may decide this', 403);
    }
    const token = bearer(c);
    if (token === undefined || findSession(context, token) === undefined) {
      throw new OAuthError('access_denied', 'Sign in first', 401);
    }
    throw unknownRequest();
  });

  api.post('/mcp/token', async (c): Promise<Response> => {
    const fields = await readFields(c);
    const grant = z.object({ grant_type: z.string() }).safeParse(fields);
    if (!grant.success) throw new OAuthError('invalid_request', 'grant_type is missing');
    if (grant.data.grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'Only authorization_code is supported');
    }
    if (!TokenBody.safeParse(fields).success) throw new OAuthError('invalid_request', 'A parameter is missing');
    throw new OAuthError('invalid_client', 'Unknown client');
  });
}
