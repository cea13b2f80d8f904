/** The states of a device authorisation (RFC 8628; docs/service.md#signing-in). */
import { z } from 'zod';
import type { DeviceCode, DeviceToken } from '../service/records.ts';
import { createSession, SESSION_MS } from './access.ts';
import { OAuthError } from './errors.ts';
import type { LocalContext } from './local-context.ts';
import { hashSecret, newSecret, newUserCode, readUserCode } from './secrets.ts';

/** Expired codes are kept this long, so that a device that slept still gets `expired_token`. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

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
      database.run('DELETE FROM device_code WHERE expires_at <= :before', {
        before: new Date(context.now() - KEEP_EXPIRED_MS).toISOString(),
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
      return database.transaction(() => {
        remove(deviceCodeHash);
        const token = createSession(context, userId, userAgent);
        return { access_token: token, token_type: 'Bearer', expires_in: SESSION_MS / 1000, scope: '' };
      });
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
