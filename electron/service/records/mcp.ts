/** Registration and authorisation of MCP clients (docs/service.md#mcp-clients). */
import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';

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
export const McpClientRegistration = z.object({
  client_id: z.string().min(1),
  client_id_issued_at: z.number().optional().catch(undefined),
  redirect_uris: z.array(z.string()).catch([]),
  client_name: Name.nullish().catch(null),
  token_endpoint_auth_method: z.string().optional().catch(undefined),
  grant_types: z.array(z.string()).optional().catch(undefined),
  response_types: z.array(z.string()).optional().catch(undefined),
});
export type McpClientRegistration = z.infer<typeof McpClientRegistration>;

/** The requesting client, and the browser's destination afterwards. */
export const McpAuthorizationRequest = z.object({ client_name: Name, redirect_uri: line(300) });
export type McpAuthorizationRequest = z.infer<typeof McpAuthorizationRequest>;

export const McpAuthorizationDecision = z.object({ redirect: z.string() });
export type McpAuthorizationDecision = z.infer<typeof McpAuthorizationDecision>;

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
export const McpToken = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().positive().optional().catch(undefined),
});
export type McpToken = z.infer<typeof McpToken>;
