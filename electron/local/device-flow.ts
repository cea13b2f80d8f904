/**
 * The device authorisation (RFC 8628; docs/service.md#signing-in): its states, and its routes. What an MCP client asks for (mcp.ts) is
 * a code, too: the person approves both on the same page.
 */

import type { Context } from 'hono';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { DeviceCode, DeviceToken } from '../service/records.ts';
import { createSession, requireOwnSession, requireSession, SESSION_MS } from './access.ts';
import { OAuthError } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { hashSecret, newSecret, newUserCode, readUserCode } from './secrets.ts';
import { json } from './table.ts';
import { readAuthBody, readDeviceBody, readQuery } from './validate.ts';

/** Expired codes are kept this long, so that a device that slept still gets `expired_token`. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;
/** Anyone on this computer may ask for one; older ones go, so that the disk does not fill. */
const MAX_CODES = 100;
/** Each code is a write that blocks the app. */
const CODES_PER_MINUTE = 30;
/** Of an MCP client (docs/service.md#mcp-clients). */
const MCP = { requestMs: 10 * MINUTE_MS, codeMs: 5 * MINUTE_MS, tokenMs: 30 * DAY_MS };

const McpRequest = z.object({
  clientName: z.string(),
  redirectUri: z.string(),
  /** SHA-256 of the verifier, in base64url. */
  challenge: z.string(),
  state: z.string().nullable(),
});
export type McpRequest = z.infer<typeof McpRequest>;

const DeviceRow = z.object({
  deviceCodeHash: z.string(),
  userCode: z.string(),
  clientId: z.string(),
  status: z.enum(['pending', 'approved', 'denied']),
  userId: z.string().nullable(),
  expiresAt: z.string(),
  polledAt: z.string().nullable(),
  mcp: json(McpRequest).nullable(),
});
type DeviceRow = z.infer<typeof DeviceRow>;

const CODES = { name: 'device_code', row: DeviceRow };

/** State of a code for the browser page. */
export type DeviceState =
  | { state: 'unknown' | 'expired' }
  /** `returnsTo`: where the browser goes with the decision; null for a device, which asks for it. */
  | { state: 'pending' | 'approved' | 'denied'; userCode: string; program: string; returnsTo: string | null };

export type DeviceFlow = ReturnType<typeof createDeviceFlow>;

export function createDeviceFlow(context: LocalContext) {
  const { database, device } = context;
  let minute = { startMs: 0, codes: 0 };

  function checkClient(clientId: string): void {
    if (!device.clientIds.includes(clientId)) throw new OAuthError('invalid_client', 'Invalid client ID');
  }

  function remove(deviceCodeHash: string): void {
    database.delete('device_code', { deviceCodeHash });
  }

  const isExpired = (row: DeviceRow) => Date.parse(row.expiresAt) <= context.now();

  function find(userCode: string): DeviceRow | undefined {
    return database.find(CODES, { userCode: readUserCode(userCode) });
  }

  function stateOf(row: DeviceRow | undefined): DeviceState {
    if (row === undefined) return { state: 'unknown' };
    if (isExpired(row)) return { state: 'expired' };
    const { status: state, userCode, clientId, mcp } = row;
    return { state, userCode, program: mcp?.clientName ?? clientId, returnsTo: mcp && new URL(mcp.redirectUri).host };
  }

  function insert(clientId: string, lifetimeMs: number, mcp: McpRequest | null) {
    const surplus = 'rowid <= (SELECT max(rowid) FROM device_code) - :others';
    database.run(`DELETE FROM device_code WHERE expires_at <= :before OR ${surplus}`, {
      before: new Date(context.now() - KEEP_EXPIRED_MS).toISOString(),
      others: MAX_CODES - 1,
    });
    const deviceCode = newSecret();
    const userCode = newUserCode();
    database.insert('device_code', {
      deviceCodeHash: hashSecret(deviceCode),
      userCode,
      clientId,
      status: 'pending',
      expiresAt: after(lifetimeMs),
      mcp,
    });
    return { deviceCode, userCode };
  }

  const after = (ms: number): string => new Date(context.now() + ms).toISOString();

  /** A token for the one who has the code, which works once. */
  function grant({ deviceCodeHash }: DeviceRow, userId: string, userAgent: string | null, lifetimeMs = SESSION_MS) {
    const token = database.transaction(() => {
      remove(deviceCodeHash);
      return createSession(context, userId, { userAgent, byDevice: true, lifetimeMs });
    });
    device.onProgram();
    return { access_token: token, token_type: 'Bearer', expires_in: lifetimeMs / 1000 };
  }

  return {
    /** Throws `slow_down` if too many codes were asked for. */
    limit(c: Context): void {
      const now = context.now();
      // Also after the clock was set back.
      if (Math.abs(now - minute.startMs) >= MINUTE_MS) minute = { startMs: now, codes: 0 };
      if (minute.codes >= CODES_PER_MINUTE) {
        c.header('Retry-After', String(Math.ceil((minute.startMs + MINUTE_MS - now) / 1000)));
        throw new OAuthError('slow_down', 'Too many codes in a minute', 429);
      }
      minute.codes += 1;
    },

    /** Creates a code; `origin` is the origin of the browser page. Throws `invalid_client`. */
    start(clientId: string, origin: string): DeviceCode {
      checkClient(clientId);
      const { deviceCode, userCode } = insert(clientId, device.lifetimeMs, null);
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${origin}/device`,
        verification_uri_complete: `${origin}/device?user_code=${userCode}`,
        interval: device.intervalMs / 1000,
        expires_in: device.lifetimeMs / 1000,
      };
    },

    /** Handles a poll. Throws OAuthError until the person approves; then returns the token, once. */
    redeem(clientId: string, deviceCode: string, userAgent: string | null): DeviceToken & { scope: string } {
      checkClient(clientId);
      const deviceCodeHash = hashSecret(deviceCode);
      const row = database.find(CODES, { deviceCodeHash });
      if (row === undefined) throw new OAuthError('invalid_grant', 'Invalid device code');
      if (row.clientId !== clientId) throw new OAuthError('invalid_grant', 'Client ID mismatch');
      // Only an accepted poll starts a new interval, so polling too fast does not extend the wait.
      if (row.polledAt !== null && context.now() - Date.parse(row.polledAt) < device.intervalMs) {
        throw new OAuthError('slow_down', 'Polling too frequently');
      }
      database.update('device_code', { deviceCodeHash }, { polledAt: context.timestamp() });
      if (isExpired(row)) {
        remove(deviceCodeHash);
        throw new OAuthError('expired_token', 'Device code has expired');
      }
      if (row.status === 'denied') {
        remove(deviceCodeHash);
        throw new OAuthError('access_denied', 'Access denied');
      }
      const { userId } = row;
      if (row.status === 'pending' || userId === null) {
        throw new OAuthError('authorization_pending', 'Authorization pending');
      }
      return { ...grant(row, userId, userAgent), scope: '' };
    },

    /** Creates the request of an MCP client; returns its id. */
    request: (clientId: string, mcp: McpRequest): string => insert(clientId, MCP.requestMs, mcp).userCode,

    /** A request that waits for the person. */
    findRequest(id: string): McpRequest | null {
      const row = find(id);
      return row !== undefined && stateOf(row).state === 'pending' ? row.mcp : null;
    },

    /** Handles the code with which the browser came back to an MCP client. Throws `invalid_grant`. */
    exchange(
      code: string,
      client: Omit<McpRequest, 'clientName' | 'state'> & { id: string },
      userAgent: string | null,
    ) {
      const row = database.find(CODES, { deviceCodeHash: hashSecret(code), clientId: client.id, status: 'approved' });
      const isItsOwn = row?.mcp?.redirectUri === client.redirectUri && row.mcp.challenge === client.challenge;
      if (row === undefined || !isItsOwn || row.userId === null || isExpired(row)) {
        throw new OAuthError('invalid_grant', 'Invalid or expired code');
      }
      return grant(row, row.userId, userAgent, MCP.tokenMs);
    },

    stateOf: (userCode: string): DeviceState => stateOf(find(userCode)),

    /**
     * Approves or refuses a pending code for `userId`. Returns the previous state; if it was not 'pending', nothing changed.
     * `redirect`: where the browser goes, if an MCP client asked.
     */
    decide(
      userCode: string,
      userId: string,
      decision: 'approved' | 'denied',
    ): { before: DeviceState; redirect: string | null } {
      const row = find(userCode);
      const before = stateOf(row);
      if (row === undefined || before.state !== 'pending') return { before, redirect: null };
      const { deviceCodeHash, mcp } = row;
      const code = newSecret();
      database.update(
        'device_code',
        { deviceCodeHash },
        {
          status: decision,
          userId,
          ...(mcp && { deviceCodeHash: hashSecret(code), expiresAt: after(MCP.codeMs) }),
        },
      );
      return {
        before,
        redirect: mcp && redirectOf(mcp, decision === 'approved' ? { code } : { error: 'access_denied' }),
      };
    },
  };
}

function redirectOf({ redirectUri, state }: McpRequest, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) }))
    url.searchParams.set(name, value);
  return url.href;
}

/** `scope` may be sent and grants nothing. */
const CodeBody = z.object({ client_id: z.string().min(1), scope: z.string().optional() });

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Another grant type is rejected as such, without validating its other fields. */
const TokenBody = z.object({
  grant_type: z.string().min(1),
  device_code: z.string().optional(),
  client_id: z.string().optional(),
});

const UserCodeQuery = z.object({ user_code: z.string().min(1) });
const DecisionBody = z.object({ userCode: z.string().min(1) });

/** The routes for devices, and GET /auth/device: none needs a login. */
export function addDeviceRoutes(api: LocalApi, context: LocalContext, flow: DeviceFlow): void {
  api.post('/auth/device/code', async (c) => {
    const body = await readDeviceBody(c, CodeBody);
    flow.limit(c);
    return c.json(flow.start(body.client_id, context.publicUrl() ?? new URL(c.req.url).origin));
  });

  api.post('/auth/device/token', async (c) => {
    const { grant_type, device_code, client_id } = await readDeviceBody(c, TokenBody);
    if (grant_type !== DEVICE_GRANT) throw new OAuthError('unsupported_grant_type', `Only ${DEVICE_GRANT}`);
    if (!device_code || !client_id) throw new OAuthError('invalid_request', 'device_code or client_id is missing');
    c.header('Cache-Control', 'no-store');
    return c.json(flow.redeem(client_id, device_code, c.req.header('user-agent') ?? null));
  });

  api.get('/auth/device', (c) => {
    const { user_code: userCode } = readQuery(c, UserCodeQuery);
    const { state } = requireValid(flow.stateOf(userCode));
    return c.json({ user_code: readUserCode(userCode), status: state });
  });
}

/** The routes for the person's browser after signing in. */
export function addDeviceDecisionRoutes(api: LocalApi, flow: DeviceFlow): void {
  const decide = (decision: 'approved' | 'denied') => async (c: Context<LocalEnv>) => {
    const { userCode } = await readAuthBody(c, DecisionBody);
    const before = requireValid(flow.decide(userCode, c.get('caller').user.id, decision).before);
    if (before.state !== 'pending') throw new OAuthError('invalid_request', 'Device code already processed');
    return c.json({ success: true });
  };
  api.post('/auth/device/approve', requireOwnSession, decide('approved'));
  api.post('/auth/device/deny', requireSession, decide('denied'));
}

/** Throws OAuthError if the code is unknown or expired. */
function requireValid(state: DeviceState): Extract<DeviceState, { userCode: string }> {
  if ('userCode' in state) return state;
  if (state.state === 'expired') throw new OAuthError('expired_token', 'User code has expired');
  throw new OAuthError('invalid_request', 'Invalid user code');
}
