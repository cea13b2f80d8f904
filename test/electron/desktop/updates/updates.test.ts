/** Checks for updates over days, and the state when one cannot be installed. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PackageKind, UpdateMessage } from '../../../../electron/desktop/updates/update-policy.ts';
import { createUpdates } from '../../../../electron/desktop/updates/updates.ts';
import { createAlarm } from '../../../../electron/store/alarm.ts';
import { messages } from '../../../../shared/i18n/generated/main.ts';

const HOUR = 3_600_000;
const mayLeave = async () => true;
const PERMISSION = new Error('pkexec exited with code 126');

/** A copy whose update source returns `found`; `installing` is the result of an installation. */
function copy({
  kind = 'deb' as PackageKind,
  found = [] as UpdateMessage[],
  installing = () => undefined as UpdateMessage | undefined,
  timer = { isRunning: false },
}) {
  const settings = { updates: true };
  const looks: number[] = [];
  const toasts: string[] = [];
  const onQuit: boolean[] = [];
  let isFailing = false;
  const updates = createUpdates({
    origin: kind,
    load: () => async (report) => ({
      async check() {
        looks.push(Date.now());
        if (isFailing) {
          report({ is: 'failed', error: PERMISSION });
          throw PERMISSION;
        }
        for (const news of found) report(news);
      },
      install() {
        const news = installing();
        if (news !== undefined) report(news);
      },
      installOnQuit: (may) => void onQuit.push(may),
    }),
    isOn: () => settings.updates,
    isTimerRunning: () => timer.isRunning,
    now: Date.now,
    random: () => 0.5,
    wake: (ring) => createAlarm(Date.now, ring),
    onChange: () => undefined,
    showToast: (text) => void toasts.push(text),
  });
  const fail = (failing: boolean) => {
    isFailing = failing;
  };
  return { updates, settings, looks, toasts, onQuit, fail };
}

let logged: ReturnType<typeof vi.spyOn>[];
beforeEach(() => {
  vi.useFakeTimers();
  logged = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a check', () => {
  test('happens after a minute and then daily, whatever settings change meanwhile', async () => {
    const { updates, looks } = copy({});
    for (let hour = 0; hour < 100; hour += 1) {
      await vi.advanceTimersByTimeAsync(HOUR);
      updates.settingsChanged();
    }
    expect(looks).toHaveLength(5);
    for (const [index, at] of looks.entries()) expect(at - (looks[0] ?? 0)).toBe(index * 24 * HOUR);
  });

  test('is not delayed by switching it off and on', async () => {
    const { updates, settings, looks } = copy({});
    for (let hour = 0; hour < 100; hour += 1) {
      await vi.advanceTimersByTimeAsync(HOUR);
      for (const on of [false, true]) {
        settings.updates = on;
        updates.settingsChanged();
      }
    }
    expect(looks).toHaveLength(5);
    settings.updates = false;
    updates.settingsChanged();
    await vi.advanceTimersByTimeAsync(100 * HOUR);
    expect([looks.length, updates.view()]).toEqual([5, { state: 'off' }]);
  });

  test('due during sleep happens on waking, and never early', async () => {
    const { updates, looks } = copy({});
    await vi.advanceTimersByTimeAsync(HOUR);
    // Asleep: the clock continues, timers do not.
    vi.setSystemTime(Date.now() + 20 * HOUR);
    updates.woke();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toHaveLength(1);
    vi.setSystemTime(Date.now() + 20 * HOUR);
    updates.woke();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toHaveLength(2);
  });

  test('that failed is repeated after an hour', async () => {
    const { looks, fail } = copy({});
    fail(true);
    await vi.advanceTimersByTimeAsync(90_000 + HOUR);
    expect(looks).toHaveLength(2);
  });
});

describe('a downloaded version', () => {
  const found: UpdateMessage[] = [
    { is: 'found', version: '1.2.0' },
    { is: 'ready', version: '1.2.0' },
  ];
  const ready = { state: 'ready', version: '1.2.0', onQuit: false };

  test('that cannot be installed is reported and logged, and can be installed later', async () => {
    let tries = 0;
    const installing = () => {
      tries += 1;
      return { is: 'failed', error: PERMISSION } as const;
    };
    const { updates, toasts, onQuit } = copy({ found, installing });
    await updates.check();
    expect(updates.view()).toEqual(ready);
    await updates.install(mayLeave);
    expect(updates.view()).toEqual({ ...ready, isRefused: true });
    expect(toasts).toEqual([messages.app.notInstalled]);
    expect(logged[1]).toHaveBeenCalledWith(expect.any(String), PERMISSION);
    // No password question during logout.
    updates.quitting();
    expect(onQuit).toEqual([false]);
    await updates.install(mayLeave);
    expect([tries, toasts.length]).toEqual([2, 2]);
  });

  test('is installed once, and not while unsaved text keeps the person', async () => {
    let tries = 0;
    const installing = () => {
      tries += 1;
      return undefined;
    };
    const { updates, onQuit } = copy({ found, installing });
    await updates.check();
    await updates.install(async () => false);
    updates.quitting();
    expect([tries, onQuit]).toEqual([0, [false]]);
    await Promise.all([updates.install(mayLeave), updates.install(mayLeave)]);
    expect(tries).toBe(1);
  });

  test('asks again when it is requested while another window covers the question', async () => {
    let tries = 0;
    const installing = () => {
      tries += 1;
      return undefined;
    };
    const { updates } = copy({ found, installing });
    await updates.check();
    const asked: ((mayLeave: boolean) => void)[] = [];
    const ask = () => new Promise<boolean>((answer) => asked.push(answer));
    const requests = [updates.install(ask), updates.install(ask)];
    expect(asked).toHaveLength(2);
    // The later question replaces the earlier one.
    asked[0]?.(false);
    asked[1]?.(true);
    await Promise.all(requests);
    expect(tries).toBe(1);
  });

  test('is not installed if a timer was started while the person was asked', async () => {
    let tries = 0;
    const installing = () => {
      tries += 1;
      return undefined;
    };
    const timer = { isRunning: false };
    const { updates } = copy({ found, installing, timer });
    await updates.check();
    const started = async () => {
      timer.isRunning = true;
      return true;
    };
    await expect(updates.install(started)).rejects.toThrow(/timer/);
    expect(tries).toBe(0);
  });

  test('is not affected by a failed check, not even while it is being installed', async () => {
    const { updates, toasts, onQuit, fail } = copy({ found, kind: 'mac' });
    await updates.check();
    fail(true);
    await updates.check();
    await updates.install(mayLeave);
    await updates.check();
    expect([updates.view(), toasts]).toEqual([ready, []]);
    updates.quitting();
    expect(onQuit).toEqual([true]);
  });
});
