/** Parses what a request carries; what is wrong becomes VALIDATION_ERROR with one issue a field (section 7). */
import type { Context } from 'hono';
import { z } from 'zod';
import { ApiFailure } from './errors.ts';

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A date-time in any form JavaScript reads, as the ISO string that is kept; a plain date becomes midnight UTC (field notes 4). */
export const Instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date')
  .transform((text) => new Date(text).toISOString());

export function readQuery<S extends z.ZodType>(c: Context, schema: S): z.infer<S> {
  return parsePart('query', c.req.query(), schema);
}

/** The JSON body. Without the JSON content type it counts as `{}`, as on real servers (field notes 4, PUT /task/due-date). */
export async function readBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.infer<S>> {
  const text = await readText(c.req.raw);
  return parsePart('body', isJson(c) && text !== '' ? parseJson(text) : {}, schema);
}

/** The JSON body of an /auth route: anything else is 415 (field notes 2). */
export async function readAuthBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.infer<S>> {
  const text = await readText(c.req.raw);
  if (!isJson(c) || text === '') throw new ApiFailure(415, 'The body must be JSON (Content-Type: application/json)');
  return parsePart('body', parseJson(text), schema);
}

/** A body as text; one over MAX_BODY_BYTES is refused without being read to its end. */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = () => new ApiFailure(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);

function isJson(c: Context): boolean {
  return /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(c.req.header('content-type') ?? '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiFailure(400, 'Malformed JSON in request body');
  }
}

function parsePart<S extends z.ZodType>(part: 'body' | 'query', value: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  const summary = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  throw new ApiFailure(400, summary, { code: 'VALIDATION_ERROR', issues });
}
