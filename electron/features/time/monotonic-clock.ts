/** Measures the running entry by a monotonic clock, for when the wall clock is changed while it runs. Times in ms. */
import type { Entry } from '../../../shared/time/entry.ts';

export interface MonotonicClock {
  /** Starts measuring this running entry. */
  see(running: Entry): void;
  /** How long it ran; null if it was not measured, for example if the app started after the clock was set back. */
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
