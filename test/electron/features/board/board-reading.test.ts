/** When a board is read: revision, rest, bursts of changes, failures. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type BoardReading,
  type BoardReadingOptions,
  createBoardReading,
} from '../../../../electron/features/board/board-reading.ts';
import { ServiceError } from '../../../../electron/service/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: DAY_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

const BURST_MS = 1_000;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A reading whose requests are answered at once, except pages while `isHeld`. */
function desk(options: Partial<BoardReadingOptions<string, string>> = {}) {
  const service = { revision: 'r1', error: undefined as number | undefined, isHeld: false };
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let known: string | null = null;
  const answer = () => {
    const { error: status } = service;
    if (status !== undefined) throw new ServiceError({ kind: 'rejected', status, message: 'No' });
    return service.revision;
  };
  const reading = createBoardReading<string, string>({
    knownRevision: () => known,
    async readRevision() {
      asked.push('revision');
      return answer();
    },
    async readPages() {
      asked.push('pages');
      const revision = answer();
      if (service.isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return revision;
    },
    onAnswer(revision) {
      known = revision ?? known;
    },
    onFailed: () => undefined,
    pollMs: () => HOUR_MS,
    restMs: () => 0,
    burstMs: BURST_MS,
    isCredentialDead: async () => false,
    now: Date.now,
    random: () => 0.5,
    ...options,
  });
  return {
    reading,
    service,
    /** The requests since the last call. */
    asked: () => asked.splice(0),
    release(): void {
      service.isHeld = false;
      for (const resolve of held.splice(0)) resolve();
    },
    forget(): void {
      known = null;
    },
  };
}

async function started(options: Partial<BoardReadingOptions<string, string>> = {}) {
  const all = desk(options);
  all.reading.start('service');
  await pass(0);
  expect([all.asked(), all.reading.state()]).toEqual([['pages'], 'current']);
  return all;
}

test('the pages are read once, then only if the revision changed', async () => {
  const { service, asked } = await started();
  await pass(HOUR_MS);
  expect(asked()).toEqual(['revision']);
  service.revision = 'r2';
  await pass(HOUR_MS);
  expect(asked()).toEqual(['revision', 'pages']);
});

test('an opened or shown board asks for its revision unless the answer is fresh', async () => {
  const { reading, asked } = await started();
  reading.opened();
  reading.refreshIfStale();
  await pass(10_000);
  expect(asked()).toEqual([]);
  reading.opened();
  await pass(10_000);
  reading.refreshIfStale();
  await pass(0);
  expect(asked()).toEqual(['revision', 'revision']);
});

describe('a rest', () => {
  const restMs = () => MINUTE_MS;

  test('postpones changes, and an opened board asks at once if it has a revision', async () => {
    const { reading, asked, forget } = await started({ restMs });
    for (let number = 0; number < 20; number += 1) reading.changed(undefined);
    await pass(30_000);
    reading.refreshIfStale();
    await pass(0);
    expect(asked()).toEqual([]);
    reading.opened();
    await pass(0);
    expect(asked()).toEqual(['revision']);
    reading.changed(undefined);
    await pass(MINUTE_MS);
    expect(asked()).toEqual(['revision']);
    forget();
    await pass(20_000);
    reading.opened();
    expect(reading.start('another session')).toBe(false);
    await pass(0);
    expect(asked()).toEqual([]);
  });

  test('reads the changed tasks one by one if that is possible', async () => {
    const readTasks = vi.fn();
    const { reading, asked } = await started({ restMs, readTasks });
    for (const id of ['a', 'b', 'a']) reading.changed(id);
    await pass(BURST_MS);
    expect(readTasks.mock.calls).toEqual([[['a', 'b']]]);
    await pass(MINUTE_MS);
    reading.changed('c');
    await pass(BURST_MS);
    expect([asked(), readTasks.mock.calls.length]).toEqual([['revision'], 1]);
  });

  test.each<[string, (reading: BoardReading<string>) => void]>([
    ['the board changed', (reading) => reading.changed(undefined)],
    ['changes were missed', (reading) => reading.missed()],
    ['many tasks changed', (reading) => Array.from({ length: 21 }, (_, at) => reading.changed(`${at}`))],
  ])('is followed by a read if %s, also during a read', async (_, change) => {
    const { reading, asked, service, release, forget } = await started({ restMs, readTasks: vi.fn() });
    change(reading);
    await pass(MINUTE_MS - 1);
    expect(asked()).toEqual([]);
    await pass(1);
    expect(asked()).toEqual(['revision']);
    service.isHeld = true;
    forget();
    reading.readNow();
    change(reading);
    await pass(BURST_MS);
    release();
    await pass(MINUTE_MS - 1);
    expect(asked()).toEqual(['pages']);
    await pass(1);
    expect(asked()).toEqual(['revision']);
    await pass(10 * MINUTE_MS);
    expect(asked()).toEqual([]);
  });

  test.each([true, false])(
    'is followed by no read if one has begun since the change (one by one: %s)',
    async (isSingle) => {
      const readTasks = vi.fn();
      const { reading, asked } = await started({ restMs, ...(isSingle && { readTasks }) });
      for (const change of [() => reading.missed(), () => reading.changed('a')]) {
        change();
        reading.readNow();
        await pass(10 * MINUTE_MS);
        expect([asked(), readTasks.mock.calls]).toEqual([['revision'], []]);
      }
    },
  );

  test('is awaited again if another read is in progress when it ends', async () => {
    const { reading, asked, service, release, forget } = await started({ restMs, readTasks: vi.fn() });
    reading.missed();
    await pass(MINUTE_MS - 2 * BURST_MS);
    forget();
    service.isHeld = true;
    reading.readNow();
    reading.missed();
    await pass(10 * BURST_MS);
    release();
    await pass(MINUTE_MS - 1);
    expect(asked()).toEqual(['pages']);
    await pass(1);
    expect(asked()).toEqual(['revision']);
  });

  test('is counted from the time of a stored board', async () => {
    const { reading, asked } = desk({ restMs });
    reading.restore(Date.now() - 20_000);
    expect(reading.start('service')).toBe(false);
    reading.changed(undefined);
    await pass(39_999);
    expect([asked(), reading.state()]).toEqual([[], 'unread']);
    await pass(1);
    expect([asked(), reading.state()]).toEqual([['pages'], 'current']);
  });

  test.each([true, false])('keeps a change during a read for later (one by one: %s)', async (isSingle) => {
    const readTasks = vi.fn();
    const { reading, asked, service, release, forget } = await started({ restMs, ...(isSingle && { readTasks }) });
    service.isHeld = true;
    forget();
    reading.readNow();
    reading.changed('a');
    await pass(10 * BURST_MS);
    release();
    await pass(BURST_MS);
    expect([asked(), readTasks.mock.calls]).toEqual([['pages'], isSingle ? [[['a']]] : []]);
    await pass(MINUTE_MS);
    expect(asked()).toEqual(isSingle ? [] : ['revision']);
  });
});

describe('after a failure', () => {
  test('the back-off decides, not further changes; a new connection does', async () => {
    const { reading, asked, service } = await started();
    service.error = 500;
    await pass(HOUR_MS);
    expect([asked(), reading.state()]).toEqual([['revision'], 'failing']);
    reading.changed('a');
    await pass(9_999);
    expect(asked()).toEqual([]);
    await pass(1);
    expect(asked()).toEqual(['revision']);
    reading.missed();
    await pass(BURST_MS);
    expect(asked()).toEqual(['revision']);
    service.error = undefined;
    reading.refreshIfStale();
    await pass(0);
    expect([asked(), reading.state()]).toEqual([['revision'], 'current']);
  });

  test.each([400, 403, 404])(
    'with %i the board is gone, and tried again when it is shown or after a day',
    async (status) => {
      const { reading, asked, service } = await started();
      service.error = status;
      await pass(HOUR_MS);
      expect([asked(), reading.state()]).toEqual([['revision'], 'gone']);
      reading.changed('a');
      reading.missed();
      await pass(DAY_MS - 1);
      expect(asked()).toEqual([]);
      await pass(1);
      expect(asked()).toEqual(['revision']);
      service.error = undefined;
      reading.refreshIfStale();
      await pass(0);
      expect([asked(), reading.state()]).toEqual([['revision'], 'current']);
    },
  );
});

test('nothing is read after a stop', async () => {
  const { reading, asked } = await started();
  reading.changed('a');
  reading.stop();
  await pass(DAY_MS);
  expect(asked()).toEqual([]);
});
