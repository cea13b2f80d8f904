/** Reads an answer of the service: returns its JSON or throws a ServiceError (docs/service.md#errors, docs/service.md#address). */
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { checkJsonBounds, JsonBoundsError, parseBoundedJson } from '../../shared/bounded-json.ts';
import { DAY_MS, HOUR_MS } from '../../shared/dates/milliseconds.ts';
import type { ServiceErrorReason } from '../../shared/errors/service-error-reason.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import { ServiceError, type ValidationIssue } from './errors.ts';
import { ApiError, OAuthError } from './resources/errors.ts';
import {
  type Lenient,
  mergeUnreadable,
  parseLeniently,
  type UnreadableReason,
  type UnreadableRecords,
} from './resources/lenient.ts';

/** Longer waits are cut: dates and timers would overflow (ms). */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Retry interval for a quota that is never refilled, because the operator may raise it (ms). */
const USED_UP_MS = HOUR_MS;
/** Longer messages of the service are cut (UTF-16 code units). */
const MAX_MESSAGE = 500;
/** Characters searched for the start of a web page (UTF-16 code units). */
const MAX_PROLOGUE = 1_000;
/** Longer errors are not parsed. Older servers repeat the rejected body, such as a long description (UTF-16 code units). */
const MAX_ERROR = 1_000_000;

/** Parsing a longer answer blocks the event loop for a noticeable time (bytes). */
const LONG_BYTES = 256 * 1024;

/** An answer without its body. */
export type ResponseHead = Pick<Response, 'status' | 'ok'> & {
  /** By names in lower case. */
  headers: Pick<Headers, 'get' | 'has'>;
  /** The request carried an API key, which has its own limits. */
  isForApiKey?: boolean;
  /** The address has answered as the service before. */
  isKnown?: boolean;
};

export interface JsonResponse {
  status: number;
  /** The parsed body; undefined for 204. */
  json: unknown;
}

/** Throws if the answer is a redirect, a web page or an error of the service. */
export function checkResponse(response: ResponseHead, text: string): void {
  const { status } = response;
  if (status >= 300 && status < 400) {
    throw redirectError(status, response.headers.get('location') ?? undefined);
  }
  const isHtml = mediaType(response).includes('html') || /^\s*<(!doctype|html)/i.test(text.slice(0, MAX_PROLOGUE));
  if (isHtml) {
    throw new ServiceError({
      kind: 'not-the-service',
      status,
      reason: response.isKnown ? { is: 'outage', status } : { is: 'web-page' },
      retryAfterMs: retryAfter(response.headers, undefined),
    });
  }
  if (status >= 400) throw rejection(response, text, errorJson(text));
}

/** Unlike a Buffer, this drops a byte order mark, which is not valid JSON. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The JSON of a successful answer. For a long one, yields to the event loop between the steps, which take tens of ms each. */
export async function readJson(response: ResponseHead, bytes: Uint8Array): Promise<JsonResponse> {
  const pause = () => (bytes.length > LONG_BYTES ? turn() : undefined);
  await pause();
  const text = decode(bytes);
  await pause();
  checkResponse(response, text);
  const { status } = response;
  if (status === 204) return { status, json: undefined };
  try {
    checkJsonBounds(text);
    await pause();
    const json: unknown = JSON.parse(text);
    await pause();
    return { status, json };
  } catch (error) {
    if (error instanceof JsonBoundsError)
      throw new ServiceError({ kind: 'malformed', status, reason: { is: 'bounds' } });
    const type = mediaType(response);
    throw new ServiceError({
      kind: type.includes('json') || type === '' ? 'malformed' : 'not-the-service',
      status,
      reason: { is: text === '' ? 'empty' : 'no-json' },
    });
  }
}

/** Parses a successful answer. The error names the first field that does not match the schema. */
export function parseRecord<S extends z.ZodType>({ status, json }: JsonResponse, schema: S): Lenient<z.infer<S>> {
  const parsed = parseLeniently(schema, json);
  if (parsed.success) {
    for (const reason of unreadableOf(parsed.data)?.reasons ?? []) logUnreadable(reason);
    return parsed.data;
  }
  const issues = parsed.error.issues.map(fieldIssue);
  const first = issues[0];
  // The message to the person names only the field.
  if (first) logOnce(`${first.path || '(whole)'} ${first.message}`);
  throw new ServiceError({
    kind: 'malformed',
    status,
    reason: first ? { is: 'field', path: first.path, what: first.message } : { is: 'no-form' },
    issues,
  });
}

/** Records parsed without yielding; takes a few ms. */
const SLICE = 1_000;

/** Like parseRecord, but yields to the event loop between the slices of a long answer. */
export async function parseResponse<S extends z.ZodType>(
  answer: JsonResponse,
  schema: S,
): Promise<Lenient<z.infer<S>>> {
  const { status, json } = answer;
  if (!Array.isArray(json) || json.length <= SLICE) return parseRecord(answer, schema);
  const all: unknown[] = [];
  let unreadable: UnreadableRecords | undefined;
  for (let at = 0; at < json.length; at += SLICE) {
    await turn();
    const slice: unknown = parseRecord({ status, json: json.slice(at, at + SLICE) }, schema);
    if (!Array.isArray(slice)) return parseRecord(answer, schema);
    for (const record of slice) all.push(record);
    unreadable = mergeUnreadable(unreadable, unreadableOf(slice));
  }
  return Object.assign(all, unreadable && { unreadable }) as Lenient<z.infer<S>>;
}

const unreadableOf = (answer: unknown): UnreadableRecords | undefined =>
  (answer as { unreadable?: UnreadableRecords } | null | undefined)?.unreadable;

const logOnce = createLogOnce('Malformed answer');

function logUnreadable({ kind, field, message, isDropped }: UnreadableReason): void {
  logOnce(`${kind} ${isDropped ? 'left out' : 'read in part'}: ${field || '(whole)'}: ${message}`);
}

export function mediaType(response: ResponseHead): string {
  return response.headers.get('content-type') ?? '';
}

function fieldIssue(issue: z.core.$ZodIssue): ValidationIssue {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return { path, message: issue.message.replace(/^Invalid input: /, 'is wrong: ') };
}

/** The message comes from the field `message`, else `error`, else the text of the answer. */
function rejection(response: ResponseHead, text: string, json: unknown): ServiceError {
  const { status } = response;
  const isForeign = !isOwnRejection(response, text, json);
  const wait = retryAfter(response.headers, json);
  const api = ApiError.safeParse(json);
  const isUsedUp = wait === undefined && api.data?.code === 'RATE_LIMITED' && isQuota(response);
  const retryAfterMs = isUsedUp ? USED_UP_MS : wait;
  const base = { kind: 'rejected' as const, status, retryAfterMs, isForeign, isUsedUp };
  const missing = missingRouteOrRecord(status, json, text);
  if (missing !== undefined) return new ServiceError({ ...base, ...missing });
  if (api.success) {
    const { message, code, issues, missingPermissions } = api.data;
    return new ServiceError({
      ...base,
      message: message.slice(0, MAX_MESSAGE),
      code,
      ...(issues && { issues }),
      ...(missingPermissions && { missingPermissions }),
    });
  }
  const loose = LooseMessage.safeParse(json);
  const oauth = OAuthError.safeParse(json);
  if (oauth.success) {
    const message = oauth.data.error_description ?? loose.data?.message ?? oauth.data.error;
    return new ServiceError({ ...base, code: oauth.data.error, message: message.slice(0, MAX_MESSAGE) });
  }
  const older = OlderValidation.safeParse(json);
  if (older.success) {
    const issues = older.data.error.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    const content = message ? { message: message.slice(0, MAX_MESSAGE) } : { reason: { is: 'invalid' as const } };
    return new ServiceError({ ...base, code: 'VALIDATION_ERROR', ...content, issues });
  }
  const message = loose.success ? (loose.data.message ?? loose.data.error) : text.trim();
  const content = message ? { message: message.slice(0, MAX_MESSAGE) } : { reason: { is: 'status' as const, status } };
  return new ServiceError({ ...base, code: loose.success ? loose.data.code : undefined, ...content });
}

/** Recognises a missing route, or a missing record on older servers (docs/service.md#unknown-ids-and-missing-routes). */
function missingRouteOrRecord(
  status: number,
  json: unknown,
  text: string,
): { code?: string; reason: ServiceErrorReason } | undefined {
  if (status === 404 && text.trim() === UNMATCHED_ROUTE) return { reason: { is: 'no-route' } };
  const message = LooseMessage.safeParse(json).data?.message ?? text.trim();
  if (status === 400 && message === UNKNOWN_RECORD) return { code: 'NOT_FOUND', reason: { is: 'deleted' } };
  return undefined;
}

/**
 * True if the rejection has one of the service's forms: `{message, code}`, an OAuth error, an older server's validation error, or
 * a plain message about the request. A proxy's message repeats the status.
 */
function isOwnRejection(response: ResponseHead, text: string, json: unknown): boolean {
  const api = ApiError.safeParse(json);
  if (api.success) return /^[A-Z][A-Z0-9_]*$/.test(api.data.code);
  const oauth = OAuthError.safeParse(json);
  if (OlderValidation.safeParse(json).success || (oauth.success && /^[a-z]+(_[a-z]+)*$/.test(oauth.data.error)))
    return true;
  const { status, headers } = response;
  const loose = LooseMessage.safeParse(json);
  const message = loose.success ? loose.data.message : text.trim();
  if (message === undefined || message === '' || (!loose.success && json !== undefined)) return false;
  if (!loose.success && !/^text\/plain\b/i.test(mediaType(response))) return false;
  if (status === 429) return loose.success && headers.has('x-retry-after');
  if (status === 401 || status === 403) return OLDER_DENIALS.has(message);
  return ABOUT_THE_REQUEST.has(status) && (message === UNMATCHED_ROUTE || !STATUS_IN_WORDS.test(message));
}

/** Messages of older servers about a missing permission. */
const OLDER_DENIALS = new Set([
  'Unauthorized',
  'Insufficient permissions',
  'Insufficient API key scope',
  "You don't have access to this workspace",
]);
/** Statuses that the service uses for messages about the request. */
const ABOUT_THE_REQUEST = new Set([400, 402, 404, 409, 413, 415, 422]);
/** The complete answer for a missing route. */
const UNMATCHED_ROUTE = '404 Not Found';
/** Message of older servers about a deleted task, entry or label. */
const UNKNOWN_RECORD = 'Workspace ID could not be determined';
/** Default messages of proxies and frameworks. */
const STATUS_IN_WORDS =
  /^(error( code)?:?\s*)?(\d{3,4}\b[\s:-]*)?(bad request|payment required|(page )?not found|conflict|gone|forbidden|unauthorized|(unsupported )?media type|(payload|content|request entity) too large|unprocessable (entity|content)|default backend.*)?[.!]?$/i;

/** An older server's validation error. */
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

/** A used-up quota: unlike a rate limit, it has no X-RateLimit headers. Without a Retry-After it is never refilled. */
function isQuota({ status, headers, isForApiKey = false }: ResponseHead): boolean {
  return isForApiKey && status === 429 && !headers.has('x-ratelimit-limit') && !headers.has('x-ratelimit-reset');
}

/**
 * The wait that the service asks for, in ms (docs/service.md#rate-limits): seconds or a date in Retry-After, seconds in
 * X-Retry-After, ms in `details.tryAgainIn`; else, if the rate limit was hit, the end of the window in X-RateLimit-Reset.
 */
export function retryAfter(headers: ResponseHead['headers'], json: unknown): number | undefined {
  const wait = requestedWait(headers, json);
  return wait === undefined ? undefined : Math.min(wait, MAX_RETRY_AFTER_MS);
}

function requestedWait(headers: ResponseHead['headers'], json: unknown): number | undefined {
  const header = headers.get('retry-after') ?? headers.get('x-retry-after');
  if (header !== null) {
    const seconds = Number(header);
    if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return untilThen(date, headers);
  }
  const details = TryAgainIn.safeParse(json);
  if (details.success) return details.data.details.tryAgainIn;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const isRateLimit = headers.get('x-ratelimit-remaining')?.trim() === '0';
  return isRateLimit && Number.isFinite(reset) && reset > 0 ? untilThen(reset * 1000, headers) : undefined;
}

/** Measured by the server's clock if the answer has a date, because the local clock may be wrong. */
function untilThen(time: number, headers: ResponseHead['headers']): number {
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, time - (Number.isNaN(sent) ? Date.now() : sent));
}

const TryAgainIn = z.object({ details: z.object({ tryAgainIn: z.number().nonnegative() }) });

/** undefined if the text is not JSON, or too long to be an error of the service. */
function errorJson(text: string): unknown {
  if (text.length > MAX_ERROR) return undefined;
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

export function redirectError(status: number | undefined, location: string | undefined): ServiceError {
  return new ServiceError({
    kind: 'redirect',
    status,
    location,
    reason: { is: 'redirect', location: location || null },
  });
}
