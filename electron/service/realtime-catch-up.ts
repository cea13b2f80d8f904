/**
 * Refreshes everything after the sockets are open again, because events were missed meanwhile. The delay is random, because all
 * clients of a server reconnect at about the same time. If the sockets stay lost, refreshes early only while the window is visible.
 */
import { delayBeforeCatchUp, VISIBLE_WAIT_MS } from './poll-schedule.ts';

export interface CatchUpOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Poll interval without sockets (ms). */
  pollMs: () => number;
  isWindowVisible: () => boolean;
  refresh: () => void;
}

export function createCatchUp({ random, pollMs, isWindowVisible, refresh }: CatchUpOptions) {
  let timer: NodeJS.Timeout | undefined;

  return {
    /** The sockets were opened or lost. */
    liveChanged(isLive: boolean): void {
      clearTimeout(timer);
      if (!isLive && !isWindowVisible()) return;
      // Waits for the sockets first: if they open in time, one refresh is enough.
      const reconnectMs = isLive ? 0 : VISIBLE_WAIT_MS;
      timer = setTimeout(refresh, reconnectMs + delayBeforeCatchUp(pollMs(), isWindowVisible(), random()));
      timer.unref?.();
    },
    stop: () => clearTimeout(timer),
  };
}
