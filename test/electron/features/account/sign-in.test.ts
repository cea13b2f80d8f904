/**
 * Every way of signing in and every way it can end, against a real service that can reject, hang, disappear or be another
 * program.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { messages } from '../../../../shared/i18n/generated/main.ts';
import { type Desk, hold, LOCKED, startDesk } from './desk.ts';

const html = () => new Response('<!doctype html><title>App</title>', { headers: { 'Content-Type': 'text/html' } });

/** Starts a device flow and waits for the code. */
async function waiting(desk: Desk, clientId?: string) {
  const done = desk.run.signIn.device(desk.server.url, clientId);
  const view = await desk.reaches('waiting');
  return { done, userCode: view.userCode, view };
}

/** Expects no account, no token and no session. */
function expectNothingKept(desk: Desk): void {
  expect(desk.run.accounts.view()).toBeNull();
  expect([...desk.tokens.kept]).toEqual([]);
  expect(desk.run.sessions.filter((session) => session !== null)).toEqual([]);
  expect(desk.run.database.prepare('SELECT count(*) AS n FROM account').get()).toEqual({ n: 0 });
}

async function failsWith(desk: Desk, work: Promise<void>) {
  await work;
  const view = desk.run.signIn.view();
  if (view.step !== 'failed') throw new Error(`is at ${view.step}`);
  expectNothingKept(desk);
  expect([view.error.title, view.error.explanation, view.error.nextStep].every((words) => words.length > 0)).toBe(true);
  return view;
}

/** The tokens issued by the service, in order. */
function watchTokens(desk: Desk): string[] {
  const given: string[] = [];
  desk.server.intercept = async (request) => {
    if (!request.url.endsWith('/auth/device/token')) return undefined;
    const answer = await desk.remote.workspace.fetch(request.clone());
    const text = await answer.clone().text();
    const token = /"access_token":"([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) given.push(token);
    return answer;
  };
  return given;
}

describe('by device flow', () => {
  test('approved in the browser', async () => {
    const desk = await startDesk();
    const given = watchTokens(desk);
    const { done, userCode, view } = await waiting(desk);
    const { host } = new URL(desk.server.url);
    expect(view).toEqual({
      step: 'waiting',
      server: host,
      userCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      verificationAddress: `${host}/device`,
      startedAt: new Date(desk.clock.ms).toISOString(),
      expiresAt: new Date(desk.clock.ms + 1_800_000).toISOString(),
      notice: null,
    });
    desk.run.signIn.copyCode();
    expect(desk.run.copied).toEqual([userCode, userCode]);
    await delay(60);
    expect(desk.run.signIn.view().step).toBe('waiting');
    await desk.approve(userCode);
    await done;
    expect(desk.run.signIn.view()).toEqual({ step: 'none', succeeded: true });
    expect(desk.run.accounts.view()).toMatchObject({ kind: 'device', userName: 'Ada', tokenIn: 'keychain' });
    expect(desk.run.accounts.current()?.webUrl).toBe(desk.server.url);
    expect([...desk.tokens.kept.values()]).toEqual(given);
    desk.expectHidden(given[0] ?? '');
  });

  test('sends the User-Agent and never an old credential to the device endpoints', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const { done, userCode } = await waiting(desk);
    await desk.approve(userCode);
    await done;
    const asked = desk.server.requests.filter(({ path }) => path.startsWith('/api/auth/device/'));
    expect(asked.length).toBeGreaterThan(1);
    for (const { headers } of asked) {
      expect(headers['user-agent']).toBe('Punchcard/test');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('origin');
    }
  });

  test('the device code is never shown', async () => {
    const desk = await startDesk();
    let code = '';
    desk.server.intercept = async (request) => {
      if (!request.url.endsWith('/device/code')) return undefined;
      const answer = await desk.remote.workspace.fetch(request.clone());
      code = /"device_code":"([^"]+)"/.exec(await answer.clone().text())?.[1] ?? '';
      return answer;
    };
    await waiting(desk);
    desk.expectHidden(code);
  });

  test('denied in the browser', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk);
    await desk.deny(userCode);
    expect(await failsWith(desk, done)).toMatchObject({ reason: 'denied', method: 'device' });
  });

  test('not approved in time', async () => {
    const desk = await startDesk({ deviceExpiresSeconds: 0.2 });
    const { done } = await waiting(desk);
    expect(await failsWith(desk, done)).toMatchObject({ reason: 'expired' });
  });

  test('not approved in time while the server is unreachable', async () => {
    const desk = await startDesk({ deviceExpiresSeconds: 0.2 });
    const { done } = await waiting(desk);
    desk.server.intercept = () => 'drop';
    expect(await failsWith(desk, done)).toMatchObject({ reason: 'expired' });
  });

  test('with no client id that the server allows', async () => {
    const desk = await startDesk({ deviceClientIds: ['desk-app'] });
    const asked = desk.server.requests;
    const failed = await failsWith(desk, desk.run.signIn.device(desk.server.url, 'stranger'));
    expect(failed).toMatchObject({ reason: 'client-not-allowed' });
    expect(failed.error.nextStep).toContain('DEVICE_AUTH_CLIENT_IDS');
    expect(asked).toHaveLength(5);
    expect(desk.run.signIn.clientId(desk.server.url)).toBe('service-cli');
  });

  test('without a typed client id the known ones are tried in turn, and the accepted one is stored for that server', async () => {
    const desk = await startDesk({ deviceClientIds: ['kaneo-cli'] });
    const { signIn } = desk.run;
    expect(signIn.clientId(desk.server.url)).toBe('service-cli');
    const { done, userCode } = await waiting(desk);
    expect(signIn.clientId(desk.server.url)).toBe('service-cli');
    await desk.approve(userCode);
    await done;
    expect(signIn.clientId(`${desk.server.url}/api/`)).toBe('kaneo-cli');
    expect(signIn.clientId('remote-timer.example')).toBe('service-cli');
    expect(signIn.clientId('???')).toBe('service-cli');
    expect(desk.run.accounts.current()).toMatchObject({ clientId: 'kaneo-cli' });
    await desk.restart();
    expect(desk.run.signIn.clientId(desk.server.url)).toBe('kaneo-cli');
  });

  test('a typed client id is tried first, then the known ones', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk, 'stranger');
    await desk.approve(userCode);
    await done;
    expect(desk.run.accounts.current()).toMatchObject({ clientId: 'service-cli' });
  });

  test('a notice shows that the server is unreachable until it answers again', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk);
    desk.server.intercept = () => 'drop';
    await expect.poll(() => desk.run.signIn.view()).toMatchObject({ notice: expect.stringContaining('Still trying') });
    desk.server.intercept = undefined;
    await expect.poll(() => desk.run.signIn.view()).toMatchObject({ step: 'waiting', notice: null });
    await desk.approve(userCode);
    await done;
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
  });

  test('the page can be opened and the code copied again while waiting, and not afterwards', async () => {
    const desk = await startDesk();
    const { userCode } = await waiting(desk);
    await desk.run.signIn.openBrowser();
    desk.run.signIn.copyCode();
    expect(desk.run.opened).toEqual([`${desk.server.url}/device?user_code=${userCode}`]);
    expect(desk.run.copied).toEqual([userCode, userCode]);
    desk.run.signIn.cancel();
    await desk.run.signIn.openBrowser();
    desk.run.signIn.copyCode();
    expect([desk.run.opened.length, desk.run.copied.length]).toEqual([1, 2]);
  });

  test('approved, but the service then fails: nothing is stored and the session is ended', async () => {
    const desk = await startDesk();
    const given = watchTokens(desk);
    const watch = desk.server.intercept;
    const { done, userCode } = await waiting(desk);
    desk.server.intercept = (request) =>
      request.url.endsWith('/organization/list') ? Response.json([]) : watch?.(request);
    await desk.approve(userCode);
    expect(await failsWith(desk, done)).toMatchObject({ reason: 'no-workspace' });
    await expectEnded(desk, given[0] ?? '');
  });

  test('approved, but the keychain fails: signed in until the app quits', async () => {
    const desk = await startDesk();
    const given = watchTokens(desk);
    desk.tokens.failing.set = LOCKED;
    const { done, userCode } = await waiting(desk);
    await desk.approve(userCode);
    await done;
    expect(desk.run.accounts.view()).toMatchObject({ tokenIn: 'memory', error: { kind: 'keychain' } });
    desk.expectHidden(given[0] ?? '');
  });
});

async function expectEnded({ remote }: Desk, token: string): Promise<void> {
  expect(token).not.toBe('');
  await expect.poll(async () => (await remote.call('GET', '/user/me', undefined, { token })).status).toBe(401);
}

describe('at an address that is not the service', () => {
  test.each([
    ['a web page', 'not-the-service', () => html()],
    [
      'a redirect',
      'not-the-service',
      () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example/' } }),
    ],
    ['another service', 'not-the-service', () => Response.json({ hello: 'world' })],
    ['a missing route', 'not-the-service', () => new Response('404 Not Found', { status: 404 })],
    ['a crash', 'other', () => Response.json({ message: 'Internal Server Error' }, { status: 500 })],
    [
      'a proxy without a server behind it',
      'not-the-service',
      () => new Response('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    ],
    ['a dropped connection', 'unreachable', () => 'drop' as const],
  ])('%s', async (_, reason, answer) => {
    const desk = await startDesk();
    desk.server.intercept = () => answer();
    expect((await failsWith(desk, desk.run.signIn.device(desk.server.url))).reason).toBe(reason);
    expect((await failsWith(desk, desk.run.signIn.apiKey(desk.server.url, 'some-key-123456'))).reason).toBe(reason);
    expect(desk.server.requests.every(({ headers }) => headers.host === new URL(desk.server.url).host)).toBe(true);
    desk.expectHidden('some-key-123456');
  });

  test.each([
    [502, /down or being restarted/],
    [200, /between this computer and the server/],
  ])('a web page (%i) from a server that was the service before is an outage', async (status, explanation) => {
    const desk = await startDesk();
    await desk.signIn();
    desk.server.intercept = () => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } });
    await desk.run.accounts.closeAndForget();
    const failed = {
      reason: 'unreachable',
      error: { kind: 'unreachable', explanation: expect.stringMatching(explanation) },
    };
    await desk.run.signIn.device(desk.server.url);
    expect(desk.run.signIn.view()).toMatchObject(failed);
    await desk.run.signIn.apiKey(desk.server.url, 'k');
    expect(desk.run.signIn.view()).toMatchObject(failed);
  });

  test('no server', async () => {
    const desk = await startDesk();
    await desk.server.close();
    expect(await failsWith(desk, desk.run.signIn.device(desk.server.url))).toMatchObject({ reason: 'unreachable' });
    expect(await failsWith(desk, desk.run.signIn.apiKey(desk.server.url, 'k'))).toMatchObject({
      reason: 'unreachable',
    });
  });

  test('a server that never answers', async () => {
    const desk = await startDesk();
    desk.server.intercept = () => new Promise(() => undefined);
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(), 20);
      return limit.signal;
    });
    try {
      const view = await failsWith(desk, desk.run.signIn.device(desk.server.url));
      expect(view).toMatchObject({ reason: 'unreachable', address: desk.server.url });
      expect(view.error.explanation).toMatch(/No answer within 20 s/);
      expect(limits).toHaveBeenCalledWith(20_000);
    } finally {
      limits.mockRestore();
    }
  });

  test.each(['', 'ftp://files.example', 'http://', 'no spaces allowed'])('an invalid address: “%s”', async (text) => {
    const desk = await startDesk();
    expect(await failsWith(desk, desk.run.signIn.device(text))).toMatchObject({ error: { kind: 'invalid' } });
    expect(await failsWith(desk, desk.run.signIn.apiKey(text, 'k'))).toMatchObject({ error: { kind: 'invalid' } });
  });

  test('an invalid address cancels the previous attempt', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk);
    await desk.run.signIn.device('http://');
    await desk.approve(userCode);
    await done;
    expect(desk.run.signIn.view().step).toBe('failed');
    expectNothingKept(desk);
  });
});

describe('cancelled', () => {
  /** Cancels, releases the held request and expects no result. */
  async function cancelled(desk: Desk, done: Promise<void>, release: () => void = () => undefined) {
    desk.run.signIn.cancel();
    expect(desk.run.signIn.view()).toEqual({ step: 'none' });
    release();
    await done;
    await delay(60);
    expect(desk.run.signIn.view()).toEqual({ step: 'none' });
    expectNothingKept(desk);
  }

  test.each(['/auth/device/code', '/user/me', '/auth/organization/list'])('during a request to %s', async (path) => {
    const desk = await startDesk();
    const { arrived, release } = hold(desk.server, path);
    const done = desk.run.signIn.device(desk.server.url);
    if (path !== '/auth/device/code') await desk.approve((await desk.reaches('waiting')).userCode);
    await arrived;
    await cancelled(desk, done, release);
  });

  test('before the person approves in the browser', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk);
    desk.run.signIn.cancel();
    await desk.approve(userCode);
    await cancelled(desk, done);
  });

  test('while the approved code is exchanged', async () => {
    const desk = await startDesk();
    const { done, userCode } = await waiting(desk);
    const { arrived, release } = hold(desk.server, '/auth/device/token');
    await desk.approve(userCode);
    await arrived;
    await cancelled(desk, done, release);
  });

  test('while the keychain asks for its password: the token is not stored and the session is ended', async () => {
    const desk = await startDesk();
    const given = watchTokens(desk);
    let release: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      desk.tokens.beforeSet = () => {
        resolve();
        return new Promise((go) => {
          release = go;
        });
      };
    });
    const { done, userCode } = await waiting(desk);
    await desk.approve(userCode);
    await asked;
    await cancelled(desk, done, () => release());
    await expectEnded(desk, given[0] ?? '');
  });

  test('while storing the token of a second sign-in: the first one keeps its token', async () => {
    const desk = await startDesk();
    const token = await desk.signIn();
    desk.tokens.beforeSet = () => {
      desk.tokens.beforeSet = () => undefined;
      desk.run.signIn.cancel();
    };
    const { done, userCode } = await waiting(desk);
    await desk.approve(userCode);
    await done;
    expect([...desk.tokens.kept.values()]).toEqual([token]);
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', tokenIn: 'keychain' });
    expect(await desk.run.sessions.at(-1)?.client.whoAmI()).toMatchObject({ name: 'Ada' });
  });

  test('while an API key is checked', async () => {
    const desk = await startDesk();
    const { arrived, release } = hold(desk.server, '/auth/organization/list');
    const done = desk.run.signIn.apiKey(desk.server.url, desk.apiKey());
    await arrived;
    await cancelled(desk, done, release);
  });

  test('right after choosing the local workspace', async () => {
    const desk = await startDesk();
    await cancelled(desk, desk.run.signIn.local());
  });

  test('by another attempt, which alone counts', async () => {
    const desk = await startDesk();
    const first = await waiting(desk);
    const second = desk.run.signIn.device(desk.server.url);
    await first.done;
    const { userCode } = await desk.reaches('waiting');
    expect(userCode).not.toBe(first.userCode);
    await desk.approve(first.userCode);
    await delay(60);
    expect(desk.run.signIn.view()).toMatchObject({ step: 'waiting', userCode });
    await desk.approve(userCode);
    await second;
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
    expect(desk.run.sessions.filter((session) => session !== null)).toHaveLength(1);
  });

  test('by another attempt while a key is checked: the view of the new attempt stays', async () => {
    const desk = await startDesk();
    const { arrived, release } = hold(desk.server, '/auth/organization/list');
    const first = desk.run.signIn.apiKey(desk.server.url, desk.apiKey());
    await arrived;
    desk.server.intercept = undefined;
    await waiting(desk);
    release();
    await first;
    expect(desk.run.signIn.view().step).toBe('waiting');
    expectNothingKept(desk);
  });
});

describe('with an API key', () => {
  test('that is valid', async () => {
    const desk = await startDesk();
    const key = desk.apiKey();
    await desk.run.signIn.apiKey(`${desk.server.url}/api/`, key);
    expect(desk.run.signIn.view()).toEqual({ step: 'none', succeeded: true });
    expect(desk.run.accounts.view()).toMatchObject({ kind: 'api-key', userName: 'Ada', tokenIn: 'keychain' });
    expect([...desk.tokens.kept.values()]).toEqual([key]);
    desk.expectHidden(key);
  });

  test('that is invalid', async () => {
    const desk = await startDesk();
    const failed = await failsWith(desk, desk.run.signIn.apiKey(desk.server.url, 'wrong-key-12345'));
    expect(failed).toMatchObject({ reason: 'key-not-accepted', method: 'api-key' });
    desk.expectHidden('wrong-key-12345');
  });

  test.each([
    ['a line break', 'wrong-key\n12345'],
    ['a character outside ASCII', 'wrong-key-12345-ÿ€'],
    ['a megabyte', 'wrong-key-'.repeat(100_000)],
  ])('with %s: rejected before it is sent', async (_what, key) => {
    const desk = await startDesk();
    const failed = await failsWith(desk, desk.run.signIn.apiKey(desk.server.url, key));
    expect(failed).toMatchObject({ reason: 'key-not-accepted', error: { title: 'That is not an API key' } });
    expect(desk.server.requests).toEqual([]);
    expect(desk.tokens.calls).toEqual([]);
    desk.expectHidden(key);
  });

  test('unencrypted to another computer needs confirmation, with the warning of the device flow', async () => {
    const desk = await startDesk();
    const address = 'http://nowhere.invalid';
    const asked = await failsWith(desk, desk.run.signIn.apiKey(address, 'wrong-key-12345'));
    expect(asked).toMatchObject({
      reason: 'not-encrypted',
      address,
      error: { kind: 'needs-confirmation', explanation: messages.account.notEncrypted },
    });
    // It is sent after the confirmation; the host does not exist.
    const sent = await failsWith(desk, desk.run.signIn.apiKey(address, 'wrong-key-12345', true));
    expect(sent.reason).toBe('unreachable');
  });
});

describe('a server that issues an unusable token', () => {
  test.each([
    ['a line break', { access_token: 'a-token-with\r\nX-Injected: 1' }, 'line breaks'],
    ['a character outside Latin-1', { access_token: 'a-token-with-€-in-it' }, 'line breaks'],
    ['a megabyte', { access_token: 'a-long-token-'.repeat(80_000) }, 'too long'],
    ['another type', { access_token: 'a-good-token-12345', token_type: 'DPoP' }, 'not a Bearer token'],
  ])('%s: rejected with an explanation', async (_what, given, says) => {
    const desk = await startDesk();
    desk.server.intercept = (request) =>
      request.url.endsWith('/auth/device/token') ? Response.json({ token_type: 'bearer', ...given }) : undefined;
    const { done } = await waiting(desk);
    const failed = await failsWith(desk, done);
    expect(failed.error.explanation).toContain(says);
    desk.expectHidden(given.access_token);
    expect(desk.server.requests.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
    expect(desk.tokens.calls).toEqual([]);
  });
});

/** Every way a server can include a token in an answer. */
const ECHOES: [string, (token: string) => string | { json: unknown } | { location: string }][] = [
  ['as text', (token) => `Bad token ${token}`],
  ['as a message', (token) => ({ json: { message: `Bad token ${token}`, code: 'FORBIDDEN' } })],
  ['as a code', (token) => ({ json: { message: 'Bad token', code: token } })],
  [
    'as an issue',
    (token) => ({ json: { message: 'Bad', code: 'VALIDATION_ERROR', issues: [{ path: token, message: token }] } }),
  ],
  [
    'as a permission',
    (token) => ({ json: { message: 'No', code: 'MISSING_PERMISSION', missingPermissions: [token] } }),
  ],
  ['as an OAuth error', (token) => ({ json: { error: token, error_description: token } })],
  ['percent-encoded', (token) => percent(token)],
  ['in base64', (token) => Buffer.from(`Authorization: Bearer ${token}`).toString('base64')],
  ['escaped in JSON', (token) => `{"message":"${escaped(token)}","code":"FORBIDDEN"}`],
  ['in a redirect', (token) => ({ location: `https://elsewhere.example/?was=${token}#${percent(token)}` })],
];
const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
const escaped = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '\\u00$&');

describe('a server that repeats the key', () => {
  test.each(ECHOES)('%s: it is neither shown nor stored', async (_how, echo) => {
    const desk = await startDesk();
    const key = desk.apiKey();
    const forms = [key, percent(key), escaped(key), Buffer.from(key).toString('base64').slice(4, -4)];
    desk.server.intercept = () => {
      const echoed = echo(key);
      if (typeof echoed === 'string') return new Response(echoed, { status: 403 });
      if ('json' in echoed) return Response.json(echoed.json, { status: 403 });
      return new Response(null, { status: 302, headers: { Location: echoed.location } });
    };
    const failed = await failsWith(desk, desk.run.signIn.apiKey(desk.server.url, key));
    for (const form of forms) {
      expect(JSON.stringify(failed)).not.toContain(form);
      desk.expectHidden(form);
    }
  });

  test('as the person’s name and workspace: it is removed from them', async () => {
    const desk = await startDesk();
    const key = desk.apiKey();
    desk.server.intercept = async (request) => {
      const answer = await desk.remote.workspace.fetch(request.clone());
      const text = (await answer.text()).replace(
        /"(name|image)":("[^"]*"|null)/g,
        (_all, field) => `"${field}":"x ${key} y"`,
      );
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    await desk.run.signIn.apiKey(desk.server.url, key);
    const view = desk.run.accounts.view();
    expect(view).toMatchObject({ status: 'signed-in', userName: 'x *** y', workspaces: [{ name: 'x *** y' }] });
    expect([...desk.tokens.kept.values()]).toEqual([key]);
    desk.expectHidden(key);
  });

  test('as the token of a new sign-in: it is accepted', async () => {
    const desk = await startDesk();
    const key = desk.apiKey();
    await desk.run.signIn.apiKey(desk.server.url, key);
    desk.server.intercept = (request) =>
      request.url.endsWith('/auth/device/token')
        ? Response.json({ access_token: key, token_type: 'Bearer' })
        : undefined;
    const { done } = await waiting(desk);
    await done;
    expect(desk.run.accounts.view()).toMatchObject({ kind: 'device', status: 'signed-in' });
    expect([...desk.tokens.kept.values()]).toEqual([key]);
  });
});

describe('signing in again', () => {
  test('after the token was revoked uses the same server, client id and account', async () => {
    const desk = await startDesk();
    const first = await waiting(desk, 'kaneo-cli');
    await desk.approve(first.userCode);
    await first.done;
    const id = desk.run.accounts.current()?.id;
    await desk.revoke([...desk.tokens.kept.values()][0] ?? '');
    expect(await desk.run.accounts.isCredentialDead()).toBe(true);
    const done = desk.run.signIn.reauthenticate();
    await desk.approve((await desk.reaches('waiting')).userCode);
    await done;
    expect(desk.run.accounts.view()).toMatchObject({ id, status: 'signed-in', clientId: 'kaneo-cli', error: null });
  });

  test('with a revoked API key asks for another key', async () => {
    const desk = await startDesk();
    await desk.run.signIn.apiKey(desk.server.url, desk.apiKey());
    await desk.run.signIn.reauthenticate();
    expect(desk.run.signIn.view()).toMatchObject({ step: 'failed', method: 'api-key', reason: 'key-not-accepted' });
    expect(desk.run.accounts.current()).not.toBeNull();
  });

  test('in the local workspace opens it at once', async () => {
    const desk = await startDesk();
    await desk.run.signIn.local();
    expect(desk.run.signIn.view()).toEqual({ step: 'none', succeeded: true });
    await desk.run.signIn.reauthenticate();
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
  });

  test('without an account does nothing', async () => {
    const desk = await startDesk();
    await desk.run.signIn.reauthenticate();
    expect(desk.run.signIn.view()).toEqual({ step: 'none' });
  });
});
