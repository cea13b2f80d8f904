/** The order and time limits of keychain calls, with a scripted worker. keychain-real.test.ts uses a real keyring. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeychain, type KeychainOptions } from '../../../../electron/features/account/keychain.ts';
import type { KeychainReply, KeychainRequest, KeychainWorker } from '../../../../shared/keychain-worker.ts';

class ScriptedWorker implements KeychainWorker {
  readonly posted: KeychainRequest[] = [];
  killed = false;
  readonly #messages: ((message: unknown) => void)[] = [];
  readonly #exits: (() => void)[] = [];

  post(message: KeychainRequest): void {
    this.posted.push(message);
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#messages.push(listener);
  }
  onExit(listener: () => void): void {
    this.#exits.push(listener);
  }
  kill(): void {
    this.killed = true;
    this.exit();
  }
  exit(): void {
    for (const listener of this.#exits.splice(0)) listener();
  }
  say(message: unknown): void {
    for (const listener of this.#messages) listener(message);
  }
  /** Answers the last request. */
  answer(
    reply: { ok: true; value: string | boolean | null } | Omit<Extract<KeychainReply, { ok: false }>, 'id'>,
  ): void {
    this.say({ id: this.posted.at(-1)?.id, ...reply });
  }
  get asked(): string[] {
    return this.posted.map(({ op, account }) => `${op} ${account}`);
  }
}

const SECRET = 'tok_very_secret';
const locked = { ok: false, reason: 'timeout', message: 'The keychain is locked or waiting for you.' };

function setUp(options: Partial<KeychainOptions> = {}) {
  const workers: ScriptedWorker[] = [];
  const recovered = vi.fn();
  const keychain = createKeychain({
    timeoutMs: 100,
    unlockTimeoutMs: 1_000,
    linger: 50,
    onRecovered: recovered,
    startWorker: () => {
      const worker = new ScriptedWorker();
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  const worker = (index: number) => {
    const found = workers[index];
    if (found === undefined) throw new Error(`worker ${index} was never started`);
    return found;
  };
  return { keychain, workers, worker, recovered };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('calls that are answered', () => {
  it('use one worker, one at a time, in order', async () => {
    const { keychain, workers, worker } = setUp();
    const all = Promise.all([keychain.set('a', SECRET), keychain.get('a'), keychain.delete('a'), keychain.get('a')]);
    expect(worker(0).asked).toEqual(['set a']);
    worker(0).answer({ ok: true, value: null });
    expect(worker(0).asked).toEqual(['set a', 'get a']);
    worker(0).answer({ ok: true, value: SECRET });
    worker(0).answer({ ok: true, value: true });
    worker(0).answer({ ok: true, value: null });
    expect(await all).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: SECRET },
      { ok: true, value: true },
      { ok: true, value: null },
    ]);
    expect(workers).toHaveLength(1);
    expect(worker(0).posted[0]).toMatchObject({ service: 'Punchcard', secret: SECRET });
  });

  it('end the worker after an idle time', async () => {
    const { keychain, workers, worker } = setUp();
    void keychain.get('a');
    worker(0).answer({ ok: true, value: null });
    await vi.advanceTimersByTimeAsync(40);
    void keychain.get('a');
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60);
    expect(worker(0).killed).toBe(false); // a call is running
    worker(0).answer({ ok: true, value: null });
    await vi.advanceTimersByTimeAsync(60);
    expect(worker(0).killed).toBe(true);
    void keychain.get('a');
    expect(workers).toHaveLength(2);
  });
});

describe('a call that hangs', () => {
  it('times out, never reports "none", and times out the reads behind it at the same time', async () => {
    const { keychain } = setUp();
    const reads = Promise.all([keychain.get('a'), keychain.get('b'), keychain.get('c')]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await reads).toEqual([locked, locked, locked]);
  });

  it('continues so that the person can unlock the keychain; its late answer only reports the recovery', async () => {
    const { keychain, worker, recovered } = setUp();
    const first = keychain.get('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toEqual(locked);
    expect(worker(0).killed).toBe(false);
    const second = keychain.get('b');
    expect(worker(0).asked).toEqual(['get a']);
    worker(0).answer({ ok: true, value: SECRET });
    expect(recovered).toHaveBeenCalledOnce();
    expect(worker(0).asked).toEqual(['get a', 'get b']);
    worker(0).answer({ ok: true, value: 'b’s' });
    expect(await second).toEqual({ ok: true, value: 'b’s' });
  });

  it('ends with its worker after the time to unlock; the next call gets a new worker', async () => {
    const { keychain, workers, worker, recovered } = setUp();
    void keychain.get('a');
    await vi.advanceTimersByTimeAsync(999);
    expect(worker(0).killed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker(0).killed).toBe(true);
    const again = keychain.get('a');
    expect(workers).toHaveLength(2);
    worker(0).answer({ ok: true, value: 'from the dead' });
    worker(1).answer({ ok: true, value: SECRET });
    expect(await again).toEqual({ ok: true, value: SECRET });
    expect(recovered).not.toHaveBeenCalled();
  });

  it('is ended by a write, so that a stuck set cannot take effect after a delete', async () => {
    const { keychain, worker } = setUp();
    const set = keychain.set('a', SECRET);
    const removal = keychain.delete('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(await set).toEqual(locked);
    expect(worker(0).killed).toBe(true);
    expect(worker(1).asked).toEqual(['delete a']);
    worker(1).answer({ ok: true, value: true });
    expect(await removal).toEqual({ ok: true, value: true });
  });

  it('is ended by a write that is queued behind a read', async () => {
    const { keychain, worker } = setUp();
    void keychain.get('a');
    await vi.advanceTimersByTimeAsync(100);
    const read = keychain.get('b');
    const write = keychain.set('c', SECRET);
    await vi.advanceTimersByTimeAsync(100);
    expect(await read).toEqual(locked);
    expect(worker(0).asked).toEqual(['get a']);
    expect(worker(1).asked).toEqual(['set c']);
    worker(1).answer({ ok: true, value: null });
    expect(await write).toEqual({ ok: true, value: undefined });
  });
});

describe('a worker that fails', () => {
  it('by exiting during a call is "unavailable"; the next call gets a new worker', async () => {
    const { keychain, worker } = setUp();
    const first = keychain.get('a');
    const second = keychain.get('b');
    worker(0).exit();
    expect(await first).toMatchObject({ ok: false, reason: 'unavailable', message: expect.stringContaining('ended') });
    worker(1).answer({ ok: true, value: null });
    expect(await second).toEqual({ ok: true, value: null });
  });

  it('by not starting is "unavailable", and its error is not shown', async () => {
    const { keychain } = setUp({
      startWorker: () => {
        throw new Error(SECRET);
      },
    });
    const results = await Promise.all([keychain.set('a', SECRET), keychain.get('a')]);
    expect(results).toMatchObject([{ reason: 'unavailable' }, { reason: 'unavailable' }]);
    expect(JSON.stringify(results)).not.toContain(SECRET);
  });

  it.each([
    ['not an answer', 'hello'],
    ['an answer to another request', { id: 99, ok: true, value: null }],
    ['an answer of the wrong shape', { id: 1, ok: true, value: { secret: SECRET } }],
  ])('by sending %s is "unavailable" and replaced', async (_, message) => {
    const { keychain, worker } = setUp();
    const result = keychain.get('a');
    worker(0).say(message);
    expect(await result).toMatchObject({ ok: false, reason: 'unavailable' });
    expect(JSON.stringify(await result)).not.toContain(SECRET);
    expect(worker(0).killed).toBe(true);
  });

  it.each([
    ['get', true],
    ['delete', null],
  ] as const)('by answering %s with the value %s is "unavailable"', async (op, value) => {
    const { keychain, worker } = setUp();
    const result = keychain[op]('a');
    worker(0).answer({ ok: true, value });
    expect(await result).toMatchObject({ ok: false, reason: 'unavailable' });
  });
});

it.each([
  ['locked', 'timeout', /locked or waiting/],
  ['no-service', 'missing', /No keychain service .*responds/],
  ['no-library', 'missing', /libsecret/],
  ['failed', 'unavailable', /reported an error: because/],
] as const)('"%s" from the worker is reported as %s', async (why, reason, words) => {
  const { keychain, worker } = setUp();
  const result = keychain.get('a');
  worker(0).answer({ ok: false, why, detail: 'because' });
  expect(await result).toEqual({ ok: false, reason, message: expect.stringMatching(words) });
});

it('close ends the worker and answers all open and later calls', async () => {
  const { keychain, workers, worker } = setUp();
  const open = [keychain.get('a'), keychain.set('b', SECRET)];
  keychain.close();
  expect(worker(0).killed).toBe(true);
  const results = await Promise.all([...open, keychain.get('a')]);
  for (const result of results) expect(result).toMatchObject({ ok: false, reason: 'unavailable' });
  expect(workers).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
