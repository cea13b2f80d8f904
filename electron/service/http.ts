/**
 * Sends requests to the service: bearer credential, JSON, a time limit, a size limit, no cookies, no Origin, no redirects. Every
 * failure is a ServiceError. Nothing is retried. Credentials are removed from answers.
 */

import type { z } from 'zod';
import { RedirectError, type Transport, type TransportAnswer, type TransportRequest } from '../../shared/transport.ts';
import { ServiceError } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { redact, redactBytes, rememberCredential } from './redact.ts';
import type { Lenient } from './resources/lenient.ts';
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
  /** Identifies the client; the service shows it in the person's list of sessions. */
  userAgent: string;
  /** Called for every request. No credential is sent if it returns undefined. */
  credential?: () => string | undefined;
  /** The address has answered as the service before: a web page from there is an outage. */
  isKnown?: boolean;
  /** The credential is an API key, which has its own limits. */
  isApiKey?: boolean;
  /** Awaited before every request with the credential. If it rejects, the request is not sent. */
  before?: () => Promise<void>;
  /** Shared by all users of the credential. */
  rateLimit?: RateLimit;
  /** Called if the service does not have the route of a request with the credential. */
  onMissingRoute?: (call: HttpCall) => void;
  /** Called if the service forbids a request with the credential, and does not say which permission is missing. */
  onForbidden?: () => void;
  /** Called if a request with the credential can read something after an outage. */
  onRecovered?: () => void;
  /** Time limit for the whole request, including the answer. */
  timeoutMs?: number;
  /** Longest accepted answer. */
  maxBytes?: number;
}

/** A request without the schema of its answer. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the API root, with a leading slash. Its segments are encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** False sends no credential: for public routes and the device flow (docs/service.md#signing-in). */
  authorised?: boolean;
  /** A successful answer contains a credential and must not be redacted. */
  grantsCredential?: boolean;
  /** Further headers, such as `x-api-key`. */
  headers?: Record<string, string>;
  /** Overrides HttpOptions.maxBytes. */
  maxBytes?: number;
  /** Aborts the request, which then fails as `lost`. */
  signal?: AbortSignal | undefined;
}

export interface HttpRequest<S extends z.ZodType> extends HttpCall {
  /** Schema of a successful answer. An answer without a body (204) is undefined. */
  schema: S;
}

/** An answer that is not JSON. */
export interface MediaResponse {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The destination of an upload (docs/service.md#images). */
export interface UploadTarget {
  uploadUrl: string;
  headers: Record<string, string>;
}

type Verb = <S extends z.ZodType>(
  path: string,
  schema: S,
  options?: Omit<HttpCall, 'method' | 'path'>,
) => Promise<Lenient<z.infer<S>>>;

export interface Http {
  readonly baseUrl: string;
  get: Verb;
  post: Verb;
  put: Verb;
  patch: Verb;
  delete: Verb;
  request<S extends z.ZodType>(request: HttpRequest<S>): Promise<Lenient<z.infer<S>>>;
  /** Returns the status and the JSON of the answer, for endpoints whose status selects the schema. */
  requestJson(call: HttpCall): Promise<JsonResponse>;
  /** Accepts only a Content-Type that starts with `type`, such as `text/calendar` or `image/`. */
  download(call: HttpCall, type: string): Promise<MediaResponse>;
  /** Uploads to object storage, without the credential: the address itself is signed. */
  upload(target: UploadTarget, bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void>;
}

export const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
/** The upload address is valid for 300 s. */
const UPLOAD_TIMEOUT_MS = 300_000;

export function createHttp(options: HttpOptions): Http {
  const { baseUrl, transport, userAgent, credential, isApiKey = false, before, rateLimit, onMissingRoute } = options;
  let { isKnown = false } = options;
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
    response.isKnown = isKnown;
    return { response, bytes: call.grantsCredential && response.ok ? bytes : redactBytes(bytes) };
  }

  /** The last read did not get through. Writes do not count: they may fail for long while reads get through. */
  let isDown = false;

  async function requestJson(call: HttpCall): Promise<JsonResponse> {
    if (call.method !== 'GET' || call.authorised === false) return exchangeJson(call);
    try {
      const answer = await exchangeJson(call);
      const wasDown = isDown;
      isDown = false;
      if (wasDown) options.onRecovered?.();
      return answer;
    } catch (error) {
      isDown ||= error instanceof ServiceError && error.isOutage && !call.signal?.aborted;
      throw error;
    }
  }

  async function exchangeJson(call: HttpCall): Promise<JsonResponse> {
    const { response, bytes } = await send(call, 'application/json');
    try {
      return await readJson(response, bytes);
    } catch (error) {
      if (call.authorised !== false && error instanceof ServiceError) {
        rateLimit?.learn(call.path, error);
        if (error.isMissingRoute) onMissingRoute?.(call);
        if (error.isForbidden) options.onForbidden?.();
      }
      throw error;
    }
  }

  const request: Http['request'] = async ({ schema, ...call }) => {
    const record = await parseResponse(await requestJson(call), schema);
    isKnown = true;
    return record;
  };

  return {
    baseUrl,
    ...createVerbs(request),
    request,
    requestJson,

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
      // Chromium rejects these headers and sets them itself, to the signed values.
      const allowed = Object.entries(headers).filter(([name]) => !/^(content-length|host)$/i.test(name));
      const request = { method: 'PUT', headers: Object.fromEntries(allowed), body: bytes };
      const uploadLimits = { ...limits, timeoutMs: UPLOAD_TIMEOUT_MS };
      const { response, bytes: answer } = await exchange(transport, uploadUrl, request, uploadLimits, signal);
      checkResponse(response, decode(redactBytes(answer)));
    },
  };
}

export function createVerbs(request: Http['request']) {
  const verb =
    (method: HttpCall['method']): Verb =>
    (path, schema, options) =>
      request({ ...options, method, path, schema });
  return { get: verb('GET'), post: verb('POST'), put: verb('PUT'), patch: verb('PATCH'), delete: verb('DELETE') };
}

interface Answer {
  response: ResponseHead;
  bytes: Buffer<ArrayBuffer>;
}

async function exchange(
  transport: Transport,
  url: string,
  init: TransportRequest,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
  abort: AbortSignal | undefined,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = abort ? AbortSignal.any([timeout, abort]) : timeout;
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
    throw transportError(error, timeout.aborted, timeoutMs);
  }
}

function headOf({ status, headers: all }: TransportAnswer): ResponseHead {
  const values = new Map([...all].map(([name, value]) => [name.toLowerCase(), redact(value)]));
  const headers = { get: (name: string) => values.get(name) ?? null, has: (name: string) => values.has(name) };
  return { status, ok: status >= 200 && status < 300, headers };
}

async function readBytes(
  { status, body }: TransportAnswer,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  if (body === null) return Buffer.alloc(0);
  const parts = body[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<IteratorReturnResult<undefined>>();
  const abort = () => resolve({ done: true, value: undefined });
  signal.addEventListener('abort', abort, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      // A server may send a part of its answer and nothing more.
      const { done, value } = await Promise.race([parts.next(), aborted]);
      // A body that was given up may end like a complete one, so a truncated answer would be accepted.
      signal.throwIfAborted();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        const megabytes = Math.round(maxBytes / 1024 / 1024);
        throw new ServiceError({ kind: 'too-large', status, reason: { is: 'large', megabytes } });
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    void parts.return?.().catch(() => undefined);
  }
  return Buffer.concat(chunks);
}

/** Error codes of requests that were not sent, of Node (`ECONNREFUSED`) and Chromium (`net::ERR_CONNECTION_REFUSED`). */
const NEVER_SENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_REFUSED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID|ERR_NETWORK_ACCESS_DENIED|ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|ERR_UNSAFE_PORT|bad port/;
/**
 * Error codes of a failed handshake, so the request was not sent. Other `ERR_SSL_…` codes may occur later, when the server may
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

/** All messages and codes in a chain of causes, as one text. */
function causes(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    parts.push(cause.message, 'code' in cause ? String(cause.code) : '');
    if (cause instanceof AggregateError) parts.push(...cause.errors.map(causes));
  }
  return parts.join(' ');
}

/** Encodes one segment of a path. */
export const segment = encodeURIComponent;
