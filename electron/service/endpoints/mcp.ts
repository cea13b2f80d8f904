/** Authorises clients of the instance's MCP server (docs/service.md#mcp-clients). Errors have the form of OAuthError. */
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

  /** GET /mcp/authorize: an address for the browser, which redirects to the consent page. */
  mcpAuthorizeUrl: ({ state, ...query }: McpAuthorize): string => {
    const search = new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', ...query });
    if (state !== undefined) search.set('state', state);
    return `${http.baseUrl}/mcp/authorize?${search}`;
  },

  /** GET /mcp/authorize/request/{requestId}: valid for 10 minutes. */
  getMcpAuthorizationRequest: (requestId: string) =>
    http.request({
      method: 'GET',
      path: `/mcp/authorize/request/${part(requestId)}`,
      schema: McpAuthorizationRequest,
      authorised: false,
    }),

  /**
   * POST /mcp/authorize/request/{requestId}: allows or denies. Real servers require the Origin of the web app and reject this
   * request with `invalid_origin`, so that the person has to decide in the browser.
   */
  decideMcpAuthorization: (requestId: string, approved: boolean) =>
    http.request({
      method: 'POST',
      path: `/mcp/authorize/request/${part(requestId)}`,
      body: { approved },
      schema: McpAuthorizationDecision,
    }),

  /** POST /mcp/token: exchanges a code (valid for 5 minutes) for a token (valid for 30 days). */
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
