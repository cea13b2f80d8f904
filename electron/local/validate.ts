/** Parses requests; invalid input becomes VALIDATION_ERROR with one issue per field (docs/service.md#errors). */
import type { Context } from 'hono';
import { z } from 'zod';
import { HttpError, OAuthError } from './errors.ts';
import type { LocalEnv } from './local-context.ts';

/** Maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * A date-time in any form that JavaScript parses, stored as an ISO string; a plain date becomes midnight UTC (docs/service.md#tasks).
 * Years of more than four digits are rejected, because such strings sort differently as text.
 */
export const Instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date')
  .transform((text) => new Date(text).toISOString())
  .refine((iso) => /^\d{4}-/.test(iso), 'The year must be between 0 and 9999');

export function readQuery<S extends z.ZodType>(c: Context, schema: S): z.infer<S> {
  return parsePart('query', c.req.query(), schema);
}

/** The JSON body. Without the JSON content type it counts as `{}`, like on real servers (docs/service.md#tasks). */
export async function readBody<S extends z.ZodType>(c: Context<LocalEnv>, schema: S): Promise<z.infer<S>> {
  const text = await readLiveText(c);
  return parsePart('body', isJson(c) && text !== '' ? parseJson(text) : {}, schema);
}

/** The JSON body of an /auth route: anything else is 415 (docs/service.md#signing-in). */
export async function readAuthBody<S extends z.ZodType>(c: Context<LocalEnv>, schema: S): Promise<z.infer<S>> {
  const text = await readLiveText(c);
  if (!isJson(c) || text === '') throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)');
  return parsePart('body', parseJson(text), schema);
}

/** The JSON body of the device flow. Errors are OAuthError. */
export async function readDeviceBody<S extends z.ZodType>(c: Context<LocalEnv>, schema: S): Promise<z.infer<S>> {
  try {
    return await readAuthBody(c, schema);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new OAuthError('invalid_request', error.message, error.status);
  }
}

/** A body may arrive long after the login was checked. */
async function readLiveText(c: Context<LocalEnv>): Promise<string> {
  const text = await readText(c.req.raw);
  c.get('checkLogin')?.();
  return text;
}

export async function readText(request: Request): Promise<string> {
  return (await readBytes(request, MAX_BODY_BYTES)).toString('utf8');
}

/** Rejects a body over `maxBytes` without reading all of it. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new HttpError(413, `The body is larger than ${maxBytes} bytes`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isJson(c: Context): boolean {
  return /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(c.req.header('content-type') ?? '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, 'Malformed JSON in request body');
  }
}

function parsePart<S extends z.ZodType>(part: 'body' | 'query', value: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(value);
  const found = parsed.success ? nulIssues(parsed.data, []) : parsed.error.issues;
  if (parsed.success && found.length === 0) return parsed.data;
  const issues = new Map<string, { path: string; message: string }>();
  for (const { path: keys, message } of found) {
    const path = [part, ...keys.map(String)].join('.');
    // A value of the wrong type may have several issues; one is enough.
    if (!issues.has(path)) issues.set(path, { path, message });
  }
  const summary = [...issues.values()].map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new HttpError(400, summary, { code: 'VALIDATION_ERROR', issues: [...issues.values()] });
}

/** Finds texts with U+0000, where SQLite would truncate them. */
function nulIssues(value: unknown, path: PropertyKey[]): { path: PropertyKey[]; message: string }[] {
  if (typeof value === 'string') {
    return value.includes('\0') ? [{ path, message: 'The character U+0000 is not allowed' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => nulIssues(item, [...path, key]));
}
