/** Who is there while a timer runs, as the desktop tells it: polls, lock, sleep, shutdown. */

import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type IdleTime, watchPresence } from '../../../../electron/features/idle/presence.ts';
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

/** A computer whose person last touched something at `input` (ms), and what was written of it. Times in minutes after T0. */
function computer({ platform = 'darwin' as NodeJS.Platform } = {}) {
  const world = {
    input: T0,
    /** The source of idle time: whether there is one, and whether it is listened to. */
    available: true,
    listening: false,
    lockedState: false,
    isOn: true,
    entry: ENTRY as Entry | undefined,
    slept: 0,
    /** By how much the wall clock was set. */
    set: 0,
  };
  const written: string[] = [];
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
  const write = (what: string) => {
    if (disk.isFull) throw new Error('database or disk is full');
    written.push(what);
  };
  const failures: unknown[] = [];
  let backs = 0;
  let changes = 0;
  const presence = watchPresence({
    monitor,
    ledger: {
      open: (kind, from) => write(`${kind} from ${minutes(from)}`),
      close: (kind, to) => write(`${kind} to ${minutes(to)}`),
      heartbeat: (at) => {
        if (disk.isFull) throw new Error('database or disk is full');
        beats.push(minutes(at));
      },
      forget: () => void written.push('forget'),
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
      backs += 1;
    },
    onChange: () => {
      changes += 1;
    },
  });
  onTestFinished(() => presence.stop());
  presence.update();
  return {
    world,
    written,
    beats,
    disk,
    failures,
    presence,
    monitor,
    backs: () => backs,
    changes: () => changes,
    /** Somebody works: input every second. */
    work(length: number) {
      for (let second = 0; second < length * 60; second += 1) {
        vi.advanceTimersByTime(SECOND);
        world.input = Date.now();
      }
    },
    /** Nobody touches anything. */
    rest: (length: number) => vi.advanceTimersByTime(length * MINUTE),
    /** The wall clock is set. */
    setClock(by: number) {
      world.set += by * MINUTE;
      vi.setSystemTime(Date.now() + by * MINUTE);
      world.input = Date.now();
    },
    /** The clock on the wall goes on, the process does not. */
    sleep(length: number) {
      world.slept += length * MINUTE;
      vi.setSystemTime(Date.now() + length * MINUTE);
    },
  };
}

describe('idle', () => {
  test('begins with the last input and ends with the next, known within seconds', () => {
    const c = computer();
    c.work(5);
    c.rest(30);
    expect(c.written).toEqual(['idle from 5']);
    expect(c.presence.isAway()).toBe(true);
    c.work(0.2);
    expect(c.written.at(-1)).toMatch(/^idle to 35\.\d+$/);
    expect([c.backs(), c.presence.isAway()]).toEqual([1, false]);
  });

  test('is not shorter than the threshold', () => {
    const c = computer();
    c.rest(9.4);
    c.work(5);
    expect([c.written, c.backs()]).toEqual([[], 0]);
  });

  test('is neither read nor written without a timer or where asking is off', () => {
    const c = computer();
    c.world.entry = undefined;
    c.presence.update();
    c.rest(60);
    c.monitor.emit('suspend');
    c.monitor.emit('lock-screen');
    expect(c.written).toEqual([]);
    c.world.entry = ENTRY;
    c.world.isOn = false;
    c.presence.update();
    c.rest(60);
    c.monitor.emit('suspend');
    expect(new Set(c.written)).toEqual(new Set(['forget']));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends where the timer is stopped', () => {
    const c = computer();
    c.rest(20);
    c.world.input = Date.now();
    c.world.entry = undefined;
    c.presence.update();
    expect(c.written).toEqual(['idle from 0', 'idle to 20']);
  });
});

describe('lock and sleep', () => {
  test('begin with the last input, and somebody is back when the last of them ends', () => {
    const c = computer();
    c.work(5);
    c.rest(2);
    c.monitor.emit('lock-screen');
    c.monitor.emit('suspend');
    c.monitor.emit('suspend');
    c.sleep(60);
    c.monitor.emit('resume');
    c.monitor.emit('resume');
    expect(c.backs()).toBe(0);
    c.world.input = Date.now();
    c.monitor.emit('unlock-screen');
    c.monitor.emit('unlock-screen');
    expect(c.backs()).toBe(1);
    expect([...new Set(c.written)]).toEqual(['lock from 5', 'sleep from 5', 'sleep to 67', 'lock to 67']);
  });

  test('a sleep that nobody told of shows in the clocks', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.sleep(60);
    c.world.input = Date.now();
    c.work(1);
    expect(c.written[0]).toMatch(/^sleep from (4\.5|5)$/);
    expect(c.written[1]).toMatch(/^sleep to 65/);
    expect(c.backs()).toBe(1);
  });

  test('a sleep that was told of is not written twice', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.sleep(60);
    c.monitor.emit('resume');
    c.work(3);
    expect(c.written).toEqual(['sleep from 5', 'sleep to 65']);
  });

  test('a resume that never came', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.sleep(60);
    c.work(1);
    expect(c.written).toHaveLength(2);
    expect(c.written[1]).toMatch(/^sleep to 65/);
  });

  test('a suspend that did not happen', () => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.monitor.emit('suspend');
    c.work(3);
    expect(c.written[0]).toBe('sleep from 5');
    expect(c.presence.isAway()).toBe(false);
  });

  test('an unlock that never came', () => {
    const c = computer();
    c.work(5);
    c.monitor.emit('lock-screen');
    c.world.lockedState = true;
    c.work(5);
    expect(c.presence.isAway()).toBe(true);
    c.world.lockedState = false;
    c.work(1);
    expect(c.presence.isAway()).toBe(false);
  });

  test('a short one is no absence', () => {
    const c = computer();
    c.work(5);
    c.sleep(0.9);
    c.work(1);
    expect(c.written).toEqual([]);
  });

  test.each([0.5, 40, 525_600, -0.5, -40, -525_600])('a clock that is set by %d minutes is no sleep', (by) => {
    const c = computer({ platform: 'linux' });
    c.work(5);
    c.setClock(by);
    c.work(2);
    expect([c.written, c.backs()]).toEqual([[], 0]);
  });
});

describe('being there', () => {
  test('is written while a timer runs, at a shutdown and at the end', () => {
    const c = computer();
    c.work(2);
    expect(c.beats).toEqual([0, 0.5, 1, 1.5, 2]);
    c.work(0.25);
    c.monitor.emit('shutdown');
    c.presence.stop();
    expect(c.beats.slice(-2)).toEqual([2.25, 2.25]);
    c.monitor.emit('suspend');
    expect(c.written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(c.monitor.eventNames()).toEqual([]);
  });
});

describe('while the disk is full', () => {
  test('nothing is thrown at anybody, and what lasts is written down once there is room', () => {
    const { disk, failures, work, rest, written } = computer();
    work(1);
    disk.isFull = true;
    rest(20);
    expect(failures.length).toBeGreaterThan(20);
    expect(written).toEqual([]);
    disk.isFull = false;
    rest(1);
    expect(written).toEqual(['idle from 1']);
    work(1);
    expect(written).toEqual(['idle from 1', expect.stringMatching(/^idle to 22\.0/)]);
  });

  test('a sleep in it is not forgotten', () => {
    const { disk, rest, sleep, written } = computer();
    rest(1);
    disk.isFull = true;
    sleep(60);
    rest(1);
    disk.isFull = false;
    rest(1);
    expect(written[0]).toBe('sleep from 1');
  });

  test('a timer that starts then is watched all the same, and a power event does no harm', () => {
    const { disk, monitor, presence, rest, world, written } = computer();
    world.entry = undefined;
    presence.update();
    disk.isFull = true;
    world.entry = ENTRY;
    expect(() => presence.update()).toThrow('full');
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown']) monitor.emit(event);
    disk.isFull = false;
    rest(11);
    expect(written).toEqual(['idle from 0']);
    disk.isFull = true;
    presence.stop();
  });
});

describe('the source of idle time', () => {
  test('is listened to only while a timer runs and asking is on', () => {
    const c = computer();
    expect(c.world.listening).toBe(true);
    c.world.isOn = false;
    c.presence.update();
    expect(c.world.listening).toBe(false);
    c.world.isOn = true;
    c.presence.update();
    expect(c.world.listening).toBe(true);
    c.presence.stop();
    expect(c.world.listening).toBe(false);
  });

  test('tells of a return: no waiting for the next poll', () => {
    const c = computer();
    c.rest(20);
    c.world.input = Date.now();
    c.presence.idleChanged();
    vi.advanceTimersByTime(0);
    expect([c.written, c.backs()]).toEqual([['idle from 0', 'idle to 20'], 1]);
  });

  test('is not available: said so, and sleep is noticed all the same', () => {
    const c = computer({ platform: 'linux' });
    c.world.available = false;
    c.presence.idleChanged();
    c.rest(60);
    expect([c.presence.canReadIdle(), c.changes(), c.presence.lastInput(), c.written]).toEqual([false, 1, null, []]);
    c.monitor.emit('suspend');
    c.sleep(30);
    c.monitor.emit('resume');
    expect(c.written).toEqual(['sleep from 60', 'sleep to 90']);
  });

  test('goes away during an absence, which ends there, and comes back', () => {
    const c = computer({ platform: 'linux' });
    c.rest(20);
    c.world.available = false;
    c.presence.idleChanged();
    vi.advanceTimersByTime(0);
    expect([c.presence.canReadIdle(), c.written]).toEqual([false, ['idle from 0', 'idle to 20']]);
    c.world.available = true;
    c.presence.idleChanged();
    expect(c.presence.canReadIdle()).toBe(true);
  });
});
