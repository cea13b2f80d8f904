/**
 * One request to the service: bearer, JSON, a time limit, a size limit, no cookies, no Origin, redirects rejected,
 * and every way it can fail as a ServiceError. It retries nothing: who asks decides. What comes back holds no credential.
 */

import type { z } from 'zod';
import { RedirectError, type Transport } from '../../shared/transport.ts';
import { ServiceError } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { redact, redactBytes, rememberCredential } from './redact.ts';
import {
  checkResponse,
  decode,
  type JsonResponse,
  mediaType,
  parseResponse,
  type ResponseHead,
  readJson,
  redirectError,
} from './response.ts';

export interface HttpOptions {
  /** The API root without a trailing slash. */
  baseUrl: string;
  transport: Transport;
  /** Names the client to the service; people see it among their sessions. */
  userAgent: string;
  /** The credential, read anew for every request; none is sent where it gives undefined. */
  credential?: () => string | undefined;
  /** The credential is an API key, which has limits of its own. */
  isApiKey?: boolean;
  /** Awaited before every request that carries the credential; where it throws, the request does not leave. */
  before?: () => Promise<void>;
  /** What the service asked to wait; shared by all that use the credential. */
  rateLimit?: RateLimit;
  /** A request that carried the credential was answered that there is no such route. */
  onMissingRoute?: (call: HttpCall) => void;
  /** Time limit for a whole request, in ms. */
  timeoutMs?: number;
  /** Largest answer that is read, in bytes. */
  maxBytes?: number;
}

/** A request, without what is hoped for as its answer. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API root, beginning with a slash; its parts already encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** False for the device endpoints, where an old credential must never be sent (docs/service.md#signing-in), and for public ones. */
  authorised?: boolean;
  /** A good answer is where a credential comes from, which may be one that is known already: nothing is taken out of it. */
  grantsCredential?: boolean;
  /** Further headers, such as `x-api-key`. */
  headers?: Record<string, string>;
  /** Largest answer that is read, in bytes, where it is not the usual one. */
  maxBytes?: number;
  /** Ends the request early; it then fails as `lost`. */
  signal?: AbortSignal | undefined;
}

export interface HttpRequest<S extends z.ZodType> extends HttpCall {
  /** What a good answer looks like; one without a body (204) is undefined. */
  schema: S;
}

/** An answer that is no JSON. */
export interface MediaResponse {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where the service wants bytes put (docs/service.md#images). */
export interface UploadTarget {
  uploadUrl: string;
  headers: Record<string, string>;
}

export interface Http {
  readonly baseUrl: string;
  request<S extends z.ZodType>(request: HttpRequest<S>): Promise<z.infer<S>>;
  /** The answer before it is parsed, with its status, for endpoints where the status says which record it is. */
  ask(call: HttpCall): Promise<JsonResponse>;
  /** An answer whose Content-Type begins with `type`, such as `text/calendar` or `image/`; any other is not the service's. */
  download(call: HttpCall, type: string): Promise<MediaResponse>;
  /** Puts bytes into object storage. No credential goes there: its address is its own. */
  upload(target: UploadTarget, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>;
}

export const DEFAULT_TIMEOUT_MS = 20_000;
export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
/** An upload may take this long (ms): its address lives 300 s. */
const UPLOAD_TIMEOUT_MS = 300_000;

export function createHttp(options: HttpOptions): Http {
  const { baseUrl, transport, userAgent, credential, isApiKey = false, before, rateLimit, onMissingRoute } = options;
  const limits = {
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
  };

  async function send(call: HttpCall, accept: string): Promise<Answer> {
    if (call.authorised !== false) {
      await before?.();
      rateLimit?.check(call.path);
    }
    const url = new URL(baseUrl + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { Accept: accept, 'User-Agent': userAgent, ...call.headers };
    const secret = call.authorised === false ? undefined : credential?.();
    if (secret !== undefined) {
      rememberCredential(secret);
      headers.Authorization = `Bearer ${secret}`;
    }
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    const { response, bytes } = await exchange(
      transport,
      url.href,
      { method: call.method, headers, ...body },
      { ...limits, maxBytes: call.maxBytes ?? limits.maxBytes },
      call.signal,
    );
    response.isForApiKey = isApiKey && secret !== undefined;
    return { response, bytes: call.grantsCredential && response.ok ? bytes : redactBytes(bytes) };
  }

  async function ask(call: HttpCall): Promise<JsonResponse> {
    const { response, bytes } = await send(call, 'application/json');
    try {
      return await readJson(response, bytes);
    } catch (error) {
      if (call.authorised !== false && error instanceof ServiceError) {
        rateLimit?.learn(call.path, error);
        if (error.isMissingRoute) onMissingRoute?.(call);
      }
      throw error;
    }
  }

  return {
    baseUrl,
    ask,
    request: async ({ schema, ...call }) => parseResponse(await ask(call), schema),

    async download(call, type) {
      const { response, bytes } = await send(call, type.endsWith('/') ? `${type}*` : type);
      const contentType = mediaType(response);
      if (!response.ok || !contentType.startsWith(type)) checkResponse(response, decode(bytes));
      if (!contentType.startsWith(type)) {
        const reason = { is: 'type' as const, wanted: type.replace(/\/$/, ''), got: contentType };
        throw new ServiceError({ kind: 'not-the-service', status: response.status, reason });
      }
      return { contentType, bytes };
    },

    async upload({ uploadUrl, headers }, bytes, signal) {
      // Chromium refuses these from outside, and sets them itself to what they were signed as.
      const own = Object.entries(headers).filter(([name]) => !/^(content-length|host)$/i.test(name));
      const request = { method: 'PUT', headers: Object.fromEntries(own), body: bytes };
      const patient = { ...limits, timeoutMs: UPLOAD_TIMEOUT_MS };
      const { response, bytes: said } = await exchange(transport, uploadUrl, request, patient, signal);
      checkResponse(response, decode(redactBytes(said)));
    },
  };
}

interface Answer {
  response: ResponseHead;
  bytes: Buffer<ArrayBuffer>;
}

async function exchange(
  transport: Transport,
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
  stop: AbortSignal | undefined,
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([limit, stop]) : limit;
  try {
    const response = await transport(url, {
      ...init,
      signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
    return { response: headOf(response), bytes: await readBytes(response, maxBytes, signal) };
  } catch (error) {
    throw transportError(error, limit.aborted, timeoutMs);
  }
}

function headOf({ status, ok, headers }: Response): ResponseHead {
  return {
    status,
    ok,
    headers: new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)])),
  };
}

async function readBytes(response: Response, maxBytes: number, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  if (response.body === null) return Buffer.alloc(0);
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
          reason: { is: 'large', megabytes: Math.round(maxBytes / 1024 / 1024) },
        });
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(chunks);
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
    const reason = { is: 'slow' as const, seconds: Math.round(timeoutMs / 1000) };
    return new ServiceError({ kind: 'timeout', reason, cause: error });
  }
  if (error instanceof RedirectError) return redirectError(undefined, redact(error.location));
  const trace = causes(error);
  if (UNTRUSTED.test(trace)) {
    return new ServiceError({ kind: 'untrusted', reason: { is: 'untrusted' }, cause: error });
  }
  if (NEVER_SENT.test(trace)) {
    return new ServiceError({ kind: 'unreachable', reason: { is: 'unreachable' }, cause: error });
  }
  return new ServiceError({ kind: 'lost', reason: { is: 'broken' }, cause: error });
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

/** Encodes one segment of a path. */
export const part = encodeURIComponent;
