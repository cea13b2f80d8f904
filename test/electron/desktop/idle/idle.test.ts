/** The source of idle time, and the answers while it is being detected. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createIdle,
  createPolledIdle,
  createWatchedIdle,
  type IdleEvents,
  type IdleWatch,
  type WatchIdle,
} from '../../../../electron/desktop/idle/idle.ts';
import { isWaylandSession } from '../../../../electron/desktop/windows/window-system-choice.ts';
import { eventually } from '../../../until.ts';
import { startFakeCompositor } from './fake-compositor.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('the kind of session', () => {
  test.each<[NodeJS.ProcessEnv, boolean]>([
    [{ DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' }, false],
    [{ DISPLAY: ':99' }, false],
    [{ DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' }, true],
    [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }, true],
    // A compositor started from a text console.
    [{ WAYLAND_DISPLAY: 'wayland-1', XDG_SESSION_TYPE: 'tty' }, true],
    // A compositor in a window under X11.
    [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-1', XDG_SESSION_TYPE: 'x11' }, false],
  ])('%j: Wayland %s', (env, expected) => {
    expect(isWaylandSession(env)).toBe(expected);
  });

  const monitor = { getSystemIdleTime: () => 42 };
  const onChange = () => undefined;

  test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['darwin', {}, 'system'],
    ['win32', {}, 'system'],
    ['linux', { DISPLAY: ':0', XDG_SESSION_TYPE: 'x11' }, 'X11'],
  ])('%s %j: Electron’s idle time', async (platform, env, source) => {
    const idle = createIdle({ monitor, platform, env, onChange });
    expect([await idle.find(), idle.idleMs()]).toEqual([source, 42 * SECOND]);
  });

  test.runIf(process.platform === 'linux')(
    'Wayland: never what Electron tells, but what the compositor does, also for an app that runs under XWayland',
    async () => {
      const compositor = await startFakeCompositor([
        { face: 'wl_seat', version: 7 },
        { face: 'ext_idle_notifier_v1', version: 1 },
      ]);
      const env = { DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: compositor.path };
      const idle = createIdle({ monitor, platform: 'linux', env, onChange });
      expect([await idle.find(), idle.isAvailable(), idle.idleMs()]).toEqual(['ext_idle_notifier_v1', true, null]);
      // Detected, but not connected.
      await eventually(() => expect(compositor.clients()).toBe(0));
    },
  );

  test.runIf(process.platform === 'linux')('Wayland without any of them: reported as not available', async () => {
    const compositor = await startFakeCompositor([{ face: 'wl_seat', version: 7 }]);
    const changed = vi.fn();
    const env = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: compositor.path };
    const idle = createIdle({ monitor, platform: 'linux', env, onChange: changed });
    expect(idle.isAvailable()).toBe(true);
    expect([await idle.find(), idle.isAvailable(), idle.idleMs()]).toEqual(['none', false, null]);
    expect(changed).toHaveBeenCalledOnce();
  });
});

describe('Electron’s idle time under X11', () => {
  test('stuck at zero: not available, until it moves', () => {
    let [clock, seconds] = [0, 0];
    const changed = vi.fn();
    const monitor = { getSystemIdleTime: () => seconds };
    const idle = createPolledIdle({ monitor, platform: 'linux', onChange: changed }, () => clock);
    idle.start();
    for (let minute = 0; minute < 20; minute += 1) {
      expect(idle.idleMs()).toBe(0);
      clock += MINUTE;
    }
    expect([idle.idleMs(), idle.isAvailable(), changed.mock.calls.length]).toEqual([null, false, 1]);
    seconds = 3;
    expect([idle.idleMs(), idle.isAvailable(), changed.mock.calls.length]).toEqual([3 * SECOND, true, 2]);
  });

  test('accepts typing with pauses', () => {
    let [clock, seconds] = [0, 0];
    const monitor = { getSystemIdleTime: () => seconds };
    const idle = createPolledIdle({ monitor, platform: 'linux', onChange: () => undefined }, () => clock);
    idle.start();
    for (let minute = 0; minute < 60; minute += 1) {
      seconds = minute % 10 === 9 ? 1 : 0;
      clock += MINUTE;
      expect(idle.idleMs()).not.toBeNull();
    }
  });
});

describe('a desktop’s idle time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function desktop() {
    const world = { isThere: true, looks: 0, watches: 0, events: undefined as IdleEvents | undefined };
    const way: WatchIdle = async (_afterMs, events) => {
      world.looks += 1;
      if (!world.isThere) return null;
      world.watches += 1;
      world.events = events;
      const watch: IdleWatch = {
        source: 'Mutter',
        stop: () => {
          world.watches -= 1;
        },
      };
      return watch;
    };
    const changed = vi.fn();
    const missing: WatchIdle = async () => {
      throw new Error('no such bus');
    };
    const idle = createWatchedIdle({ ways: [missing, way], onChange: changed, clock: () => Date.now() });
    return { idle, world, changed };
  }

  test('nothing connects before a timer runs, nor while it starts', async () => {
    const { idle, world } = desktop();
    await vi.advanceTimersByTimeAsync(MINUTE);
    idle.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([world.looks, idle.idleMs(), idle.isAvailable()]).toEqual([0, null, true]);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect([world.looks, idle.idleMs()]).toEqual([1, 0]);
    idle.stop();
    expect([world.watches, idle.idleMs()]).toEqual([0, null]);
  });

  test('the last input is earlier than the event', async () => {
    const { idle, world, changed } = desktop();
    idle.start();
    await idle.find();
    world.events?.idle(15 * SECOND);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([idle.idleMs(), changed.mock.calls.length]).toEqual([75 * SECOND, 0]);
    world.events?.active();
    expect([idle.idleMs(), changed.mock.calls.length]).toEqual([0, 1]);
  });

  test('a lost desktop is tried again at growing intervals, and found', async () => {
    const { idle, world, changed } = desktop();
    idle.start();
    await idle.find();
    world.isThere = false;
    world.events?.idle(15 * SECOND);
    world.events?.lost();
    expect([idle.isAvailable(), idle.idleMs(), changed.mock.calls.length]).toEqual([false, null, 1]);
    world.looks = 0;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(world.looks).toBe(3);
    world.looks = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(world.looks).toBeLessThan(25);
    world.isThere = true;
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect([idle.isAvailable(), idle.idleMs(), changed.mock.calls.length]).toEqual([true, 0, 2]);
    idle.stop();
    world.looks = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect([world.looks, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test('a query during detection gets its answer, and a stop during it leaves nothing connected', async () => {
    const { idle, world } = desktop();
    idle.start();
    const answers = Promise.all([idle.find(), idle.find()]);
    idle.stop();
    expect(await answers).toEqual(['Mutter', 'Mutter']);
    expect([world.looks, world.watches, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });
});
