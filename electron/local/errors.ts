/** The errors of the local workspace (docs/service.md#errors): ApiError, and OAuthError for the device flow. */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseBusy } from '../../shared/errors/database-errors.ts';
import type { ApiError } from '../service/records.ts';

/** Codes by status; any other status gives `HTTP_nnn`. */
const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** Thrown by a route; answered as an ApiError. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ContentfulStatusCode;
  readonly details: Partial<Omit<ApiError, 'message'>>;

  constructor(status: ContentfulStatusCode, message: string, details: Partial<Omit<ApiError, 'message'>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The errors of the device flow (docs/service.md#signing-in), all HTTP 400. */
export type OAuthErrorCode =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'unsupported_grant_type';

/** The errors of the MCP routes (docs/service.md#mcp-clients). */
export type McpErrorCode =
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_origin'
  | 'unsupported_response_type';

/** Thrown by the device flow and the MCP routes; answered as an OAuthError. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: OAuthErrorCode | McpErrorCode;
  readonly status: ContentfulStatusCode;

  constructor(error: OAuthErrorCode | McpErrorCode, description: string, status: ContentfulStatusCode = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

/** The answer to an unknown task, project or time entry (docs/service.md#unknown-ids-and-missing-routes). */
export const unknownRecord = (): HttpError => new HttpError(400, 'Workspace ID could not be determined');

export const notFound = (what: string): HttpError => new HttpError(404, `${what} not found`);

/** Throws if there is no record: by default the error for an unknown id. */
export function required<T>(record: T | undefined, error = unknownRecord()): T {
  if (record === undefined) throw error;
  return record;
}

export function sendError(error: Error, c: Context): Response {
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, error.status);
  }
  if (error instanceof HttpError) {
    const code = CODES[error.status] ?? `HTTP_${error.status}`;
    const body: ApiError = { message: error.message, code, ...error.details };
    return c.json(body, error.status);
  }
  if (isDatabaseBusy(error)) {
    return sendError(new HttpError(503, 'Another program is using the data'), c);
  }
  // A bug. The message may contain text of a person, so it is logged and not returned.
  console.error('The local workspace failed:', error);
  return sendError(new HttpError(500, 'Internal Server Error'), c);
}
