/**
 * Ten thousand companions and one server through a day with an outage of an hour, simulated with the app's own waits: how many
 * requests a second the server sees when it is back, beside the mean of a quiet hour. A server may also say itself when to come
 * again (Retry-After), the same to everybody.
 */
import { untilNextPoll, untilRetry } from '../../electron/tasks/poll-times.ts';
import { type Bench, type Figure, figure } from './figures.ts';

const COMPANIONS = 10_000;
const POLL_MS = 60_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OUTAGE = { from: 12 * HOUR, to: 13 * HOUR };
/** A peak is the most requests in so long a time. */
const BIN_MS = 10_000;

export const fleet: Bench = {
  name: 'fleet',
  async run() {
    return [
      ...told('outage', simulate({ askedMs: undefined })),
      ...told('outage, Retry-After 5 min', simulate({ askedMs: 5 * MINUTE })),
      ...told('outage, all started at once', simulate({ askedMs: undefined, isAtOnce: true })),
    ];
  },
};

function told(name: string, { mean, during, after }: { mean: number; during: number; after: number }): Figure[] {
  return [
    figure(`fleet of 10,000, ${name}: mean of a quiet hour`, mean, 'per s'),
    figure(`fleet of 10,000, ${name}: most while it is down`, during, 'per s', { ratio: during / mean }),
    figure(`fleet of 10,000, ${name}: most when it is back`, after, 'per s', { ratio: after / mean, goal: 2 }),
  ];
}

/** `isAtOnce`: every companion asks for the first time in the same moment, as after a power cut, and the server fails then already. */
function simulate({ askedMs, isAtOnce = false }: { askedMs: number | undefined; isAtOnce?: boolean }) {
  const random = seeded(42);
  const outage = isAtOnce ? { from: 0, to: HOUR } : OUTAGE;
  const bins = new Uint32Array(DAY / BIN_MS);
  for (let companion = 0; companion < COMPANIONS; companion += 1) {
    // Nothing a companion does depends on another one: each has its day by itself.
    let at = isAtOnce ? 0 : random() * POLL_MS;
    let failures = 0;
    while (at < DAY) {
      const bin = Math.floor(at / BIN_MS);
      bins[bin] = (bins[bin] ?? 0) + 1;
      if (at >= outage.from && at < outage.to) {
        at += untilRetry(failures, askedMs, random());
        failures += 1;
      } else {
        failures = 0;
        at += untilNextPoll(POLL_MS, random());
      }
    }
  }
  const perSecond = (from: number, to: number) =>
    [...bins.subarray(from / BIN_MS, to / BIN_MS)].map((n) => n / (BIN_MS / 1000));
  const quiet = perSecond(20 * HOUR, 21 * HOUR);
  return {
    mean: quiet.reduce((sum, n) => sum + n, 0) / quiet.length,
    // The first failures are the polls that were due anyway.
    during: Math.max(...perSecond(outage.from + MINUTE, outage.to)),
    after: Math.max(...perSecond(outage.to, outage.to + 2 * HOUR)),
  };
}

/** mulberry32: the same day each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
