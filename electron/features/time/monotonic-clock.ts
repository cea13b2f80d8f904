/** How long the running entry has run, by a clock that nobody sets: for when the wall clock is set back under it. Times in ms. */
import type { Entry } from '../../../shared/time/entry.ts';

export interface MonotonicClock {
  /** From now on this running entry is watched. */
  see(running: Entry): void;
  /** How long it ran; null where it was not watched, as when the app came up after the clock was set back. */
  worked(running: Entry): number | null;
}

export function createMonotonicRunClock(now: () => number, monotonic: () => number): MonotonicClock {
  let seen: { entryId: string; startTime: string; ran: number; at: number } | null = null;
  return {
    see({ id, startTime }) {
      if (seen?.entryId === id && seen.startTime === startTime) return;
      seen = { entryId: id, startTime, ran: Math.max(0, now() - Date.parse(startTime)), at: monotonic() };
    },
    worked: ({ id, startTime }) =>
      seen?.entryId === id && seen.startTime === startTime ? seen.ran + monotonic() - seen.at : null,
  };
}
