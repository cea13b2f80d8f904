/** The device flow over HTTP, for a device and a browser (docs/service.md#signing-in). */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DeviceCode, DeviceToken, OAuthError } from '../../../electron/service/records.ts';
import { type ServedWorkspace, serveLocalWorkspace } from './serve.ts';
import { DAY_MS, SECOND_MS, testWorkspace } from './workspace.ts';

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

  test('needs no login, so no more than thirty codes a minute are made', async () => {
    const { call, clock } = await testWorkspace();
    const ask = () => call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null });
    for (let count = 0; count < 30; count += 1) expect((await ask()).status).toBe(200);
    clock.ms += 20 * SECOND_MS;
    const refused = await ask();
    expect([refused.status, OAuthError.parse(refused.json).error]).toEqual([429, 'slow_down']);
    expect(refused.headers.get('retry-after')).toBe('40');
    clock.ms += 40 * SECOND_MS;
    expect((await ask()).status).toBe(200);
  });

  test('needs no login, so only the newest hundred codes are kept', async () => {
    const { call, clock } = await testWorkspace();
    const ask = async () =>
      DeviceCode.parse((await call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null })).json);
    const codes: DeviceCode[] = [];
    for (let count = 0; count < 110; count += 1) {
      clock.ms += 3 * SECOND_MS;
      codes.push(await ask());
    }
    const poll = async (code: DeviceCode | undefined) => {
      const body = { grant_type: GRANT, device_code: code?.device_code, client_id: 'service-cli' };
      return OAuthError.parse((await call('POST', '/auth/device/token', body, { token: null })).json).error;
    };
    expect([await poll(codes[9]), await poll(codes[10])]).toEqual(['invalid_grant', 'authorization_pending']);
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

describe('a program that was let in', () => {
  async function letIn() {
    const onProgram = vi.fn();
    const local = await testWorkspace({ onProgram });
    const start = async () =>
      DeviceCode.parse(
        (await local.call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null })).json,
      );
    const approve = (userCode: string, token = local.token) =>
      local.call('POST', '/auth/device/approve', { userCode }, { token });
    const redeem = async (device_code: string) => {
      const body = { grant_type: GRANT, device_code, client_id: 'service-cli' };
      const init = { token: null, headers: { 'User-Agent': 'Punchcard' } };
      return (await local.call('POST', '/auth/device/token', body, init)).json;
    };
    const code = await start();
    await approve(code.user_code);
    const { access_token: program } = DeviceToken.parse(await redeem(code.device_code));
    return { ...local, start, approve, redeem, program, onProgram };
  }

  test('works like a session, but lets in no other program', async () => {
    const { start, approve, call, program } = await letIn();
    expect((await call('GET', '/user/me', undefined, { token: program })).status).toBe(200);
    const { user_code } = await start();
    const refused = await approve(user_code, program);
    expect([refused.status, refused.json]).toMatchObject([403, { code: 'SESSION_REQUIRED' }]);
    expect((await call('GET', `/auth/device?user_code=${user_code}`)).json).toMatchObject({ status: 'pending' });
    const session = (await call('GET', '/auth/get-session', undefined, { token: program })).json;
    expect(session).toMatchObject({ session: { userAgent: 'Punchcard' } });
  });

  test('is counted until its session ends', async () => {
    const { workspace, clock, onProgram } = await letIn();
    expect(workspace.programs()).toBe(1);
    expect(onProgram).toHaveBeenCalledOnce();
    clock.ms += 7 * DAY_MS;
    expect(workspace.programs()).toBe(0);
  });

  test('loses the API keys that it made with its access, also if its session ended before; the person’s own stay', async () => {
    const { workspace, call, clock, program, token } = await letIn();
    const make = async (by: string) => {
      const { json } = await call('POST', '/auth/api-key/create', { name: 'Key' }, { token: by });
      return (json as { key: string }).key;
    };
    const [its, own] = [await make(program), await make(token)];
    expect(workspace.programs()).toBe(1);
    clock.ms += 7 * DAY_MS;
    const me = async (secret: string) => (await call('GET', '/user/me', undefined, { token: secret })).status;
    expect([await me(program), await me(its), workspace.programs()]).toEqual([401, 200, 1]);
    workspace.endPrograms();
    expect([await me(its), await me(own), workspace.programs()]).toEqual([401, 200, 0]);
  });

  test('is shut out with every other one, also with codes it has not redeemed; Punchcard and keys stay', async () => {
    const { workspace, call, start, approve, redeem, program, token } = await letIn();
    const key = workspace.createApiKey('Script');
    const [approved, pending] = [await start(), await start()];
    await approve(approved.user_code);
    workspace.endPrograms();
    expect(workspace.programs()).toBe(0);
    const me = async (secret: string) => (await call('GET', '/user/me', undefined, { token: secret })).status;
    expect([await me(program), await me(token), await me(key)]).toEqual([401, 200, 200]);
    expect(await redeem(approved.device_code)).toMatchObject({ error: 'invalid_grant' });
    expect(await redeem(pending.device_code)).toMatchObject({ error: 'authorization_pending' });
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
