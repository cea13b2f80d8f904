/** Rate limits and quotas of API keys (docs/service.md#rate-limits). */
import { describe, expect, test } from 'vitest';
import type { ApiKeyOptions } from '../../../electron/local/access.ts';
import { SECOND_MS, testWorkspace } from './workspace.ts';

async function withKey(options?: ApiKeyOptions) {
  const local = await testWorkspace();
  const token = local.workspace.createApiKey('script', null, options);
  const use = (path = '/user/me') => local.call('GET', path, undefined, { token });
  const limits = (headers: Headers) =>
    ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers.get(name));
  return { ...local, use, limits };
}

describe('the rate', () => {
  test('is in the headers of every answer, including rejections', async () => {
    const { use, limits, clock } = await withKey({ rateLimit: { max: 3, windowMs: 10 * SECOND_MS } });
    const reset = String(clock.ms / 1000 + 10);
    expect(limits((await use()).headers)).toEqual([null, '3', '2', reset]);
    expect(limits((await use('/task/nope')).headers)).toEqual([null, '3', '1', reset]);
    expect(limits((await use('/no/such')).headers)).toEqual([null, '3', '0', reset]);
    const over = await use();
    expect(over).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED', message: 'Rate limit exceeded.' } });
    expect(limits(over.headers)).toEqual(['10', '3', '0', reset]);
  });

  test('counts from the last accepted request, so only a pause resets it', async () => {
    const { use, clock } = await withKey({ rateLimit: { max: 2, windowMs: 10 * SECOND_MS } });
    await use();
    clock.ms += 9 * SECOND_MS;
    expect((await use()).status).toBe(200);
    clock.ms += 9 * SECOND_MS;
    const over = await use();
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '1']);
    // A rejected request does not extend the wait.
    clock.ms += SECOND_MS;
    expect((await use()).status).toBe(200);
  });

  test('is 100 in 60 s by default; sessions have none', async () => {
    const { use, call, limits } = await withKey();
    for (let count = 0; count < 100; count += 1) expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(429);
    const own = await call('GET', '/user/me');
    expect([own.status, ...limits(own.headers)]).toEqual([200, null, null, null, null]);
  });

  test('is counted per key', async () => {
    const { use, call, workspace } = await withKey({ rateLimit: { max: 1, windowMs: SECOND_MS } });
    const other = workspace.createApiKey('other', null, { rateLimit: null });
    await use();
    expect((await use()).status).toBe(429);
    const answer = await call('GET', '/user/me', undefined, { token: other });
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  });
});

describe('a quota', () => {
  test('that is never refilled sends neither Retry-After nor limits', async () => {
    const { use, limits } = await withKey({ quota: { uses: 2 } });
    await use();
    await use();
    const over = await use();
    expect(over).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(limits(over.headers)).toEqual([null, null, null, null]);
  });

  test('that is refilled sends Retry-After', async () => {
    const { use, limits, clock } = await withKey({ quota: { uses: 1, refill: { uses: 2, everyMs: 60 * SECOND_MS } } });
    await use();
    clock.ms += 20 * SECOND_MS;
    expect(limits((await use()).headers)).toEqual(['40', null, null, null]);
    clock.ms += 40 * SECOND_MS;
    expect([(await use()).status, (await use()).status, (await use()).status]).toEqual([200, 200, 429]);
  });
});
