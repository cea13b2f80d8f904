/** Registration and authorisation of MCP clients (docs/service.md#mcp-clients). */

import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { DeviceToken } from './sign-in.ts';

/** Body of POST /mcp/register. Plain http addresses must be on loopback. */
export const McpClient = z.object({
  redirect_uris: z.array(z.string().min(1).max(2048)).min(1).max(10),
  client_name: z.string().max(100).optional(),
  token_endpoint_auth_method: z.literal('none').optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});
export type McpClient = z.infer<typeof McpClient>;

/** `client_id_issued_at` is in seconds since 1970. */
const McpClientRegistration = z.object({
  client_id: z.string().min(1),
  client_id_issued_at: z.number().optional().catch(undefined),
  redirect_uris: z.array(z.string()).catch([]),
  client_name: Name.nullish().catch(null),
  token_endpoint_auth_method: z.string().optional().catch(undefined),
  grant_types: z.array(z.string()).optional().catch(undefined),
  response_types: z.array(z.string()).optional().catch(undefined),
});

/** The requesting client, and the browser's destination afterwards. */
const McpAuthorizationRequest = z.object({ client_name: Name, redirect_uri: line(300) });

const McpAuthorizationDecision = z.object({ redirect: z.string() });

/** Query of GET /mcp/authorize (S256 only). */
export const McpAuthorize = z.object({
  client_id: z.string().min(1),
  redirect_uri: z.string().min(1),
  code_challenge: z.string().min(1),
  state: z.string().optional(),
});
export type McpAuthorize = z.infer<typeof McpAuthorize>;

/** Body of POST /mcp/token. */
export const McpCodeExchange = z.object({
  code: z.string().min(1),
  client_id: z.string().min(1),
  code_verifier: z.string().min(1),
  redirect_uri: z.string().min(1),
});
export type McpCodeExchange = z.infer<typeof McpCodeExchange>;

/** POST /mcp/token; `expires_in` in seconds. */
export const mcpEndpoints = (http: Http) => ({
  registerMcpClient: (body: McpClient) =>
    http.post('/mcp/register', McpClientRegistration, { body, authorised: false }),

  /** An address for the browser, which redirects to the consent page. */
  mcpAuthorizeUrl: ({ state, ...query }: McpAuthorize): string => {
    const search = new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', ...query });
    if (state !== undefined) search.set('state', state);
    return `${http.baseUrl}/mcp/authorize?${search}`;
  },

  /** Valid for 10 minutes. */
  getMcpAuthorizationRequest: (requestId: string) =>
    http.get(`/mcp/authorize/request/${segment(requestId)}`, McpAuthorizationRequest, { authorised: false }),

  /**
   * Allows or denies. Real servers require the Origin of the web app and reject this request with `invalid_origin`, so that the
   * person has to decide in the browser.
   */
  decideMcpAuthorization: (requestId: string, approved: boolean) =>
    http.post(`/mcp/authorize/request/${segment(requestId)}`, McpAuthorizationDecision, { body: { approved } }),

  /** Exchanges a code (valid for 5 minutes) for a token (valid for 30 days). */
  exchangeMcpCode: (body: McpCodeExchange) =>
    http.post('/mcp/token', DeviceToken, {
      body: { grant_type: 'authorization_code', ...body },
      authorised: false,
      grantsCredential: true,
    }),
});
