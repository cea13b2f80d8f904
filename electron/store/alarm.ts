/** A timer for one wall-clock time, re-armed in steps: a timeout of over 24 days overflows, and timeouts stand still during sleep. */

const MAX_TIMEOUT_MS = 2_147_483_647;

export type Alarm = ReturnType<typeof createAlarm>;

export function createAlarm(now: () => number, ring: () => void) {
  let target: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Re-evaluates the clock, after sleep or a clock change. */
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
    /** Replaces the time (ms since 1970). */
    set(at: number): void {
      clearTimeout(timer);
      target = at;
      // Not synchronously: the callback sets the next time, which may already have passed.
      arm(at - now());
    },
    check,
    stop(): void {
      target = null;
      clearTimeout(timer);
    },
  };
}
