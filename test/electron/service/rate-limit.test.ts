/** Requests are held back until a rate limit ends. */
import { expect, test } from 'vitest';
import { ServiceError } from '../../../electron/service/errors.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { createRateLimit } from '../../../electron/service/rate-limit.ts';
import { answering, rawServer } from './raw-server.ts';

const HOUR = 3_600_000;
const LIMITED = { message: 'Rate limit exceeded.', code: 'RATE_LIMITED', details: { tryAgainIn: 60_000 } };

async function limited(body: object = LIMITED, status = 429) {
  const server = await rawServer(answering(status, body));
  const clock = { ms: 0 };
  const rateLimit = createRateLimit(() => clock.ms);
  const http = createHttp({
    baseUrl: server.baseUrl,
    transport: fetch,
    userAgent: 'Test',
    credential: () => 'token',
    rateLimit,
  });
  const request = async (path: string, authorised = true): Promise<ServiceError | undefined> => {
    const answer = http.requestJson({ method: 'GET', path, authorised });
    return answer.then(
      () => undefined,
      (error: unknown) => (error instanceof ServiceError ? error : undefined),
    );
  };
  return { server, clock, rateLimit, request };
}

test('requests are rejected with the service’s message until the limit ends', async () => {
  const { server, clock, rateLimit, request } = await limited();
  expect(await request('/task/assigned')).toMatchObject({ status: 429, retryAfterMs: 60_000, wasNotSent: false });
  clock.ms += 40_000;
  expect(await request('/notification')).toMatchObject({
    kind: 'rejected',
    status: 429,
    message: LIMITED.message,
    code: 'RATE_LIMITED',
    retryAfterMs: 20_000,
    wasNotSent: true,
    mayHaveActed: false,
  });
  expect([rateLimit.waitMs(), server.requests.length]).toEqual([20_000, 1]);
  clock.ms += 20_000;
  server.answer = answering(200, []);
  expect(await request('/notification')).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test('a limit of the /auth routes does not affect the others', async () => {
  const { server, rateLimit, request } = await limited();
  await request('/auth/organization/has-permission');
  expect(await request('/auth/get-session')).toMatchObject({ wasNotSent: true });
  await request('/auth/device/token', false);
  await request('/task/assigned');
  expect(server.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['has-permission', 'token', 'assigned']);
  expect(rateLimit.waitMs()).toBe(60_000);
});

test('a person can lift the limit', async () => {
  const { server, rateLimit, request } = await limited();
  await request('/a');
  rateLimit.lift();
  await request('/b');
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['a 429 without a time', { message: 'Too many invitations', code: 'TOO_MANY' }, 429],
  ['a busy server', LIMITED, 503],
  ['a proxy', { error: 'Too many requests', details: LIMITED.details }, 429],
])('%s does not stop other requests', async (_, body, status) => {
  const { server, request } = await limited(body, status);
  await request('/a');
  await request('/b');
  expect(server.requests).toHaveLength(2);
});

test('the longest wait is an hour', async () => {
  const { rateLimit, request } = await limited({ ...LIMITED, details: { tryAgainIn: 24 * HOUR } });
  await request('/a');
  expect(rateLimit.waitMs()).toBe(HOUR);
});
