/** Authorises clients of the instance's MCP server (docs/service.md#mcp-clients). Errors have the form of OAuthError. */
import { type Http, part } from '../http.ts';
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
    http.post('/mcp/register', McpClientRegistration, { body, authorised: false }),

  /** An address for the browser, which redirects to the consent page. */
  mcpAuthorizeUrl: ({ state, ...query }: McpAuthorize): string => {
    const search = new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', ...query });
    if (state !== undefined) search.set('state', state);
    return `${http.baseUrl}/mcp/authorize?${search}`;
  },

  /** Valid for 10 minutes. */
  getMcpAuthorizationRequest: (requestId: string) =>
    http.get(`/mcp/authorize/request/${part(requestId)}`, McpAuthorizationRequest, { authorised: false }),

  /**
   * Allows or denies. Real servers require the Origin of the web app and reject this request with `invalid_origin`, so that the
   * person has to decide in the browser.
   */
  decideMcpAuthorization: (requestId: string, approved: boolean) =>
    http.post(`/mcp/authorize/request/${part(requestId)}`, McpAuthorizationDecision, { body: { approved } }),

  /** Exchanges a code (valid for 5 minutes) for a token (valid for 30 days). */
  exchangeMcpCode: (body: McpCodeExchange) =>
    http.post('/mcp/token', McpToken, {
      body: { grant_type: 'authorization_code', ...body },
      authorised: false,
      grantsCredential: true,
    }),
});
