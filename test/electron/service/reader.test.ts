/** When a reader reads, which answers it drops, and how long it waits. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError, type ServiceErrorFacts } from '../../../electron/service/errors.ts';
import { createReader, type ReaderOptions } from '../../../electron/service/reader.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const rejected = (facts: Partial<ServiceErrorFacts> = {}) =>
  new ServiceError({ kind: 'rejected', message: 'No', ...facts } as ServiceErrorFacts);

type Part = ReadonlySet<string>;

function desk(options: Partial<ReaderOptions<string, Part>> = {}) {
  const reads: string[] = [];
  const accepted: string[] = [];
  const failures: number[] = [];
  const open: PromiseWithResolvers<string>[] = [];
  const signals: AbortSignal[] = [];
  const reader = createReader<string, Part>({
    async read(source, part, signal) {
      reads.push([source, ...(part ?? ['all'])].join(' '));
      signals.push(signal);
      const request = Promise.withResolvers<string>();
      open.push(request);
      const answer = await request.promise;
      signal.throwIfAborted();
      accepted.push(`${source} ${answer}`);
    },
    fail: (_error, _source, retryMs) => failures.push(retryMs),
    merge: (one, other) => one && other && new Set([...one, ...other]),
    freshMs: 10_000,
    polls: { everyMs: () => 60_000, random: () => 0.5 },
    now: Date.now,
    ...options,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const answer = async (value: string | ServiceError) => {
    const first = open.shift();
    if (typeof value === 'string') first?.resolve(value);
    else first?.reject(value);
    await pass(0);
  };
  return { reader, reads, accepted, failures, signals, pass, answer };
}

test('one read at a time; requests during a read are merged into one more', async () => {
  const { reader, reads, answer } = desk();
  void reader.start('a');
  reader.refresh(new Set(['p1']));
  reader.refresh(new Set(['p2']));
  expect(reads).toEqual(['a all']);
  await answer('whole');
  expect(reads).toEqual(['a all', 'a p1 p2']);
  reader.refresh(new Set(['p3']));
  reader.refresh();
  await answer('part');
  expect(reads).toEqual(['a all', 'a p1 p2', 'a all']);
  expect(reader.isReading()).toBe(true);
  await answer('whole');
  expect([reads.length, reader.isReading()]).toEqual([3, false]);
});

test('a new source is read at once, and the answer for the old one is dropped', async () => {
  const { reader, reads, accepted, signals, answer, pass } = desk();
  const left = reader.start('a');
  void reader.start('b');
  expect([reads, signals[0]?.aborted]).toEqual([['a all', 'b all'], true]);
  await answer('old');
  await answer('new');
  await left;
  expect(accepted).toEqual(['b new']);
  reader.stop();
  reader.refresh();
  await reader.read();
  await pass(1e9);
  expect(reads).toHaveLength(2);
});

test('read resolves or rejects with the result', async () => {
  const { reader, answer } = desk();
  const good = reader.start('a');
  await answer('whole');
  await expect(good).resolves.toBeUndefined();
  const bad = expect(reader.read()).rejects.toThrow('No');
  await answer(rejected());
  await bad;
});

describe('polls', () => {
  test('follow each full answer after the interval; reading a part does not delay them', async () => {
    const { reader, reads, answer, pass } = desk();
    void reader.start('a');
    await answer('whole');
    await pass(40_000);
    reader.refresh(new Set(['p']));
    await answer('part');
    await pass(19_999);
    expect(reads).toHaveLength(2);
    await pass(1);
    expect(reads).toEqual(['a all', 'a p', 'a all']);
  });

  test('are postponed while they are not worthwhile', async () => {
    let isSeen = false;
    const { reader, reads, pass } = desk({ polls: { everyMs: () => 60_000, isWorthwhile: () => isSeen } });
    reader.startLater('a');
    await pass(300_000);
    expect(reads).toEqual([]);
    isSeen = true;
    await pass(60_000);
    expect(reads).toEqual(['a all']);
  });

  test('wait longer after each failure, and at least as long as the service asks', async () => {
    const { reader, failures, answer, pass } = desk();
    void reader.start('a');
    await answer(rejected({ status: 500 }));
    await pass(10_000);
    await answer(rejected({ status: 500 }));
    await pass(20_000);
    await answer(rejected({ status: 429, retryAfterMs: 90_000 }));
    await pass(90_000);
    await answer('whole');
    await pass(60_000);
    await answer(rejected({ status: 500 }));
    expect(failures).toEqual([10_000, 20_000, 90_000, 10_000]);
  });

  test('override the back-off after a failure', async () => {
    const polls = { everyMs: () => 60_000, retryMs: () => 3_600_000 };
    const { reader, reads, failures, answer, pass } = desk({ polls });
    void reader.start('a');
    await answer(rejected({ status: 404 }));
    await pass(3_599_999);
    expect([reads.length, failures]).toEqual([1, [3_600_000]]);
    await pass(1);
    expect(reads).toHaveLength(2);
  });

  test.each([true, false])('after a 401 the credential is checked (dead: %s)', async (isDead) => {
    const { reader, reads, failures, answer, pass } = desk({ isCredentialDead: async () => isDead });
    void reader.start('a');
    await answer(rejected({ status: 401 }));
    await pass(60_000);
    expect([reads.length, failures.length]).toEqual(isDead ? [1, 0] : [2, 1]);
  });
});

describe('refreshIfStale', () => {
  test('reads unless the last answer is fresh or a read is in progress', async () => {
    const { reader, reads, answer, pass } = desk();
    void reader.start('a');
    reader.refreshIfStale();
    await answer('whole');
    await pass(9_999);
    reader.refreshIfStale();
    expect(reads).toHaveLength(1);
    await pass(1);
    reader.refreshIfStale();
    expect(reads).toHaveLength(2);
  });

  test.each([
    ['a rejection', rejected({ status: 403 }), 1],
    ['a request to slow down', rejected({ status: 429 }), 1],
    ['a server error', rejected({ status: 500 }), 2],
    ['no answer', new ServiceError({ kind: 'unreachable', message: 'gone' }), 2],
  ])('after %s', async (_, error, count) => {
    const { reader, reads, answer } = desk();
    void reader.start('a');
    await answer(error);
    reader.refreshIfStale();
    expect(reads).toHaveLength(count);
  });

  test('reads after the clock was set back', async () => {
    const { reader, reads, answer } = desk();
    void reader.start('a');
    await answer('whole');
    vi.setSystemTime(-3_600_000);
    reader.refreshIfStale();
    expect(reads).toHaveLength(2);
  });
});

describe('while the service asks to wait', () => {
  test('only read() sends a request', async () => {
    const { reader, reads, answer, pass } = desk();
    void reader.start('a');
    await answer(rejected({ status: 429, retryAfterMs: 30_000 }));
    reader.refresh();
    await pass(29_000);
    reader.refreshIfStale();
    expect(reads).toHaveLength(1);
    void reader.read();
    expect(reads).toHaveLength(2);
  });
});

test('refreshWithin reads once for many changes', async () => {
  const { reader, reads, pass, answer } = desk();
  void reader.start('a');
  await answer('whole');
  for (let at = 0; at < 30; at += 1) reader.refreshWithin(2_000, new Set(['p']));
  await pass(1_999);
  expect(reads).toEqual(['a all']);
  await pass(1);
  expect(reads).toEqual(['a all', 'a p']);
  reader.refreshWithin(2_000);
  reader.stop();
  await pass(10_000);
  expect(reads).toHaveLength(2);
});
