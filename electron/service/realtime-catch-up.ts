/**
 * What happened while nobody listened was not told: it is asked for once the sockets are open again, some time later, because
 * everybody's companions open them at about the same time. Where they stay lost, only whoever looks at the window gets a fresh list
 * soon; for all others the next poll comes as it was going to.
 */
import { delayBeforeCatchUp, VISIBLE_WAIT_MS } from './poll-schedule.ts';

export interface CatchUpOptions {
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two polls where nothing is told, in ms. */
  pollMs: () => number;
  /** The window is on screen. */
  isSeen: () => boolean;
  /** Everything is asked for. */
  ask: () => void;
}

export function createCatchUp({ random, pollMs, isSeen, ask }: CatchUpOptions) {
  let timer: NodeJS.Timeout | undefined;

  return {
    /** The service tells what happens, or no longer does. */
    turned(isLive: boolean): void {
      clearTimeout(timer);
      if (!isLive && !isSeen()) return;
      // By then they may be open again, and everything is asked for once.
      const lostMs = isLive ? 0 : VISIBLE_WAIT_MS;
      timer = setTimeout(ask, lostMs + delayBeforeCatchUp(pollMs(), isSeen(), random()));
      timer.unref?.();
    },
    stop: () => clearTimeout(timer),
  };
}
