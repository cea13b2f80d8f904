/** Credentials (sessions and API keys) and access checks (docs/service.md#signing-in). */
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { User } from '../service/records.ts';
import { HttpError } from './errors.ts';
import type { Caller, LocalContext, LocalEnv } from './local-context.ts';
import { Role, roleAllows } from './permissions.ts';
import { createRateLimiter } from './rate-limit.ts';
import { hashSecret, newId, newSecret } from './secrets.ts';
import { columnsOf, json } from './table.ts';

/** Lifetime of a session after its last extension. */
export const SESSION_MS = 7 * DAY_MS;
/** A request extends a session that was not extended for this long. */
const EXTEND_AFTER_MS = DAY_MS;

const UserRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: Role,
});

const SessionRow = UserRow.extend({
  sessionId: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
  extendedAt: z.string(),
  expiresAt: z.string(),
  byDevice: z.int().transform(Boolean),
});

const ApiKeyRow = UserRow.extend({
  keyId: z.string(),
  scopes: json(z.array(z.string())).nullable(),
  rateMax: z.number().nullable(),
  rateWindowMs: z.number(),
  hasQuota: z.int().transform(Boolean),
  deviceSessionId: z.string().nullable(),
});

export interface ApiKeyOptions {
  /** 100 requests in 60 s by default (docs/service.md#rate-limits); null for no limit. */
  rateLimit?: { max: number; windowMs: number } | null;
  /** Total number of uses. With `refill`, renewed after each period. */
  quota?: { uses: number; refill?: { uses: number; everyMs: number } };
  /** Of the program that asks for it. */
  deviceSessionId?: string | null;
}

const DEFAULT_RATE = { max: 100, windowMs: MINUTE_MS };

/** Creates a session and returns its token; only a hash is stored. `byDevice`: it comes from an approved code. */
export function createSession(
  context: LocalContext,
  userId: string,
  {
    userAgent,
    byDevice,
    lifetimeMs = SESSION_MS,
  }: { userAgent: string | null; byDevice: boolean; lifetimeMs?: number },
): string {
  const token = newSecret();
  const now = context.timestamp();
  context.database.insert('session', {
    id: newId(),
    tokenHash: hashSecret(token),
    userId,
    userAgent,
    byDevice,
    createdAt: now,
    extendedAt: now,
    expiresAt: new Date(context.now() + lifetimeMs).toISOString(),
  });
  return token;
}

export function endSession(context: LocalContext, id: string): void {
  context.database.delete('session', { id });
}

/** What a program can make that works without its session. */
const MADE_BY_PROGRAMS = ['api_key', 'calendar_feed', 'webhook'].map(
  (table) => `${table} WHERE device_session_id IS NOT NULL`,
);

/** Programs that the person let in with a device code, and that still have a session or something that they made in one. */
export function countPrograms(context: LocalContext): number {
  const row = z.object({ count: z.number() });
  const made = MADE_BY_PROGRAMS.map((rows) => `UNION SELECT device_session_id FROM ${rows}`).join(' ');
  const sql = `SELECT count(*) AS count FROM (
    SELECT id FROM session WHERE by_device = 1 AND expires_at > :now ${made})`;
  return context.database.get(row, sql, { now: context.timestamp() })?.count ?? 0;
}

/** Ends the sessions of all programs and what they made, and withdraws the codes from which they could still get a session. */
export function endPrograms({ database, changes }: LocalContext): void {
  const webhooks = database.transaction(() => {
    const sql = 'SELECT project_id AS projectId FROM webhook WHERE device_session_id IS NOT NULL';
    const found = database.all(z.object({ projectId: z.string() }), sql);
    database.delete('session', { byDevice: true });
    for (const rows of MADE_BY_PROGRAMS) database.run(`DELETE FROM ${rows}`);
    database.delete('device_code', { status: 'approved' });
    return found;
  });
  changes.emit(webhooks.map(({ projectId }) => ({ kind: 'settings-changed', projectId })));
}

/** Stored with what works without the caller's credential. Throws if that ended after the request began. */
export function madeBy(context: LocalContext, caller: Caller) {
  checkLive(context, caller);
  return { deviceSessionId: caller.deviceSessionId };
}

function checkLive({ database }: LocalContext, { credential }: Caller): void {
  const table = credential.kind === 'session' ? 'session' : 'api_key';
  if (!database.has(`SELECT 1 FROM ${table} WHERE id = :id`, { id: credential.id })) throw unauthorized();
}

export function dropExpiredSessions(context: LocalContext): void {
  context.database.run('DELETE FROM session WHERE expires_at <= :now', { now: context.timestamp() });
}

/** Creates an API key. Its value cannot be read again. `scopes` null means all. */
export function createApiKey(
  context: LocalContext,
  userId: string,
  name: string,
  scopes: string[] | null,
  { rateLimit = DEFAULT_RATE, quota, deviceSessionId = null }: ApiKeyOptions = {},
): { id: string; key: string } {
  const [id, key] = [newId(), newSecret()];
  const now = context.timestamp();
  context.database.insert('api_key', {
    id,
    name,
    keyHash: hashSecret(key),
    userId,
    scopes,
    createdAt: now,
    rateMax: rateLimit?.max ?? null,
    rateWindowMs: (rateLimit ?? DEFAULT_RATE).windowMs,
    quotaLeft: quota?.uses ?? null,
    quotaRefillAmount: quota?.refill?.uses ?? null,
    quotaRefillMs: quota?.refill?.everyMs ?? null,
    quotaRefilledAt: now,
    deviceSessionId,
  });
  return { id, key };
}

/** The live session of a token. A request more than a day after the last extension extends it. */
export function findSession(context: LocalContext, token: string): Caller | undefined {
  const row = context.database.get(
    SessionRow,
    `SELECT ${columnsOf(UserRow, 'p')}, s.id AS sessionId, s.user_agent AS userAgent,
       s.created_at AS createdAt, s.extended_at AS extendedAt, s.expires_at AS expiresAt, s.by_device AS byDevice
     FROM session s JOIN person p ON p.id = s.user_id WHERE s.token_hash = :hash`,
    { hash: hashSecret(token) },
  );
  if (row === undefined) return undefined;
  const now = context.now();
  if (Date.parse(row.expiresAt) <= now) {
    endSession(context, row.sessionId);
    return undefined;
  }
  let expiresAt = row.expiresAt;
  if (now - Date.parse(row.extendedAt) > EXTEND_AFTER_MS && now + SESSION_MS > Date.parse(expiresAt)) {
    expiresAt = new Date(now + SESSION_MS).toISOString();
    context.database.update('session', { id: row.sessionId }, { extendedAt: context.timestamp(), expiresAt });
  }
  const { sessionId: id, byDevice, userAgent, createdAt } = row;
  const credential = { kind: 'session' as const, id, userAgent, createdAt, expiresAt };
  return { user: userOf(row), role: row.role, credential, deviceSessionId: byDevice ? id : null };
}

export function findApiKey(context: LocalContext, key: string): Caller | undefined {
  const row = context.database.get(
    ApiKeyRow,
    `SELECT ${columnsOf(UserRow, 'p')}, k.id AS keyId, k.scopes, k.rate_max AS rateMax,
       k.rate_window_ms AS rateWindowMs, k.quota_left IS NOT NULL AS hasQuota,
       k.device_session_id AS deviceSessionId
     FROM api_key k JOIN person p ON p.id = k.user_id WHERE k.key_hash = :hash`,
    { hash: hashSecret(key) },
  );
  if (row === undefined) return undefined;
  const { keyId: id, scopes, rateMax, rateWindowMs, hasQuota, deviceSessionId } = row;
  const rate = rateMax === null ? null : { max: rateMax, windowMs: rateWindowMs };
  return {
    user: userOf(row),
    role: row.role,
    credential: { kind: 'api-key', id, scopes, limits: { rate, hasQuota } },
    deviceSessionId,
  };
}

const userOf = ({ id, name, email, image }: z.infer<typeof UserRow>): User => ({ id, name, email, image });

export function bearer(c: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** Every route registered after this needs a live login, including paths that do not exist. */
export function requireLogin(context: LocalContext): MiddlewareHandler<LocalEnv> {
  const checkLimits = createRateLimiter(context);
  return async (c, next) => {
    const secret = bearer(c);
    const caller = secret === undefined ? undefined : (findSession(context, secret) ?? findApiKey(context, secret));
    if (caller === undefined) throw unauthorized();
    const { credential } = caller;
    if (credential.kind === 'api-key') checkLimits(c, credential.id, credential.limits);
    // A key without any scope is rejected even by routes that need no permission.
    if (credential.kind === 'api-key' && credential.scopes?.length === 0) throw scopeError([]);
    c.set('caller', caller);
    c.set('checkLogin', () => checkLive(context, caller));
    await next();
  };
}

/** Both the scopes of the API key and the person's role must allow it (docs/service.md#permissions). */
export function isAllowed({ role, credential }: Caller, permission: string): boolean {
  const scopes = credential.kind === 'api-key' ? credential.scopes : null;
  return (scopes === null || scopes.includes(permission)) && roleAllows(role, permission);
}

/** Throws API_KEY_SCOPE if the key lacks a permission, MISSING_PERMISSION if the person does (docs/service.md#errors). */
export function checkAllowed({ role, credential }: Caller, ...permissions: string[]): void {
  const scopes = credential.kind === 'api-key' ? credential.scopes : null;
  const missingScopes = scopes === null ? [] : permissions.filter((permission) => !scopes.includes(permission));
  if (missingScopes.length > 0) throw scopeError(missingScopes);
  const missingPermissions = permissions.filter((permission) => !roleAllows(role, permission));
  if (missingPermissions.length > 0) {
    throw new HttpError(403, 'Insufficient permissions', { code: 'MISSING_PERMISSION', missingPermissions });
  }
}

const unauthorized = (): HttpError => new HttpError(401, 'Unauthorized');

const scopeError = (missingPermissions: string[]): HttpError =>
  new HttpError(403, 'Insufficient API key scope', { code: 'API_KEY_SCOPE', missingPermissions });

export function permit(...permissions: string[]): MiddlewareHandler<LocalEnv> {
  return async (c, next) => {
    checkAllowed(c.get('caller'), ...permissions);
    await next();
  };
}

/** For routes that reject API keys: a key could otherwise create a session for itself. */
export const requireSession: MiddlewareHandler<LocalEnv> = async (c, next) => {
  if (c.get('caller').credential.kind !== 'session') throw sessionRequired();
  await next();
};

/** For approving a device: a program that the person let in could otherwise let in others without asking. */
export const requireOwnSession: MiddlewareHandler<LocalEnv> = async (c, next) => {
  const { credential, deviceSessionId } = c.get('caller');
  if (credential.kind !== 'session' || deviceSessionId !== null) throw sessionRequired();
  await next();
};

const sessionRequired = (): HttpError =>
  new HttpError(403, 'This needs a signed-in person', { code: 'SESSION_REQUIRED' });
