/** Requests to a server during a day with ten thousand apps. Times in ms. */

export const COMPANIONS = 10_000;
export const POLL_MS = 60_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The window of a peak. */
const BIN_MS = 10_000;

/** An outage, from the first instant (inclusive) to the second (exclusive). */
export interface Outage {
  from: number;
  to: number;
}

export function createDay() {
  const bins = new Uint32Array(DAY / BIN_MS);
  const perSecond = (from: number, to: number): number[] =>
    [...bins.subarray(from / BIN_MS, to / BIN_MS)].map((n) => n / (BIN_MS / 1000));
  return {
    count(at: number, requests: number): void {
      const bin = Math.floor(at / BIN_MS);
      bins[bin] = (bins[bin] ?? 0) + requests;
    },
    /** Requests per second. */
    mean(from: number, to: number): number {
      const all = perSecond(from, to);
      return all.reduce((sum, n) => sum + n, 0) / all.length;
    },
    most: (from: number, to: number): number => Math.max(...perSecond(from, to)),
  };
}

/** mulberry32, so that each run is the same. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
