/** One moment to wake up at, by the wall clock: re-armed in pieces, because a long timeout overflows and sleep stops it. */

const MAX_TIMEOUT_MS = 2_147_483_647;

export interface Alarm {
  /** Replaces the moment (ms since 1970). */
  set(at: number): void;
  /** Looks at the clock again: after sleep, or when it was set. */
  check(): void;
  stop(): void;
}

export function createAlarm(now: () => number, ring: () => void): Alarm {
  let target: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    clearTimeout(timer);
    if (target === null) return;
    const wait = target - now();
    if (wait <= 0) {
      target = null;
      ring();
      return;
    }
    arm(wait);
  }

  function arm(wait: number): void {
    timer = setTimeout(check, Math.min(Math.max(wait, 0), MAX_TIMEOUT_MS));
    timer.unref?.();
  }

  return {
    set(at) {
      clearTimeout(timer);
      target = at;
      // Never from within: whoever is rung sets the next moment, and that one may have come, too.
      arm(at - now());
    },
    check,
    stop() {
      target = null;
      clearTimeout(timer);
    },
  };
}
