/** Measures the running entry by a monotonic clock, in case the wall clock is changed while it runs. Times in ms. */
import type { Entry } from '../../../shared/time/entry.ts';

export interface RunClock {
  /** Starts measuring this running entry. */
  observe(running: Entry): void;
  /** How long the entry ran; null if it was not measured, for example if the app started after the clock was set back. */
  elapsed(running: Entry): number | null;
}

export function createRunClock(now: () => number, monotonic: () => number): RunClock {
  let reading: { entryId: string; startTime: string; elapsed: number; at: number } | null = null;
  return {
    observe({ id, startTime }) {
      if (reading?.entryId === id && reading.startTime === startTime) return;
      reading = { entryId: id, startTime, elapsed: Math.max(0, now() - Date.parse(startTime)), at: monotonic() };
    },
    elapsed: ({ id, startTime }) =>
      reading?.entryId === id && reading.startTime === startTime ? reading.elapsed + monotonic() - reading.at : null,
  };
}
