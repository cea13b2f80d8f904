/** Letting a client of the instance's MCP server in (errors are OAuthError; docs/service.md#mcp-clients). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  McpAuthorizationDecision,
  McpAuthorizationRequest,
  type McpAuthorize,
  type McpClient,
  McpClientRegistration,
  type McpCodeExchange,
  McpToken,
} from '../records.ts';

export const mcpEndpoints = (http: Http) => ({
  registerMcpClient: (body: McpClient) =>
    http.request({ method: 'POST', path: '/mcp/register', body, schema: McpClientRegistration, authorised: false }),

  /** GET /mcp/authorize: an address for the person's browser, which is sent on to the consent page. */
  mcpAuthorizeUrl: ({ state, ...query }: McpAuthorize): string => {
    const search = new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', ...query });
    if (state !== undefined) search.set('state', state);
    return `${http.baseUrl}/mcp/authorize?${search}`;
  },

  /** GET /mcp/authorize/request/{requestId}: lives 10 minutes. */
  getMcpAuthorizationRequest: (requestId: string) =>
    http.request({
      method: 'GET',
      path: `/mcp/authorize/request/${part(requestId)}`,
      schema: McpAuthorizationRequest,
      authorised: false,
    }),

  /**
   * POST of the same: allows or denies. Real servers want the web
   * app's Origin, which is never sent from here, and reject it with `invalid_origin`: the person then decides in the browser.
   */
  decideMcpAuthorization: (requestId: string, approved: boolean) =>
    http.request({
      method: 'POST',
      path: `/mcp/authorize/request/${part(requestId)}`,
      body: { approved },
      schema: McpAuthorizationDecision,
    }),

  /** POST /mcp/token: a code, good for 5 minutes, for a token, good for 30 days. */
  exchangeMcpCode: (body: McpCodeExchange) =>
    http.request({
      method: 'POST',
      path: '/mcp/token',
      body: { grant_type: 'authorization_code', ...body },
      schema: McpToken,
      authorised: false,
      grantsCredential: true,
    }),
});
