/** The device flow over HTTP, for a device and a browser (docs/service.md#signing-in). */
import { describe, expect, onTestFinished, test } from 'vitest';
import { DeviceCode, DeviceToken, OAuthError } from '../../../electron/service/records.ts';
import { type ServedWorkspace, serveLocalWorkspace } from './serve.ts';
import { SECOND_MS, testWorkspace } from './workspace.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

async function served() {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => server.close());
  return { ...local, server, device: device(server) };
}

/** A device that calls the server over loopback. */
function device({ baseUrl }: ServedWorkspace) {
  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as unknown };
  }
  return {
    post,
    start: async () => DeviceCode.parse((await post('/auth/device/code', { client_id: 'service-cli' })).json),
    poll: (code: string, client = 'service-cli') =>
      post(
        '/auth/device/token',
        { grant_type: GRANT, device_code: code, client_id: client },
        { 'User-Agent': 'Punchcard/1' },
      ),
    async pollError(code: string, client?: string) {
      const { status, json } = await this.poll(code, client);
      return [status, OAuthError.parse(json).error];
    },
    me: async (token: string) => {
      const response = await fetch(`${baseUrl}/user/me`, { headers: { Authorization: `Bearer ${token}` } });
      return response.status;
    },
  };
}

describe('requesting a code', () => {
  test('returns all fields, with the page on the public address', async () => {
    const { device, server } = await served();
    const code = await device.start();
    expect(code).toMatchObject({
      verification_uri: `${server.url}/device`,
      verification_uri_complete: `${server.url}/device?user_code=${code.user_code}`,
      interval: 5,
      expires_in: 1800,
    });
    expect(code.user_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  });

  test('rejects a client id that is not allowed', async () => {
    const { device } = await served();
    const { status, json } = await device.post('/auth/device/code', { client_id: 'stranger' });
    expect(status).toBe(400);
    expect(json).toEqual({ error: 'invalid_client', error_description: 'Invalid client ID' });
  });

  test('follows the allowed client ids', async () => {
    const local = await testWorkspace({ deviceClientIds: ['kaneo-cli'] });
    const ask = (client_id: string) => local.call('POST', '/auth/device/code', { client_id }, { token: null });
    expect((await ask('kaneo-cli')).status).toBe(200);
    expect((await ask('service-cli')).status).toBe(400);
  });

  test('accepts JSON only', async () => {
    const { server } = await served();
    const response = await fetch(`${server.baseUrl}/auth/device/code`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'service-cli' }),
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });
});

describe('polling', () => {
  test('returns authorization_pending until the person decides', async () => {
    const { device, clock } = await served();
    const { device_code } = await device.start();
    expect(await device.pollError(device_code)).toEqual([400, 'authorization_pending']);
    clock.ms += 5 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'authorization_pending']);
  });

  test('returns slow_down within the interval of the last accepted poll; a rejected one does not reset it', async () => {
    const { device, clock } = await served();
    const { device_code } = await device.start();
    await device.poll(device_code);
    clock.ms += 3 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'slow_down']);
    clock.ms += 2 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'authorization_pending']);
  });

  test('returns slow_down just after the approval too', async () => {
    const { device, call, clock } = await served();
    const { device_code, user_code } = await device.start();
    await device.poll(device_code);
    await call('POST', '/auth/device/approve', { userCode: user_code });
    clock.ms += SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'slow_down']);
    clock.ms += 4 * SECOND_MS;
    expect((await device.poll(device_code)).status).toBe(200);
  });

  test('returns a token for seven days after the approval, once', async () => {
    const { device, call, clock } = await served();
    const { device_code, user_code } = await device.start();
    expect((await call('POST', '/auth/device/approve', { userCode: user_code })).json).toEqual({ success: true });
    const { status, json } = await device.poll(device_code);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 604_800 });
    expect(await device.me(DeviceToken.parse(json).access_token)).toBe(200);
    clock.ms += 5 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'invalid_grant']);
  });

  test('returns access_denied after a rejection, then invalid_grant', async () => {
    const { device, call, clock } = await served();
    const { device_code, user_code } = await device.start();
    await call('POST', '/auth/device/deny', { userCode: user_code });
    expect(await device.pollError(device_code)).toEqual([400, 'access_denied']);
    clock.ms += 5 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'invalid_grant']);
  });

  test('returns expired_token after half an hour, then invalid_grant', async () => {
    const { device, clock } = await served();
    const { device_code } = await device.start();
    clock.ms += 1800 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'expired_token']);
    clock.ms += 5 * SECOND_MS;
    expect(await device.pollError(device_code)).toEqual([400, 'invalid_grant']);
  });

  test('returns invalid_grant for an unknown code and for another client', async () => {
    const { device } = await served();
    expect(await device.pollError('made-up')).toEqual([400, 'invalid_grant']);
    const { device_code } = await device.start();
    expect(await device.pollError(device_code, 'service-mcp')).toEqual([400, 'invalid_grant']);
  });

  test('returns invalid_client for a client id that is not allowed', async () => {
    const { device } = await served();
    const { device_code } = await device.start();
    expect(await device.pollError(device_code, 'stranger')).toEqual([400, 'invalid_client']);
  });

  test('rejects a malformed body and another grant type with OAuth errors', async () => {
    const { device } = await served();
    const ask = async (path: string, body: unknown) => {
      const { status, json } = await device.post(path, body);
      return { status, ...(json as object) };
    };
    const device_code = 'x';
    expect(await ask('/auth/device/token', { grant_type: 'password', device_code })).toMatchObject({
      status: 400,
      error: 'unsupported_grant_type',
      error_description: expect.stringContaining('device_code'),
    });
    const grant_type = GRANT;
    for (const body of [
      {},
      { grant_type },
      { grant_type, device_code },
      { grant_type, device_code: 7, client_id: 'x' },
    ]) {
      expect(await ask('/auth/device/token', body)).toMatchObject({ status: 400, error: 'invalid_request' });
    }
    for (const client_id of [undefined, '', 7, [], 'service\0cli']) {
      const answer = await ask('/auth/device/code', { client_id });
      expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
      expect(answer).not.toHaveProperty('code');
    }
  });
});

describe('deciding over the API', () => {
  test('returns the state of a code in any spelling', async () => {
    const { device, call } = await served();
    const { user_code } = await device.start();
    const typed = `${user_code.slice(0, 4).toLowerCase()}-${user_code.slice(4)}`;
    expect((await call('GET', `/auth/device?user_code=${typed}`)).json).toEqual({ user_code, status: 'pending' });
    await call('POST', '/auth/device/approve', { userCode: typed });
    expect((await call('GET', `/auth/device?user_code=${user_code}`)).json).toEqual({ user_code, status: 'approved' });
  });

  test('needs a signed-in person: no login 401, an API key 403', async () => {
    const { device, call, workspace } = await served();
    const { user_code: userCode } = await device.start();
    expect((await call('POST', '/auth/device/approve', { userCode }, { token: null })).status).toBe(401);
    const withKey = await call('POST', '/auth/device/approve', { userCode }, { token: workspace.createApiKey('key') });
    expect([withKey.status, withKey.json]).toMatchObject([403, { code: 'SESSION_REQUIRED' }]);
  });

  test('rejects unknown, expired and decided codes', async () => {
    const { device, call, clock } = await served();
    const approve = async (userCode: string) =>
      OAuthError.parse((await call('POST', '/auth/device/approve', { userCode })).json).error;
    expect(await approve('AAAA2222')).toBe('invalid_request');
    const decided = await device.start();
    await call('POST', '/auth/device/deny', { userCode: decided.user_code });
    expect(await approve(decided.user_code)).toBe('invalid_request');
    const late = await device.start();
    clock.ms += 1800 * SECOND_MS;
    expect(await approve(late.user_code)).toBe('expired_token');
  });
});
