/**
 * Idle time from Mutter (GNOME), which offers no Wayland protocol for it. It is polled, because Mutter's own watches stay silent
 * while a program inhibits idleness, as video players do; the idle time itself counts input only.
 */
import type { IdleEvents, IdleWatch } from './idle.ts';

const NAME = 'org.gnome.Mutter.IdleMonitor';
const PATH = '/org/gnome/Mutter/IdleMonitor/Core';
const TIMEOUT_MS = 2_000;
/** While nobody is there: how late a return is noticed at most. */
const POLL_IDLE_MS = 5_000;
const MIN_POLL_MS = 1_000;

/** null: Mutter is not on this bus. Nothing is told after `stop` or `lost`. */
export async function watchMutterIdle(
  busAddress: string,
  afterMs: number,
  events: IdleEvents,
): Promise<IdleWatch | null> {
  const { Message, MessageFlag, sessionBus } = await import('@particle/dbus-next');
  const bus = sessionBus({ busAddress });
  // Attached at once: without a listener, a bus that goes away would end the app.
  const broken = new Promise<never>((_, reject) => void bus.on('error', reject));
  broken.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let wasIdle = false;
  let hasEnded = false;

  function stop(): void {
    hasEnded = true;
    clearTimeout(timer);
    bus.disconnect();
  }

  async function readIdleMs(): Promise<number> {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error('No answer over D-Bus')), TIMEOUT_MS);
    });
    const call = new Message({
      destination: NAME,
      path: PATH,
      interface: NAME,
      member: 'GetIdletime',
      flags: MessageFlag.NO_AUTO_START,
    });
    try {
      const reply = await Promise.race([bus.call(call), broken, late]);
      const idleMs = Number(reply?.body[0]);
      if (Number.isNaN(idleMs)) throw new Error('Mutter tells no idle time');
      return idleMs;
    } finally {
      clearTimeout(limit);
    }
  }

  function tell(idleMs: number): void {
    const isIdle = idleMs >= afterMs;
    if (isIdle && !wasIdle) events.idle(idleMs);
    if (!isIdle && wasIdle) events.active();
    wasIdle = isIdle;
    timer = setTimeout(poll, isIdle ? POLL_IDLE_MS : Math.max(afterMs - idleMs, MIN_POLL_MS));
    timer.unref?.();
  }

  function poll(): void {
    readIdleMs().then(
      (idleMs) => {
        if (!hasEnded) tell(idleMs);
      },
      () => {
        if (hasEnded) return;
        stop();
        events.lost();
      },
    );
  }

  try {
    const idleMs = await readIdleMs();
    // Once the caller has the watch, as the other sources do.
    timer = setTimeout(() => tell(idleMs), 0);
    return { source: 'Mutter', stop };
  } catch {
    stop();
    return null;
  }
}
