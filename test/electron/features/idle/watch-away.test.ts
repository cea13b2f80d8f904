/** Away times while a timer runs, detected from idle time, lock, sleep and shutdown. */

import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type IdleTime, watchAway } from '../../../../electron/features/idle/watch-away.ts';
import type { Entry } from '../../../../shared/time/entry.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const T0 = Date.UTC(2026, 10, 21, 9);

beforeEach(() => {
  vi.useFakeTimers({ now: T0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const ENTRY: Entry = {
  id: 'e1',
  accountId: 'a',
  task: { taskId: 't1', identifier: 'PAY-142', title: 'Retry a declined card once', projectName: 'Payments' },
  startTime: new Date(T0).toISOString(),
  endTime: null,
  note: '',
  discardedAt: null,
  createdAt: new Date(T0).toISOString(),
};

/** A computer with its last input at `input` (ms), and the recorded away times. Times in minutes after T0. */
function computer({ platform = 'darwin' as NodeJS.Platform } = {}) {
  const world = {
    input: T0,
    /** Whether the source of idle time is available, and whether it is started. */
    available: true,
    listening: false,
    lockedState: false,
    isOn: true,
    entry: ENTRY as Entry | undefined,
    slept: 0,
    /** The sum of clock changes (ms). */
    set: 0,
  };
  const recorded: string[] = [];
  const minutes = (at: number) => Math.round(((at - T0) / MINUTE) * 100) / 100;
  const idleSeconds = () => Math.max(0, Math.floor((Date.now() - world.input) / SECOND));
  const idle: IdleTime = {
    start: () => {
      world.listening = true;
    },
    stop: () => {
      world.listening = false;
    },
    idleMs: () => (world.listening && world.available ? idleSeconds() * SECOND : null),
    isAvailable: () => world.available,
  };
  const monitor = Object.assign(new EventEmitter(), {
    getSystemIdleState: (threshold: number) => {
      if (world.lockedState) return 'locked' as const;
      return idleSeconds() >= threshold ? ('idle' as const) : ('active' as const);
    },
  });
  const beats: number[] = [];
  const disk = { isFull: false };
  const record = (what: string) => {
    if (disk.isFull) throw new Error('database or disk is full');
    recorded.push(what);
  };
  const failures: unknown[] = [];
  let returns = 0;
  let changes = 0;
  const awayWatch = watchAway({
    monitor,
    store: {
      openSegment: (kind, from) => record(`${kind} from ${minutes(from)}`),
      closeSegment: (kind, to) => record(`${kind} to ${minutes(to)}`),
      heartbeat: (at) => {
        if (disk.isFull) throw new Error('database or disk is full');
        beats.push(minutes(at));
      },
      forget: () => void recorded.push('forget'),
    },
    idle,
    platform,
    running: () => world.entry,
    askIdle: () => world.isOn,
    thresholdMs: () => 10 * MINUTE,
    now: () => Date.now(),
    monotonic: () => Date.now() - world.set,
    awake: () => Date.now() - world.set - world.slept,
    runInBackground: (work) => {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    },
    onBack: () => {
      returns += 1;
    },
    onChange: () => {
      changes += 1;
    },
  });
  onTestFinished(() => awayWatch.stop());
  awayWatch.update();
  return {
    world,
    recorded,
    beats,
    disk,
    failures,
    awayWatch,
    monitor,
    returns: () => returns,
    changes: () => changes,
    /** Minutes with input every second. */
    work(length: number) {
      for (let second = 0; second < length * 60; second += 1) {
        vi.advanceTimersByTime(SECOND);
        world.input = Date.now();
      }
    },
    /** Minutes without input. */
    rest: (length: number) => vi.advanceTimersByTime(length * MINUTE),
    /** Sets the wall clock, in minutes. */
    setClock(by: number) {
      world.set += by * MINUTE;
      vi.setSystemTime(Date.now() + by * MINUTE);
      world.input = Date.now();
    },
    /** Minutes asleep: wall time advances, process time does not. */
    sleep(length: number) {
      world.slept += length * MINUTE;
      vi.setSystemTime(Date.now() + length * MINUTE);
    },
  };
}

describe('idle', () => {
  test('Idle time begins with the last input and ends with the next, detected within seconds', () => {
    const c = computer();
    c.work(5);
    c.rest(30);
    expect(c.recorded).toEqual(['idle from 5']);
    expect(c.awayWatch.isAway()).toBe(true);
    c.work(0.2);
    expect(c.recorded.at(-1)).toMatch(/^idle to 35\.\d+$/);
    expect([c.returns(), c.awayWatch.isAway()]).toEqual([1, false]);
  });

  test('Idle time below the threshold is not recorded', () => {
    const c = computer();
    c.rest(9.4);
    c.work(5);
    expect([c.recorded, c.returns()]).toEqual([[], 0]);
  });

  test('Without a timer, or with asking switched off, nothing is recorded', () => {
    const c = computer();
    c.world.entry = undefined;
    c.awayWatch.update();
    c.rest(60);
    c.monitor.emit('suspend');
    c.monitor.emit('lock-screen');
    expect(c.recorded).toEqual([]);
    c.world.entry = ENTRY;
    c.world.isOn = false;
    c.awayWatch.update();
    c.rest(60);
    c.monitor.emit('suspend');
    expect(new Set(c.recorded)).toEqual(new Set(['forget']));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('Idle time ends when the timer stops', () => {
    const c = computer();
    c.rest(20);
    c.world.input = Date.now();
    c.world.entry = undefined;
    c.awayWatch.update();
    expect(c.recorded).toEqual(['idle from 0', 'idle to 20']);
  });
});

describe('lock and sleep', () => {
  test('Both begin with the last input, and the person is back when the later one ends', () => {
    const c = computer();
    c.work(5);
    c.rest(2);
    c.monitor.emit('lock-screen');
    c.monitor.emit('suspend');
    c.monitor.emit('suspend');
    c.sleep(60);
    c.monitor.emit('resume');
    c.monitor.emit('resume');
    expect(c.returns()).toBe(0);
    c.world.input = Date.now();
    c.monitor.emit('unlock-screen');
    c.monitor.emit('unlock-screen');
    expect(c.returns()).toBe(1);
    expect([...new Set(c.recorded)]).toEqual(['lock from 5', 'sleep from 5', 'sleep to 67', 'lock to 67']);
  });

  test('A sleep without events is detected from the clocks', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.sleep(60);
    c.world.input = Date.now();
    c.work(1);
    expect(c.recorded[0]).toMatch(/^sleep from (4\.5|5)$/);
    expect(c.recorded[1]).toMatch(/^sleep to 65/);
    expect(c.returns()).toBe(1);
  });

  test('A sleep with events is recorded once', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.sleep(60);
    c.monitor.emit('resume');
    c.work(3);
    expect(c.recorded).toEqual(['sleep from 5', 'sleep to 65']);
  });

  test('A missing resume event is detected', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.sleep(60);
    c.work(1);
    expect(c.recorded).toHaveLength(2);
    expect(c.recorded[1]).toMatch(/^sleep to 65/);
  });

  test('A suspend event without sleep is no away time', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.work(3);
    expect(c.recorded[0]).toBe('sleep from 5');
    expect(c.awayWatch.isAway()).toBe(false);
  });

  test('A missing unlock event is detected', () => {
    const c = computer();
    c.work(5);
    c.monitor.emit('lock-screen');
    c.world.lockedState = true;
    c.work(5);
    expect(c.awayWatch.isAway()).toBe(true);
    c.world.lockedState = false;
    c.work(1);
    expect(c.awayWatch.isAway()).toBe(false);
  });

  test('A short sleep is no away time', () => {
    const c = computer();
    c.work(5);
    c.sleep(0.9);
    c.work(1);
    expect(c.recorded).toEqual([]);
  });

  test.each([0.5, 40, 525_600, -0.5, -40, -525_600])('A clock change of %d minutes is no sleep', (by) => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.setClock(by);
    c.work(2);
    expect([c.recorded, c.returns()]).toEqual([[], 0]);
  });
});

describe('heartbeat', () => {
  test('It is saved while a timer runs, at a shutdown and at the end', () => {
    const c = computer();
    c.work(2);
    expect(c.beats).toEqual([0, 0.5, 1, 1.5, 2]);
    c.work(0.25);
    c.monitor.emit('shutdown');
    c.awayWatch.stop();
    expect(c.beats.slice(-2)).toEqual([2.25, 2.25]);
    c.monitor.emit('suspend');
    expect(c.recorded).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(c.monitor.eventNames()).toEqual([]);
  });
});

describe('while the disk is full', () => {
  test('An open away time is recorded once there is room', () => {
    const { disk, failures, work, rest, recorded } = computer();
    work(1);
    disk.isFull = true;
    rest(20);
    expect(failures.length).toBeGreaterThan(20);
    expect(recorded).toEqual([]);
    disk.isFull = false;
    rest(1);
    expect(recorded).toEqual(['idle from 1']);
    work(1);
    expect(recorded).toEqual(['idle from 1', expect.stringMatching(/^idle to 22\.0/)]);
  });

  test('A sleep is recorded once there is room', () => {
    const { disk, rest, sleep, recorded } = computer();
    rest(1);
    disk.isFull = true;
    sleep(60);
    rest(1);
    disk.isFull = false;
    rest(1);
    expect(recorded[0]).toBe('sleep from 1');
  });

  test('Away times of a timer started then are recorded, and power events cause no error', () => {
    const { disk, monitor, awayWatch, rest, world, recorded } = computer();
    world.entry = undefined;
    awayWatch.update();
    disk.isFull = true;
    world.entry = ENTRY;
    expect(() => awayWatch.update()).toThrow('full');
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown']) monitor.emit(event);
    disk.isFull = false;
    rest(11);
    expect(recorded).toEqual(['idle from 0']);
    disk.isFull = true;
    awayWatch.stop();
  });
});

describe('source of idle time', () => {
  test('It is started only while a timer runs and asking is on', () => {
    const c = computer();
    expect(c.world.listening).toBe(true);
    c.world.isOn = false;
    c.awayWatch.update();
    expect(c.world.listening).toBe(false);
    c.world.isOn = true;
    c.awayWatch.update();
    expect(c.world.listening).toBe(true);
    c.awayWatch.stop();
    expect(c.world.listening).toBe(false);
  });

  test('A reported return needs no poll', () => {
    const c = computer();
    c.rest(20);
    c.world.input = Date.now();
    c.awayWatch.idleChanged();
    vi.advanceTimersByTime(0);
    expect([c.recorded, c.returns()]).toEqual([['idle from 0', 'idle to 20'], 1]);
  });

  test('Without it, sleep is still detected and the setting shows it', () => {
    const c = computer({ platform: 'linux' });
    c.world.available = false;
    c.awayWatch.idleChanged();
    c.rest(60);
    expect([c.awayWatch.canReadIdle(), c.changes(), c.awayWatch.lastInput(), c.recorded]).toEqual([false, 1, null, []]);
    c.monitor.emit('suspend');
    c.sleep(30);
    c.monitor.emit('resume');
    expect(c.recorded).toEqual(['sleep from 60', 'sleep to 90']);
  });

  test('An away time ends when the source becomes unavailable', () => {
    const c = computer({ platform: 'linux' });
    c.rest(20);
    c.world.available = false;
    c.awayWatch.idleChanged();
    vi.advanceTimersByTime(0);
    expect([c.awayWatch.canReadIdle(), c.recorded]).toEqual([false, ['idle from 0', 'idle to 20']]);
    c.world.available = true;
    c.awayWatch.idleChanged();
    expect(c.awayWatch.canReadIdle()).toBe(true);
  });
});
