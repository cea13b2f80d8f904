/** Idle time from Mutter, over the session's real D-Bus, with a fake idle monitor and a clock that runs only while a test waits. */
import dbus from '@particle/dbus-next';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchMutterIdle } from '../../../../electron/desktop/idle/idle-mutter.ts';
import { sessionBusAddress } from '../../../../electron/desktop/system/session-bus.ts';
import { eventually } from '../../../until.ts';

const NAME = 'org.gnome.Mutter.IdleMonitor';
const AFTER_MS = 1_000;

class IdleMonitor extends dbus.interface.Interface {
  lastInput = performance.now();
  GetIdletime(): bigint {
    return BigInt(Math.max(0, Math.round(performance.now() - this.lastInput)));
  }
}
IdleMonitor.configureMembers({ methods: { GetIdletime: { outSignature: 't' } } });

async function startMutter(busAddress: string) {
  const bus = dbus.sessionBus({ busAddress });
  const monitor = new IdleMonitor(NAME);
  bus.export('/org/gnome/Mutter/IdleMonitor/Core', monitor);
  await bus.requestName(NAME, 0);
  onTestFinished(() => bus.disconnect());
  return { monitor, end: () => bus.disconnect() };
}

async function watch(busAddress: string) {
  const received: string[] = [];
  const idle = vi.fn(() => void received.push('idle'));
  const events = { idle, active: () => void received.push('active'), lost: () => void received.push('lost') };
  const watch = await watchMutterIdle(busAddress, AFTER_MS, events);
  onTestFinished(() => watch?.stop());
  return { watch, received, idle };
}

const address = sessionBusAddress() ?? '';

describe.skipIf(process.platform !== 'linux')('Mutter', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('idle, back, and gone', async () => {
    const { monitor, end } = await startMutter(address);
    const { watch: it, received, idle } = await watch(address);
    expect(it?.source).toBe('Mutter');
    vi.advanceTimersByTime(AFTER_MS);
    await eventually(() => expect(received).toEqual(['idle']));
    // The time that Mutter reports, not the waiting time: the person may have been idle before.
    expect(idle).toHaveBeenCalledWith(expect.toSatisfy((ms: number) => ms >= AFTER_MS && ms < 10 * AFTER_MS));
    // Input between two polls.
    vi.advanceTimersByTime(2 * AFTER_MS);
    monitor.lastInput = performance.now();
    vi.advanceTimersByTime(3 * AFTER_MS);
    await eventually(() => expect(received).toEqual(['idle', 'active', 'idle']));
    monitor.lastInput = performance.now() + 3_600_000;
    vi.advanceTimersByTime(5 * AFTER_MS);
    await eventually(() => expect(received).toEqual(['idle', 'active', 'idle', 'active']));
    end();
    await eventually(() => expect(received.slice(4)).toEqual(['lost']));
  });

  test('emits nothing after a stop', async () => {
    await startMutter(address);
    const { watch: it, received } = await watch(address);
    it?.stop();
    vi.advanceTimersByTime(2 * AFTER_MS);
    expect(vi.getTimerCount()).toBe(0);
    expect(received).toEqual([]);
  });

  test.each([
    ['Mutter is not on the bus', address],
    ['there is no bus', 'unix:path=/nonexistent/bus'],
  ])('not available: %s', async (_, busAddress) => {
    expect((await watch(busAddress)).watch).toBeNull();
  });
});
