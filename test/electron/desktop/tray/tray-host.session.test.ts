/** Following the tray host over a real D-Bus. */
import dbus from '@particle/dbus-next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasTrayHost, type TrayHostState, watchTrayHost } from '../../../../electron/desktop/tray/tray-host.ts';
import { startTrayHost, type TrayHost } from '../../../app/tray-host.ts';
import { eventually, until } from '../../../until.ts';
import { startOwnBus } from '../system/own-bus.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  vi.unstubAllEnvs();
});

async function host(isReady = true): Promise<TrayHost> {
  const started = await startTrayHost(isReady);
  undo.push(() => started.stop());
  return started;
}

async function watch(onLock: (isLocked: boolean) => void = () => undefined): Promise<TrayHostState[]> {
  const seen: TrayHostState[] = [];
  undo.push(await watchTrayHost((state) => seen.push(state), onLock));
  return seen;
}

/** As GNOME offers it, and KDE at another name. `asked`: somebody has asked whether it is locked. */
async function lockScreen(name = 'org.gnome.ScreenSaver') {
  const bus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  bus.on('error', () => undefined);
  undo.push(() => bus.disconnect());
  class ScreenSaver extends dbus.interface.Interface {
    isLocked = true;
    asked = false;
    GetActive(): boolean {
      this.asked = true;
      return this.isLocked;
    }
    ActiveChanged(): boolean {
      return this.isLocked;
    }
    unlock(): void {
      this.isLocked = false;
      this.ActiveChanged();
    }
    /** Resolves once the bus has taken it. */
    async lock(): Promise<void> {
      this.ActiveChanged();
      await bus.requestName(name, 0);
    }
    end(): Promise<unknown> {
      return bus.releaseName(name);
    }
  }
  ScreenSaver.configureMembers({
    methods: { GetActive: { outSignature: 'b' } },
    signals: { ActiveChanged: { signature: 'b' } },
  });
  const screen = new ScreenSaver(name);
  bus.export(`/${name.replaceAll('.', '/')}`, screen);
  await bus.requestName(name, 0);
  return screen;
}

/** The fake host is this process: an item under its name is ours. */
const OURS = 'org.kde.StatusNotifierWatcher';
const NONE = { isThere: false, isIconMissing: false };
const MISSING = { isThere: true, isIconMissing: true };
const SHOWN = { isThere: true, isIconMissing: false };

describe('the tray host', () => {
  test('present, and knows the icon', async () => {
    const started = await host();
    expect(await hasTrayHost()).toBe(true);
    started.register(OURS);
    expect(await watch()).toEqual([SHOWN]);
  });

  test('present, but knows only icons of others', async () => {
    const started = await host();
    started.register('org.freedesktop.DBus');
    started.register('org.example.gone/StatusNotifierItem');
    expect(await watch()).toEqual([MISSING]);
  });

  test('in a sandbox with its own process ids', async () => {
    const started = await host();
    const bus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
    undo.push(() => bus.disconnect());
    const name = 'org.freedesktop.DBus';
    const call = { destination: name, path: '/org/freedesktop/DBus', interface: name, signature: 's', body: [name] };
    const reply = await bus.call(new dbus.Message({ ...call, member: 'GetConnectionUnixProcessID' }));
    const { pid } = process;
    undo.push(() => Object.defineProperty(process, 'pid', { value: pid }));
    // Inside, this process has the id that the bus has outside.
    Object.defineProperty(process, 'pid', { value: reply?.body[0] });
    started.register(name);
    expect(await watch()).toEqual([MISSING]);
    started.register(OURS);
    expect(await watch()).toEqual([SHOWN]);
  });

  test('starts later', async () => {
    expect(await hasTrayHost()).toBe(false);
    const seen = await watch();
    expect(seen).toEqual([NONE]);
    await host();
    await until(
      () => seen,
      (all) => all.length === 2,
    );
    expect(seen[1]).toEqual(MISSING);
  });

  test('a watcher without a panel', async () => {
    const started = await host(false);
    expect(await hasTrayHost()).toBe(false);
    const seen = await watch();
    expect(seen).toEqual([NONE]);
    started.becomeReady();
    await until(
      () => seen,
      (all) => all.length === 2,
    );
    expect(seen[1]).toEqual(MISSING);
  });

  test('a restarting panel does not count as gone; one that stays away does', async () => {
    const first = await startTrayHost();
    first.register(`${OURS}/StatusNotifierItem`);
    const seen = await watch();
    expect(seen).toEqual([SHOWN]);
    await first.stop();
    const second = await startTrayHost();
    await until(
      () => seen,
      (all) => all.length === 2,
    );
    expect(seen[1]).toEqual(MISSING);
    await second.stop();
    await until(
      () => seen,
      (all) => all.length === 3,
    );
    expect(seen[2]).toEqual(NONE);
  });

  test('that is gone only while the screen of GNOME is locked counts as present', async () => {
    const first = await startTrayHost();
    first.register(OURS);
    const screen = await lockScreen();
    const seen = await watch();
    await first.stop();
    await until(
      () => screen.asked,
      (asked) => asked,
    );
    screen.unlock();
    await until(
      () => seen,
      (all) => all.length === 2,
    );
    expect(seen).toEqual([SHOWN, NONE]);
  });

  test.each(['org.gnome.ScreenSaver', 'org.freedesktop.ScreenSaver'])('%s tells of the lock', async (name) => {
    const screen = await lockScreen(name);
    const locks: boolean[] = [];
    await watch((isLocked) => locks.push(isLocked));
    screen.ActiveChanged();
    screen.unlock();
    await until(
      () => locks,
      (all) => all.length === 2,
    );
    expect(locks).toEqual([true, false]);
  });

  test.each(['org.gnome.ScreenSaver', 'org.freedesktop.ScreenSaver'])('the lock ends with %s', async (name) => {
    const screen = await lockScreen(name);
    const locks: boolean[] = [];
    await watch((isLocked) => locks.push(isLocked));
    screen.ActiveChanged();
    // Once for each of its paths.
    screen.ActiveChanged();
    await screen.end();
    await eventually(() => expect(locks).toEqual([true, false]));
  });

  test('with two screen savers the lock lasts until both are unlocked', async () => {
    const [first, second] = [await lockScreen(), await lockScreen('org.freedesktop.ScreenSaver')];
    const locks: boolean[] = [];
    await watch((isLocked) => locks.push(isLocked));
    await first.lock();
    await second.lock();
    await first.end();
    await watch();
    expect(locks).toEqual([true]);
    second.unlock();
    await eventually(() => expect(locks).toEqual([true, false]));
  });

  test('the lock ends with the bus', async () => {
    const endBus = await startOwnBus();
    const screen = await lockScreen();
    const locks: boolean[] = [];
    await watch((isLocked) => locks.push(isLocked));
    screen.ActiveChanged();
    await eventually(() => expect(locks).toEqual([true]));
    endBus();
    await eventually(() => expect(locks).toEqual([true, false]));
  });

  test.each(['unix:path=/nonexistent', 'autolaunch:', 'nonsense'])('no bus at %s', async (address) => {
    const { DBUS_SESSION_BUS_ADDRESS } = process.env;
    process.env.DBUS_SESSION_BUS_ADDRESS = address;
    undo.push(() => {
      process.env.DBUS_SESSION_BUS_ADDRESS = DBUS_SESSION_BUS_ADDRESS;
    });
    expect(await hasTrayHost()).toBe(false);
    expect(await watch()).toEqual([NONE]);
  });
});
