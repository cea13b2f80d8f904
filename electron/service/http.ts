/**
 * One request to the service: bearer, JSON, a time limit, a size limit, no cookies, no Origin, redirects refused,
 * and every way it can fail as a ServiceError. It retries nothing: who asks decides.
 */
import { z } from 'zod';
import { ServiceError, type ValidationIssue } from './errors.ts';
import { ApiError, OAuthError } from './records.ts';

/** The part of `fetch` this needs: Electron's in the app, Node's in tests, the local workspace's own in-process. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** What a transport throws that cannot hand out a redirect as an answer. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly location: string;
  constructor(location: string) {
    super('redirect');
    this.location = location;
  }
}

export interface HttpOptions {
  /** The API root without a trailing slash. */
  baseUrl: string;
  transport: Transport;
  /** Names the client to the service; people see it among their sessions. */
  userAgent: string;
  /** The credential, read anew for every request; none is sent where it gives undefined. */
  credential?: () => string | undefined;
  /** Time limit for a whole request, in ms. */
  timeoutMs?: number;
  /** Largest answer that is read, in bytes. */
  maxBytes?: number;
}

export interface HttpRequest<S extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API root, beginning with a slash; its parts already encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** What a good answer looks like. */
  schema: S;
  /** False for the device endpoints, where an old credential must never be sent (field notes 2). */
  authorised?: boolean;
  /** Further headers, such as `x-api-key`. */
  headers?: Record<string, string>;
  /** Ends the request early; it then fails as `lost`. */
  signal?: AbortSignal | undefined;
}

export interface Http {
  readonly baseUrl: string;
  request<S extends z.ZodType>(request: HttpRequest<S>): Promise<z.infer<S>>;
}

export const DEFAULT_TIMEOUT_MS = 20_000;
export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
/** A longer wait is not believed: beyond it dates and timers overflow (ms). */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** Longer words of the service are cut (UTF-16 code units). */
const MAX_WORDS = 500;

export function createHttp(options: HttpOptions): Http {
  const { baseUrl, transport, userAgent, credential } = options;
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;

  async function request<S extends z.ZodType>(wanted: HttpRequest<S>): Promise<z.infer<S>> {
    const url = new URL(baseUrl + wanted.path);
    for (const [name, value] of Object.entries(wanted.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { Accept: 'application/json', 'User-Agent': userAgent, ...wanted.headers };
    const secret = wanted.authorised === false ? undefined : credential?.();
    if (secret !== undefined) headers.Authorization = `Bearer ${secret}`;
    if (wanted.body !== undefined) headers['Content-Type'] = 'application/json';

    const limit = AbortSignal.timeout(timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([limit, wanted.signal]) : limit;
    let answer: { response: Response; text: string };
    try {
      const response = await transport(url.href, {
        method: wanted.method,
        headers,
        signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        ...(wanted.body === undefined ? {} : { body: JSON.stringify(wanted.body) }),
      });
      answer = { response, text: await readText(response, maxBytes, signal) };
    } catch (error) {
      throw transportError(error, limit.aborted, timeoutMs);
    }
    return parseAnswer(answer.response, answer.text, wanted.schema);
  }

  return { baseUrl, request };
}

async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A cancelled read ends like a finished one: without this a cut answer would pass for a whole one.
      signal.throwIfAborted();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        stop();
        throw new ServiceError({
          kind: 'too-large',
          status: response.status,
          message: `The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
        });
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  // Unlike a Buffer, this drops a byte order mark, which JSON would choke on.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parseAnswer<S extends z.ZodType>(response: Response, text: string, schema: S): z.infer<S> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    throw redirectError(status, response.headers.get('location') ?? undefined);
  }
  const type = response.headers.get('content-type') ?? '';
  const isHtml = type.includes('html') || /^\s*<(!doctype|html)/i.test(text);
  if (isHtml) {
    throw new ServiceError({
      kind: 'not-the-service',
      status,
      message: 'A web page answered instead of the service.',
      retryAfterMs: retryAfter(response.headers, undefined),
    });
  }
  const json = parseJson(text);
  if (status >= 400) throw refusal(response, text, json?.value);
  if (json === undefined) {
    throw new ServiceError({
      kind: type.includes('json') || type === '' ? 'malformed' : 'not-the-service',
      status,
      message: text === '' ? 'The answer is empty.' : 'The answer is not whole, or not JSON.',
    });
  }
  const parsed = schema.safeParse(json.value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(fieldIssue);
    const first = issues[0];
    throw new ServiceError({
      kind: 'malformed',
      status,
      message: first ? `The answer's field “${first.path}” ${first.message}.` : 'The answer has the wrong form.',
      issues,
    });
  }
  return parsed.data;
}

function fieldIssue(issue: z.core.$ZodIssue): ValidationIssue {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return { path: path || '(whole)', message: issue.message.replace(/^Invalid input: /, 'is wrong: ') };
}

/** Field notes 6: read the text, try JSON, show `message`, else `error`, else the text. */
function refusal(response: Response, text: string, json: unknown): ServiceError {
  const { status } = response;
  const base = { kind: 'refused' as const, status, retryAfterMs: retryAfter(response.headers, json) };
  const api = ApiError.safeParse(json);
  if (api.success) {
    const { message, code, issues, missingPermissions } = api.data;
    return new ServiceError({
      ...base,
      message: message.slice(0, MAX_WORDS),
      code,
      ...(issues && { issues }),
      ...(missingPermissions && { missingPermissions }),
    });
  }
  const loose = LooseMessage.safeParse(json);
  const oauth = OAuthError.safeParse(json);
  if (oauth.success) {
    const words = oauth.data.error_description ?? loose.data?.message ?? oauth.data.error;
    return new ServiceError({ ...base, code: oauth.data.error, message: words.slice(0, MAX_WORDS) });
  }
  const older = OlderValidation.safeParse(json);
  if (older.success) {
    const issues = older.data.error.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    return new ServiceError({
      ...base,
      code: 'VALIDATION_ERROR',
      message:
        issues
          .map((issue) => `${issue.path}: ${issue.message}`)
          .join('; ')
          .slice(0, MAX_WORDS) || 'The service found it invalid.',
      issues,
    });
  }
  const words = loose.success ? (loose.data.message ?? loose.data.error) : text.trim();
  return new ServiceError({
    ...base,
    code: loose.success ? loose.data.code : undefined,
    message: words?.slice(0, MAX_WORDS) || `The service answered ${status}.`,
  });
}

/** Field notes 6: how older servers say that a body is invalid. */
const OlderValidation = z.object({
  success: z.literal(false),
  error: z.array(
    z.object({
      message: z.string(),
      path: z
        .array(z.union([z.string(), z.number(), z.object({ key: z.union([z.string(), z.number()]) })]))
        .transform((parts) => parts.map((part) => (typeof part === 'object' ? part.key : part))),
    }),
  ),
});

const LooseMessage = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});

/** Section 7 and field notes 7: seconds or a date in Retry-After, seconds in X-Retry-After, ms in `details.tryAgainIn`. */
function retryAfter(headers: Headers, json: unknown): number | undefined {
  const wait = askedWait(headers, json);
  return wait === undefined ? undefined : Math.min(wait, MAX_RETRY_AFTER_MS);
}

function askedWait(headers: Headers, json: unknown): number | undefined {
  const header = headers.get('retry-after') ?? headers.get('x-retry-after');
  if (header !== null) {
    const seconds = Number(header);
    if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  }
  const details = TryAgainIn.safeParse(json);
  return details.success ? details.data.details.tryAgainIn : undefined;
}

const TryAgainIn = z.object({ details: z.object({ tryAgainIn: z.number().nonnegative() }) });

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function redirectError(status: number | undefined, location: string | undefined): ServiceError {
  return new ServiceError({
    kind: 'redirect',
    status,
    location,
    message: location ? `The server redirects to ${location}.` : 'The server redirects to another address.',
  });
}

/** Codes that say the request never left: Node's (`ECONNREFUSED`) and Chromium's (`net::ERR_CONNECTION_REFUSED`). */
const NEVER_SENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_REFUSED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID|ERR_NETWORK_ACCESS_DENIED|ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|ERR_UNSAFE_PORT|bad port/;
/**
 * Codes of a handshake that failed, so that the request never left. Other `ERR_SSL_…` can come later, when the server may
 * already have acted.
 */
const UNTRUSTED =
  /CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_SSL_(WRONG_VERSION|VERSION_OR_CIPHER|UNRECOGNIZED_NAME|PINNED_KEY|OBSOLETE|PACKET_LENGTH_TOO_LONG)/;

function transportError(error: unknown, timedOut: boolean, timeoutMs: number): ServiceError {
  if (error instanceof ServiceError) return error;
  if (timedOut) {
    const message = `No answer within ${Math.round(timeoutMs / 1000)} s.`;
    return new ServiceError({ kind: 'timeout', message, cause: error });
  }
  if (error instanceof RedirectError) return redirectError(undefined, error.location);
  const trace = causes(error);
  if (UNTRUSTED.test(trace)) {
    return new ServiceError({ kind: 'untrusted', message: 'The certificate is not trusted.', cause: error });
  }
  if (NEVER_SENT.test(trace)) {
    return new ServiceError({ kind: 'unreachable', message: 'No connection.', cause: error });
  }
  return new ServiceError({ kind: 'lost', message: 'The connection broke.', cause: error });
}

/** Every message and code in a chain of causes, as one text to search. */
function causes(error: unknown): string {
  const parts: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    parts.push(at.message, 'code' in at ? String(at.code) : '');
    if (at instanceof AggregateError) parts.push(...at.errors.map(causes));
  }
  return parts.join(' ');
}
