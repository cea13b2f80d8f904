/** A service that asks us to slow down is not sent anything until then. */
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
  const ask = async (path: string, authorised = true): Promise<ServiceError | undefined> => {
    const answer = http.requestJson({ method: 'GET', path, authorised });
    return answer.then(
      () => undefined,
      (error: unknown) => (error instanceof ServiceError ? error : undefined),
    );
  };
  return { server, clock, rateLimit, ask };
}

test('requests are rejected with the service’s own words until the time it named, and then sent again', async () => {
  const { server, clock, rateLimit, ask } = await limited();
  expect(await ask('/task/assigned')).toMatchObject({ status: 429, retryAfterMs: 60_000, wasNotSent: false });
  clock.ms += 40_000;
  expect(await ask('/notification')).toMatchObject({
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
  expect(await ask('/notification')).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test('a limit of the sign-in’s own routes leaves the others alone', async () => {
  const { server, rateLimit, ask } = await limited();
  await ask('/auth/organization/has-permission');
  expect(await ask('/auth/get-session')).toMatchObject({ wasNotSent: true });
  await ask('/auth/device/token', false);
  await ask('/task/assigned');
  expect(server.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['has-permission', 'token', 'assigned']);
  expect(rateLimit.waitMs()).toBe(60_000);
});

test('a person may ask sooner', async () => {
  const { server, rateLimit, ask } = await limited();
  await ask('/a');
  rateLimit.lift();
  await ask('/b');
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['a 429 that names no time', { message: 'Too many invitations', code: 'TOO_MANY' }, 429],
  ['a busy server', LIMITED, 503],
  ['something on the way', { error: 'Too many requests', details: LIMITED.details }, 429],
])('%s stops nothing else', async (_, body, status) => {
  const { server, ask } = await limited(body, status);
  await ask('/a');
  await ask('/b');
  expect(server.requests).toHaveLength(2);
});

test('the longest wait is an hour', async () => {
  const { rateLimit, ask } = await limited({ ...LIMITED, details: { tryAgainIn: 24 * HOUR } });
  await ask('/a');
  expect(rateLimit.waitMs()).toBe(HOUR);
});
