/** The device flow over HTTP (docs/service.md#signing-in). */
import type { Context } from 'hono';
import { z } from 'zod';
import { requireSession } from './access.ts';
import type { DeviceFlow, DeviceState } from './device-flow.ts';
import { OAuthError } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { readUserCode } from './secrets.ts';
import { readAuthBody, readDeviceBody, readQuery } from './validate.ts';

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
  api.post('/auth/device/approve', requireSession, decide('approved'));
  api.post('/auth/device/deny', requireSession, decide('denied'));
}

/** Throws OAuthError if the code is unknown or expired. */
function requireValid(state: DeviceState): Extract<DeviceState, { userCode: string }> {
  if ('userCode' in state) return state;
  if (state.state === 'expired') throw new OAuthError('expired_token', 'User code has expired');
  throw new OAuthError('invalid_request', 'Invalid user code');
}
