/** Polling for the person's approval (RFC 8628, 3.4 and 3.5; docs/service.md#signing-in). */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../electron/service/client.ts';
import { awaitApproval, type DeviceFlowEnd } from '../../../electron/service/device-flow.ts';
import { ServiceError, type ServiceErrorFacts } from '../../../electron/service/errors.ts';
import { createHttp } from '../../../electron/service/http.ts';
import type { DeviceCode } from '../../../electron/service/records.ts';
import { eventually } from '../../until.ts';
import { serveLocalWorkspace } from '../local/serve.ts';
import { testWorkspace } from '../local/workspace.ts';

const CODE: DeviceCode = {
  device_code: 'the-device-code',
  user_code: 'ABCD2345',
  verification_uri: 'https://pm.example.org/device',
  verification_uri_complete: 'https://pm.example.org/device?user_code=ABCD2345',
  interval: 5,
  expires_in: 1800,
};

const oauth = (code: string): ServiceErrorFacts => ({ kind: 'rejected', status: 400, code, message: code });
const PENDING = oauth('authorization_pending');
const OFFLINE: ServiceErrorFacts = { kind: 'unreachable', message: 'No connection.' };
const APPROVED = 'approved';

type Step = ServiceErrorFacts | typeof APPROVED;

interface Run {
  end: DeviceFlowEnd;
  /** Times of the polls, in seconds after the code was created. */
  polls: number[];
  /** Kinds of the reported errors; null when the service answers again. */
  errors: (string | null)[];
  /** In seconds. */
  endedAt: number;
}

/** Runs the flow with these answers in simulated time; the last answer repeats. */
async function run(
  answers: [Step, ...Step[]],
  options: { code?: Partial<DeviceCode>; cancelAt?: number; cancelDuringPoll?: number } = {},
): Promise<Run> {
  const abort = new AbortController();
  const cancelAt = (options.cancelAt ?? Number.POSITIVE_INFINITY) * 1000;
  let clock = 0;
  const polls: number[] = [];
  const errors: Run['errors'] = [];
  const end = await awaitApproval({
    clientId: 'service-cli',
    code: { ...CODE, ...options.code },
    signal: abort.signal,
    monotonic: () => clock,
    sleep: async (ms) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      clock = Math.min(clock + ms, cancelAt);
      if (clock === cancelAt) abort.abort();
    },
    onError: (error) => errors.push(error?.kind ?? null),
    client: {
      requestDeviceToken: async (clientId, deviceCode) => {
        expect([clientId, deviceCode]).toEqual(['service-cli', 'the-device-code']);
        polls.push(clock / 1000);
        if (polls.length === options.cancelDuringPoll) {
          abort.abort();
          throw new ServiceError({ kind: 'lost', message: 'The connection broke.' });
        }
        const answer = answers[polls.length - 1] ?? answers.at(-1) ?? PENDING;
        if (answer !== APPROVED) throw new ServiceError(answer);
        return { access_token: 'the-token', token_type: 'Bearer' };
      },
    },
  });
  return { end, polls, errors, endedAt: clock / 1000 };
}

describe('the end', () => {
  test('approved: polls once per interval, first one interval after the code was created', async () => {
    const { end, polls } = await run([PENDING, PENDING, APPROVED]);
    expect(end).toEqual({ end: 'approved', accessToken: 'the-token' });
    expect(polls).toEqual([5, 10, 15]);
  });

  test('denied by the person', async () => {
    const { end, polls } = await run([PENDING, oauth('access_denied')]);
    expect(end).toEqual({ end: 'denied' });
    expect(polls).toHaveLength(2);
  });

  test.each(['expired_token', 'invalid_grant'])('expired according to the service: %s', async (code) => {
    const { end, polls } = await run([PENDING, oauth(code)]);
    expect(end).toEqual({ end: 'expired' });
    expect(polls).toHaveLength(2);
  });

  test('expired by the local clock, at the exact time, even if the service still answers “pending”', async () => {
    const { end, polls, endedAt } = await run([PENDING], { code: { expires_in: 12 } });
    expect(end).toEqual({ end: 'expired' });
    expect(polls).toEqual([5, 10]);
    expect(endedAt).toBe(12);
  });

  test('expired while offline: at the exact time, not after the next pause', async () => {
    const { end, endedAt } = await run([OFFLINE], { code: { expires_in: 100 } });
    expect(end).toEqual({ end: 'expired' });
    expect(endedAt).toBe(100);
  });

  test('expired during a Retry-After', async () => {
    const busy: ServiceErrorFacts = { kind: 'rejected', status: 503, message: 'busy', retryAfterMs: 3_600_000 };
    expect(await run([busy], { code: { expires_in: 60 } })).toMatchObject({ end: { end: 'expired' }, endedAt: 60 });
  });

  test('cancelled during a pause: no further poll', async () => {
    const { end, polls, endedAt } = await run([PENDING], { cancelAt: 7 });
    expect(end).toEqual({ end: 'cancelled' });
    expect(polls).toEqual([5]);
    expect(endedAt).toBe(7);
  });

  test('cancelled before the first poll and during one', async () => {
    expect(await run([PENDING], { cancelAt: 0 })).toMatchObject({ end: { end: 'cancelled' }, polls: [] });
    const { end, errors } = await run([PENDING], { cancelDuringPoll: 2 });
    expect(end).toEqual({ end: 'cancelled' });
    expect(errors).toEqual([null]);
  });

  test.each<[string, ServiceErrorFacts]>([
    ['the client id is not allowed', oauth('invalid_client')],
    ['the request is wrong', { kind: 'rejected', status: 400, code: 'BAD_REQUEST', message: 'no' }],
    ['the answer has no token', { kind: 'malformed', status: 200, message: 'The answer is empty.' }],
    ['the server redirects', { kind: 'redirect', status: 302, message: 'elsewhere' }],
  ])('failed without a further poll: %s', async (_what, facts) => {
    const { end, polls } = await run([PENDING, facts]);
    expect(end).toMatchObject({ end: 'failed', error: facts });
    expect(polls).toHaveLength(2);
  });
});

describe('the pace', () => {
  test('each slow_down adds five seconds permanently', async () => {
    const { polls } = await run([PENDING, oauth('slow_down'), PENDING, oauth('slow_down'), PENDING, PENDING, APPROVED]);
    expect(polls).toEqual([5, 10, 20, 30, 45, 60, 75]);
  });

  test('without an answer the pause doubles up to a minute; an answer resets it', async () => {
    const offline = Array.from({ length: 6 }, () => OFFLINE);
    const { polls, errors } = await run([PENDING, ...offline, PENDING, PENDING, APPROVED]);
    expect(polls).toEqual([5, 10, 20, 40, 80, 140, 200, 260, 265, 270]);
    expect(errors).toEqual([null, ...offline.map(({ kind }) => kind), null, null]);
  });

  test('a crash of the service does not end the polling', async () => {
    const crash: ServiceErrorFacts = { kind: 'rejected', status: 500, code: 'server_error', message: 'boom' };
    const { end, errors, polls } = await run([crash, PENDING, APPROVED]);
    expect(end.end).toBe('approved');
    expect(errors).toEqual(['rejected', null]);
    expect(polls).toEqual([5, 15, 20]);
  });

  test('the web page of a guest network does not end the polling', async () => {
    const portal: ServiceErrorFacts = { kind: 'not-the-service', status: 200, message: 'A web page answered.' };
    expect((await run([portal, APPROVED])).end.end).toBe('approved');
  });

  test('the Retry-After of the service is added', async () => {
    const limited: ServiceErrorFacts = { kind: 'rejected', status: 429, message: 'slow', retryAfterMs: 30_000 };
    const { polls } = await run([limited, APPROVED]);
    expect(polls).toEqual([5, 45]);
  });
});

describe('over loopback', () => {
  const INTERVAL = 0.05;
  /** So long that a wait for it would not end before the test. */
  const NEVER = 3_600;

  async function waiting(interval = INTERVAL) {
    /** By how much both clocks are set forward (ms). */
    const ahead = { ms: 0 };
    const local = await testWorkspace({ deviceIntervalSeconds: interval, now: () => Date.now() + ahead.ms });
    const server = await serveLocalWorkspace(local.workspace);
    onTestFinished(() => server.close());
    const client = createClient(createHttp({ baseUrl: server.baseUrl, transport: fetch, userAgent: 'Punchcard test' }));
    const code = await client.requestDeviceCode('service-cli');
    const abort = new AbortController();
    const errors: (string | null)[] = [];
    const end = awaitApproval({
      client,
      clientId: 'service-cli',
      code,
      signal: abort.signal,
      monotonic: () => performance.now() + ahead.ms,
      // A little longer, because two clocks with rounded milliseconds are compared.
      sleep: (ms, signal) => delay(ms + 5, undefined, { signal }).catch(() => undefined),
      onError: (error) => errors.push(error?.kind ?? null),
    });
    const polls = () => server.requests.filter(({ path }) => path === '/api/auth/device/token').length;
    /** Resolves after this many polls. */
    const pollsAre = (count: number) => eventually(() => expect(polls()).toBeGreaterThanOrEqual(count));
    return { ...local, ahead, server, client, code, abort, errors, end, polls, pollsAre };
  }

  test('approved in the browser: the token is valid, and the session has the client’s name', async () => {
    const { end, call, code, server, userId, pollsAre } = await waiting();
    await pollsAre(2);
    await call('POST', '/auth/device/approve', { userCode: code.user_code });
    const answer = await end;
    expect(answer.end).toBe('approved');
    const credential = answer.end === 'approved' ? answer.accessToken : '';
    const own = createClient(
      createHttp({ baseUrl: server.baseUrl, transport: fetch, userAgent: 'x', credential: () => credential }),
    );
    expect(await own.whoAmI()).toMatchObject({ id: userId });
    const session = await call('GET', '/auth/get-session', undefined, { token: credential });
    expect(session.json).toMatchObject({ session: { userAgent: 'Punchcard test' } });
  });

  test('denied in the browser', async () => {
    const { end, call, code } = await waiting();
    await call('POST', '/auth/device/deny', { userCode: code.user_code });
    expect(await end).toEqual({ end: 'denied' });
  });

  test('expires without a decision', async () => {
    const { end, pollsAre, ahead } = await waiting();
    await pollsAre(2);
    ahead.ms = 1_800_000;
    expect(await end).toEqual({ end: 'expired' });
  });

  test('cancelled: ends at once', async () => {
    const { end, abort, polls } = await waiting(NEVER);
    abort.abort();
    expect(await end).toEqual({ end: 'cancelled' });
    expect(polls()).toBe(0);
  });

  test('cancelled: stops polling', async () => {
    const { end, abort, polls, pollsAre } = await waiting();
    await pollsAre(1);
    abort.abort();
    expect(await end).toEqual({ end: 'cancelled' });
    const before = polls();
    await delay(INTERVAL * 1000 * 3);
    expect(polls()).toBe(before);
  });

  test('dropped connections are reported, and polling continues', async () => {
    const { end, call, code, server, errors, pollsAre } = await waiting();
    server.intercept = (request) => (request.url.endsWith('/auth/device/token') ? 'drop' : undefined);
    await pollsAre(2);
    server.intercept = undefined;
    await call('POST', '/auth/device/approve', { userCode: code.user_code });
    expect((await end).end).toBe('approved');
    expect(errors).toContain('lost');
  });
});
