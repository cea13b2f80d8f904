/**
 * Ten thousand companions and one server through a day with an outage of an hour, simulated with the app's own waits: how many
 * requests a second the server sees when it is back, beside the mean of a quiet hour. A server may also say itself when to come
 * again (Retry-After), the same to everybody. One with sockets (`fleet-live.ts`) is asked rarely in a quiet hour; what opening
 * 70,000 sockets again costs it is held against what the same fleet asks where there are none.
 */
import { delayBeforeNextPoll, delayBeforeRetry } from '../../electron/service/poll-schedule.ts';
import { type Bench, type Figure, figure } from './figures.ts';
import { COMPANIONS, createDay, DAY, HOUR, MINUTE, type Outage, POLL_MS, seeded } from './fleet-day.ts';
import { simulateLive } from './fleet-live.ts';

const OUTAGE: Outage = { from: 12 * HOUR, to: 13 * HOUR };

export const fleet: Bench = {
  name: 'fleet',
  async run() {
    const plain = simulate({ askedMs: undefined });
    return [
      ...told('outage', plain),
      ...told('outage, Retry-After 5 min', simulate({ askedMs: 5 * MINUTE })),
      ...told('outage, all started at once', simulate({ askedMs: undefined, isAtOnce: true })),
      ...toldLive(simulateLive(), plain.mean),
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

/** `plainMean`: what the same fleet asks a server without sockets, per s. */
function toldLive({ mean, outage, restart }: ReturnType<typeof simulateLive>, plainMean: number): Figure[] {
  const most = (what: string, value: number): Figure[] => [
    figure(`fleet of 10,000, sockets, ${what}, beside its mean without sockets`, value, 'per s', {
      ratio: value / plainMean,
      goal: 2,
    }),
    figure(`fleet of 10,000, sockets, ${what}, beside its mean with them`, value, 'per s', { ratio: value / mean }),
  ];
  return [
    figure('fleet of 10,000, sockets: mean of a quiet hour', mean, 'per s'),
    ...most('outage: most in its first ten minutes', outage.loss),
    ...most('outage: most in the rest of it', outage.during),
    ...most('outage: most when it is back', outage.after),
    ...most('restart of 30 s: most while it is down', restart.during),
    ...most('restart of 30 s: most when it is back', restart.after),
  ];
}

/** `isAtOnce`: every companion asks for the first time in the same moment, as after a power cut, and the server fails then already. */
function simulate({ askedMs, isAtOnce = false }: { askedMs: number | undefined; isAtOnce?: boolean }) {
  const random = seeded(42);
  const outage = isAtOnce ? { from: 0, to: HOUR } : OUTAGE;
  const day = createDay();
  for (let companion = 0; companion < COMPANIONS; companion += 1) {
    // Nothing a companion does depends on another one: each has its day by itself.
    let at = isAtOnce ? 0 : random() * POLL_MS;
    let failures = 0;
    while (at < DAY) {
      day.count(at, 1);
      if (at >= outage.from && at < outage.to) {
        at += delayBeforeRetry(failures, askedMs, random());
        failures += 1;
      } else {
        failures = 0;
        at += delayBeforeNextPoll(POLL_MS, random());
      }
    }
  }
  return {
    mean: day.mean(20 * HOUR, 21 * HOUR),
    // The first failures are the polls that were due anyway.
    during: day.most(outage.from + MINUTE, outage.to),
    after: day.most(outage.to, outage.to + 2 * HOUR),
  };
}
