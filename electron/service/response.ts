/**
 * What an answer of the service means: its JSON parsed, or the way it says no as a ServiceError
 * (docs/service.md#errors and docs/service.md#address).
 */
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { JsonBoundsError, parseBoundedJson } from '../../shared/bounded-json.ts';
import type { ServiceErrorReason } from '../../shared/errors/service-error-reason.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import { ServiceError, type ValidationIssue } from './errors.ts';
import {
  ApiError,
  addOdd,
  noteOdd,
  OAuthError,
  type OddReason,
  type OddRecords,
  oddIn,
  parseNoting,
} from './records.ts';

/** A longer wait is not believed: beyond it dates and timers overflow (ms). */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** A quota that is never refilled is asked about so rarely: whoever runs the server may still raise it (ms). */
const USED_UP_MS = 3_600_000;
/** Longer words of the service are cut (UTF-16 code units). */
const MAX_WORDS = 500;
/** A web page begins within this (UTF-16 code units). */
const MAX_PROLOGUE = 1_000;
/** Older servers send back what they refuse, which may be a long description (UTF-16 code units). */
const MAX_ERROR = 1_000_000;

/** An answer without its body. */
export type ResponseHead = Pick<Response, 'status' | 'ok' | 'headers'> & {
  /** The request carried an API key, which has limits of its own. */
  isForApiKey?: boolean;
};

export interface JsonResponse {
  status: number;
  /** The parsed body; undefined where the answer has none (204). */
  json: unknown;
}

/** Throws where the answer is a redirect, a web page, or an error of the service. */
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
      reason: { is: 'web-page' },
      retryAfterMs: retryAfter(response.headers, undefined),
    });
  }
  if (status >= 400) throw rejection(response, text, errorJson(text));
}

/** The JSON of a good answer. */
export function readJson(response: ResponseHead, text: string): JsonResponse {
  checkResponse(response, text);
  const { status } = response;
  if (status === 204) return { status, json: undefined };
  try {
    return { status, json: parseBoundedJson(text) };
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

/** What a good answer holds; where it is not what the schema wants, the error names the field. */
export function parseRecord<S extends z.ZodType>({ status, json }: JsonResponse, schema: S): z.infer<S> {
  const parsed = parseNoting(schema, json);
  if (parsed.success) {
    for (const reason of oddIn(parsed.data)?.reasons ?? []) logOdd(reason);
    return parsed.data;
  }
  const issues = parsed.error.issues.map(fieldIssue);
  const first = issues[0];
  // People are told of the field alone.
  if (first) logOnce(`${first.path || '(whole)'} ${first.message}`);
  throw new ServiceError({
    kind: 'malformed',
    status,
    reason: first ? { is: 'field', path: first.path, what: first.message } : { is: 'no-form' },
    issues,
  });
}

/** So many records are parsed in one go: it takes a few ms. */
const SLICE = 1_000;

/** The same, with the process free for other things in between where the answer is long. */
export async function parseResponse<S extends z.ZodType>(answer: JsonResponse, schema: S): Promise<z.infer<S>> {
  const { status, json } = answer;
  if (!Array.isArray(json) || json.length <= SLICE) return parseRecord(answer, schema);
  const all: unknown[] = [];
  let odd: OddRecords | undefined;
  for (let at = 0; at < json.length; at += SLICE) {
    await turn();
    const slice: unknown = parseRecord({ status, json: json.slice(at, at + SLICE) }, schema);
    if (!Array.isArray(slice)) return parseRecord(answer, schema);
    for (const record of slice) all.push(record);
    odd = addOdd(odd, oddIn(slice));
  }
  noteOdd(all, odd);
  return all as z.infer<S>;
}

const logOnce = createLogOnce('odd answer');

function logOdd({ kind, field, message, isDropped }: OddReason): void {
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

/** Read the text, try JSON, show `message`, else `error`, else the text. */
function rejection(response: ResponseHead, text: string, json: unknown): ServiceError {
  const { status } = response;
  const isForeign = !isOwnRejection(response, text, json);
  const asked = retryAfter(response.headers, json);
  const api = ApiError.safeParse(json);
  // A single route may answer 429 for a reason of its own.
  const isUsedUp = asked === undefined && api.data?.code === 'RATE_LIMITED' && isQuota(response);
  const retryAfterMs = isUsedUp ? USED_UP_MS : asked;
  const base = { kind: 'rejected' as const, status, retryAfterMs, isForeign, isUsedUp };
  const unknown = unknownThing(status, json, text);
  if (unknown !== undefined) return new ServiceError({ ...base, ...unknown });
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
    const words = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    const said = words === '' ? { reason: { is: 'invalid' as const } } : { message: words.slice(0, MAX_WORDS) };
    return new ServiceError({ ...base, code: 'VALIDATION_ERROR', ...said, issues });
  }
  const words = loose.success ? (loose.data.message ?? loose.data.error) : text.trim();
  const said = words ? { message: words.slice(0, MAX_WORDS) } : { reason: { is: 'status' as const, status } };
  return new ServiceError({ ...base, code: loose.success ? loose.data.code : undefined, ...said });
}

/** Nothing of that name is there: no such route, or on older servers no such record (docs/service.md#unknown-ids-and-missing-routes). */
function unknownThing(
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
 * Whether the rejection has one of the service's own forms: `{message, code}`, an OAuth error, an older
 * server's validation, or a plain message about the request. What a proxy says looks like a status in words.
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
  if (status === 401 || status === 403) return OLDER_REFUSALS.has(message);
  return ABOUT_THE_REQUEST.has(status) && (message === UNMATCHED_ROUTE || !STATUS_IN_WORDS.test(message));
}

/** What older servers say to somebody who may not. */
const OLDER_REFUSALS = new Set([
  'Unauthorized',
  'Insufficient permissions',
  'Insufficient API key scope',
  "You don't have access to this workspace",
]);
/** Statuses with which the service speaks of what was asked for. */
const ABOUT_THE_REQUEST = new Set([400, 402, 404, 409, 413, 415, 422]);
/** The whole answer where there is no such route. */
const UNMATCHED_ROUTE = '404 Not Found';
/** What older servers say of a task, an entry or a label that was deleted. */
const UNKNOWN_RECORD = 'Workspace ID could not be determined';
/** What proxies and frameworks say by themselves. */
const STATUS_IN_WORDS =
  /^(error( code)?:?\s*)?(\d{3,4}\b[\s:-]*)?(bad request|payment required|(page )?not found|conflict|gone|forbidden|unauthorized|(unsupported )?media type|(payload|content|request entity) too large|unprocessable (entity|content)|default backend.*)?[.!]?$/i;

/** How older servers say that a body is invalid. */
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

/** Of a rate limit the headers tell, of a quota that is refilled Retry-After; of one that never is, nothing. */
function isQuota({ status, headers, isForApiKey = false }: ResponseHead): boolean {
  return isForApiKey && status === 429 && !headers.has('x-ratelimit-limit') && !headers.has('x-ratelimit-reset');
}

/**
 * The wait that the service asks for (docs/service.md#rate-limits): seconds or a date in Retry-After, seconds in X-Retry-After, ms in
 * `details.tryAgainIn`; else, if the rate limit was hit, the end of the window in X-RateLimit-Reset.
 */
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
    if (!Number.isNaN(date)) return untilThen(date, headers);
  }
  const details = TryAgainIn.safeParse(json);
  if (details.success) return details.data.details.tryAgainIn;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const isHit = headers.get('x-ratelimit-remaining')?.trim() === '0';
  return isHit && Number.isFinite(reset) && reset > 0 ? untilThen(reset * 1000, headers) : undefined;
}

/** By the server's own clock, where it says so: ours may be wrong. */
function untilThen(time: number, headers: Headers): number {
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, time - (Number.isNaN(sent) ? Date.now() : sent));
}

const TryAgainIn = z.object({ details: z.object({ tryAgainIn: z.number().nonnegative() }) });

/** undefined for what is no JSON, and for what is too long to be an error of the service. */
function errorJson(text: string): unknown {
  if (text.length > MAX_ERROR) return undefined;
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** `location` is where it pointed to, if that is known. */
export function redirectError(status: number | undefined, location: string | undefined): ServiceError {
  return new ServiceError({
    kind: 'redirect',
    status,
    location,
    reason: { is: 'redirect', location: location || null },
  });
}
