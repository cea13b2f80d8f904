/**
 * Authorizes tools through the server's MCP endpoints (docs/service.md#mcp-clients). Like signing in, this is an interactive flow of
 * a few minutes, so nothing is stored or queued in the outbox. Codes and verifiers stay in main; a token is copied to the clipboard
 * on request.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { ToolClient, ToolRequest } from '../../../shared/contract/server-view.ts';
import { AppError, type AppErrorView, type ErrorMessage, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Client } from '../../service/client.ts';
import { toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';

export interface ConnectedToolsOptions {
  copyText: (text: string) => void;
  openPage: (url: string, baseUrl: string) => Promise<void>;
}

export interface ConnectedToolsSession {
  client: Pick<
    Client,
    | 'registerMcpClient'
    | 'mcpAuthorizeUrl'
    | 'getMcpAuthorizationRequest'
    | 'decideMcpAuthorization'
    | 'exchangeMcpCode'
  >;
  account: { baseUrl: string };
  server: string;
}

export function createConnectedTools({ copyText, openPage }: ConnectedToolsOptions) {
  /** The parameters of the pending authorization request; the returned code is valid only with them. */
  let pending: { tool: ToolClient; state: string; verifier: string; baseUrl: string } | null = null;

  return {
    /** Registers a tool. Throws AppError. */
    async register({ client, server }: ConnectedToolsSession, name: string, redirectUri: string): Promise<ToolClient> {
      const registration = await withToolErrors(
        server,
        client.registerMcpClient({
          redirect_uris: [redirectUri],
          client_name: name,
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code'],
          response_types: ['code'],
        }),
      );
      const { client_id: clientId, redirect_uris: uris } = registration;
      return { clientId, name: registration.client_name ?? name, redirectUri: uris[0] ?? redirectUri };
    },

    /** Opens the page in the browser on which the user authorizes the tool. Throws AppError. */
    async askInBrowser({ client, account }: ConnectedToolsSession, tool: ToolClient): Promise<void> {
      const verifier = randomBytes(32).toString('base64url');
      const state = randomBytes(16).toString('base64url');
      pending = { tool, state, verifier, baseUrl: account.baseUrl };
      const url = client.mcpAuthorizeUrl({
        client_id: tool.clientId,
        redirect_uri: tool.redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        state,
      });
      await openPage(url, account.baseUrl);
    },

    /**
     * Exchanges a code, or the address that contains it, for a token and copies the token to the clipboard.
     * Returns its lifetime in seconds; null if the server does not say. Throws AppError.
     */
    async exchange({ client, account, server }: ConnectedToolsSession, pasted: string): Promise<number | null> {
      if (pending === null || pending.baseUrl !== account.baseUrl)
        throw new ValidationError(messages.errors.tools.notAsked);
      const { tool, verifier, state } = pending;
      const token = await withToolErrors(
        server,
        client.exchangeMcpCode({
          code: authorizationCodeIn(pasted, state),
          client_id: tool.clientId,
          code_verifier: verifier,
          redirect_uri: tool.redirectUri,
        }),
      );
      pending = null;
      copyText(token.access_token);
      return token.expires_in ?? null;
    },

    /** The tool that requests access. `pasted`: the request's id or the address of its page. Throws AppError. */
    async lookUp({ client, server }: ConnectedToolsSession, pasted: string): Promise<ToolRequest> {
      const requestId = requestIdIn(pasted);
      const request = await withToolErrors(server, client.getMcpAuthorizationRequest(requestId));
      return { requestId, clientName: request.client_name, redirectUri: request.redirect_uri };
    },

    /** Returns the next address for the browser. Real servers require this decision in their web app. Throws AppError. */
    async decide({ client, server }: ConnectedToolsSession, requestId: string, isApproved: boolean): Promise<string> {
      return (await withToolErrors(server, client.decideMcpAuthorization(requestId, isApproved))).redirect;
    },
  };
}

async function withToolErrors<T>(server: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new AppError(connectedToolsError(error, server), error);
  }
}

/** Throws AppError if the address belongs to another request or contains a refusal. Pure. */
export function authorizationCodeIn(pasted: string, state: string): string {
  const url = URL.parse(pasted.trim());
  if (url === null) return pasted.trim();
  const code = url.searchParams.get('code');
  if (code === null) {
    const { denied, noCode } = messages.errors.tools;
    throw new ValidationError(url.searchParams.has('error') ? denied : noCode);
  }
  const returnedState = url.searchParams.get('state');
  if (returnedState !== null && returnedState !== state) throw new ValidationError(messages.errors.tools.notAsked);
  return code;
}

/** The id itself, or the id in the query or at the end of the page's address. Pure. */
export function requestIdIn(pasted: string): string {
  const text = pasted.trim();
  const url = URL.parse(text);
  if (url === null) return text;
  const { searchParams, pathname } = url;
  const inQuery = ['request_id', 'requestId', 'request'].map((name) => searchParams.get(name)).find((id) => id);
  return inQuery ?? pathname.split('/').findLast((part) => part !== '') ?? text;
}

/** The message for a tool that cannot be authorized (docs/service.md#errors). `server`: host name of the service. */
function connectedToolsError(error: unknown, server: string): AppErrorView {
  const message = error instanceof ServiceError && error.kind === 'rejected' ? toolMessage(error, server) : undefined;
  return message === undefined ? toAppErrorView(error, server) : { kind: 'rejected', ...message };
}

function toolMessage({ code, message, isMissingRoute }: ServiceError, server: string): ErrorMessage | undefined {
  const texts = messages.errors.tools;
  switch (code) {
    case 'invalid_redirect_uri':
      return texts.badRedirect({ message });
    case 'temporarily_unavailable':
      return texts.noTools({ server, message });
    case 'invalid_origin':
      return texts.onlyWeb({ server });
    case 'invalid_request':
      return texts.noRequest({ message });
    case 'invalid_grant':
      return texts.codeGone({ message });
    case 'invalid_client':
      return texts.unknownTool({ server, message });
    default:
      return isMissingRoute ? texts.noTools({ server, message: null }) : undefined;
  }
}
