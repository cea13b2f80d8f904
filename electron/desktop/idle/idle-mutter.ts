/**
 * Idle time from Mutter (GNOME), which offers no Wayland protocol for it. It is polled, because Mutter's own watches stay silent
 * while a program inhibits idleness, as video players do; the idle time itself counts input only.
 */
import { connectToBus } from '../system/session-bus.ts';
import type { IdleEvents, IdleWatch } from './idle.ts';

const NAME = 'org.gnome.Mutter.IdleMonitor';
const PATH = '/org/gnome/Mutter/IdleMonitor/Core';
/** The time limit for the first answer (ms). Later ones may be slow, which must not count as a return. */
const FIRST_TIMEOUT_MS = 2_000;
/** The library's `MessageFlag.NO_AUTO_START`. */
const NO_AUTO_START = 2;
/** Polling interval while idle: the latest moment at which a return is noticed. */
const POLL_IDLE_MS = 5_000;
const MIN_POLL_MS = 1_000;
/** The time of the last input shifts by more than this only if there was new input. */
const INPUT_SLACK_MS = 1_000;

/** null: Mutter is not on this bus. Emits nothing after `stop` or `lost`. */
export async function watchMutterIdle(
  busAddress: string,
  afterMs: number,
  events: IdleEvents,
): Promise<IdleWatch | null> {
  const connection = await connectToBus(busAddress);
  let timer: NodeJS.Timeout | undefined;
  /** When the desktop became idle, on the clock of the process; null while it is not. */
  let idleSince: number | null = null;
  let hasEnded = false;

  function stop(): void {
    hasEnded = true;
    clearTimeout(timer);
    connection.close();
  }

  /** `inputAt`: the last input on the clock of the process; a slow answer does not make it later. */
  async function read(timeoutMs?: number): Promise<{ idleMs: number; inputAt: number }> {
    const asked = performance.now();
    const [answer] = await connection.call(
      { destination: NAME, path: PATH, interface: NAME, member: 'GetIdletime', flags: NO_AUTO_START },
      timeoutMs,
    );
    const idleMs = Number(answer);
    if (Number.isNaN(idleMs)) throw new Error('Mutter reports no idle time');
    return { idleMs, inputAt: asked - idleMs };
  }

  function report({ idleMs, inputAt }: Awaited<ReturnType<typeof read>>): void {
    const isIdle = idleMs >= afterMs;
    // Also detects input between two polls.
    if (idleSince !== null && (!isIdle || inputAt > idleSince + INPUT_SLACK_MS)) {
      idleSince = null;
      events.active();
    }
    if (isIdle && idleSince === null) {
      idleSince = performance.now() - idleMs;
      events.idle(idleMs);
    }
    timer = setTimeout(poll, isIdle ? POLL_IDLE_MS : Math.max(afterMs - idleMs, MIN_POLL_MS));
    timer.unref?.();
  }

  function poll(): void {
    read().then(
      (reading) => {
        if (!hasEnded) report(reading);
      },
      () => {
        if (hasEnded) return;
        stop();
        events.lost();
      },
    );
  }

  try {
    const reading = await read(FIRST_TIMEOUT_MS);
    // After the caller has the watch, as with the other sources.
    timer = setTimeout(() => report(reading), 0);
    return { source: 'Mutter', stop };
  } catch {
    stop();
    return null;
  }
}
