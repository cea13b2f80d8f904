/** The device authorisation (RFC 8628; docs/service.md#signing-in): its states, and its routes. */

import type { Context } from 'hono';
import { z } from 'zod';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { DeviceCode, DeviceToken } from '../service/records.ts';
import { createSession, requireOwnSession, requireSession, SESSION_MS } from './access.ts';
import { OAuthError } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { hashSecret, newSecret, newUserCode, readUserCode } from './secrets.ts';
import { readAuthBody, readDeviceBody, readQuery } from './validate.ts';

/** Expired codes are kept this long, so that a device that slept still gets `expired_token`. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;
/** Anyone on this computer may ask for one; older ones go, so that the disk does not fill. */
const MAX_CODES = 100;
/** Each code is a write that blocks the app. */
const CODES_PER_MINUTE = 30;

const DeviceRow = z.object({
  deviceCodeHash: z.string(),
  userCode: z.string(),
  clientId: z.string(),
  status: z.enum(['pending', 'approved', 'denied']),
  userId: z.string().nullable(),
  expiresAt: z.string(),
  polledAt: z.string().nullable(),
});
type DeviceRow = z.infer<typeof DeviceRow>;

const CODES = { name: 'device_code', row: DeviceRow };

/** State of a code for the browser page. */
export type DeviceState =
  | { state: 'unknown' | 'expired' }
  | { state: 'pending' | 'approved' | 'denied'; userCode: string; clientId: string };

export type DeviceFlow = ReturnType<typeof createDeviceFlow>;

export function createDeviceFlow(context: LocalContext) {
  const { database, device } = context;

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
    return { state: row.status, userCode: row.userCode, clientId: row.clientId };
  }

  return {
    /** Creates a code; `origin` is the origin of the browser page. Throws `invalid_client`. */
    start(clientId: string, origin: string): DeviceCode {
      checkClient(clientId);
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
        expiresAt: new Date(context.now() + device.lifetimeMs).toISOString(),
      });
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
      const token = database.transaction(() => {
        remove(deviceCodeHash);
        return createSession(context, userId, { userAgent, byDevice: true });
      });
      device.onProgram();
      return { access_token: token, token_type: 'Bearer', expires_in: SESSION_MS / 1000, scope: '' };
    },

    stateOf: (userCode: string): DeviceState => stateOf(find(userCode)),

    /** Approves or refuses a pending code for `userId`. Returns the previous state; if it was not 'pending', nothing changed. */
    decide(userCode: string, userId: string, decision: 'approved' | 'denied'): DeviceState {
      const row = find(userCode);
      const before = stateOf(row);
      if (row !== undefined && before.state === 'pending') {
        database.update('device_code', { deviceCodeHash: row.deviceCodeHash }, { status: decision, userId });
      }
      return before;
    },
  };
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
  let minute = { startMs: 0, codes: 0 };

  api.post('/auth/device/code', async (c) => {
    const body = await readDeviceBody(c, CodeBody);
    const now = context.now();
    // Also after the clock was set back.
    if (Math.abs(now - minute.startMs) >= MINUTE_MS) minute = { startMs: now, codes: 0 };
    if (minute.codes >= CODES_PER_MINUTE) {
      c.header('Retry-After', String(Math.ceil((minute.startMs + MINUTE_MS - now) / 1000)));
      throw new OAuthError('slow_down', 'Too many codes in a minute', 429);
    }
    minute.codes += 1;
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
    const before = requireValid(flow.decide(userCode, c.get('caller').user.id, decision));
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
