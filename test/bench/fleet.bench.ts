/**
 * Ten thousand apps and one server during a day with an outage of an hour, simulated with the app's own delays: requests per second
 * after the outage, compared to the mean of a quiet hour. A server may also send Retry-After, the same to every app. A server with
 * sockets (`fleet-live.ts`) gets few requests in a quiet hour; opening 70,000 sockets again is compared to the same apps at a server
 * without sockets.
 */
import { delayBeforeNextPoll, delayBeforeRetry } from '../../electron/service/delays.ts';
import { type Bench, type Figure, figure, timesBare } from './figures.ts';
import { COMPANIONS, createDay, DAY, HOUR, MINUTE, type Outage, POLL_MS, seeded } from './fleet-day.ts';
import { simulateLive } from './fleet-live.ts';

const OUTAGE: Outage = { from: 12 * HOUR, to: 13 * HOUR };

export const fleet: Bench = {
  name: 'fleet',
  async run() {
    const plain = simulate({ askedMs: undefined });
    return [
      ...figuresOf('outage', plain),
      ...figuresOf('outage, Retry-After 5 min', simulate({ askedMs: 5 * MINUTE })),
      ...figuresOf('outage, all started at once', simulate({ askedMs: undefined, isAtOnce: true })),
      ...toldLive(simulateLive(), plain.mean),
    ];
  },
};

const HOW = 'A day of ten thousand apps is simulated with the app’s own delays; the most requests of ten seconds';

function figuresOf(name: string, { mean, during, after }: { mean: number; during: number; after: number }): Figure[] {
  const beside = { unit: 'per s', bare: mean, how: `${HOW}, beside the mean of a quiet hour.` } as const;
  return [
    figure(`fleet of 10,000, ${name}: most while it is down`, { ...beside, values: during }),
    figure(`fleet of 10,000, ${name}: most when it is back`, { ...beside, values: after, goal: timesBare(2) }),
  ];
}

/** `plainMean`: requests per second of the same apps without sockets. */
function toldLive({ mean, outage, restart }: ReturnType<typeof simulateLive>, plainMean: number): Figure[] {
  const how = `${HOW}, with seven sockets each (70,000 openings), beside the mean of a quiet hour without sockets.`;
  const most = (what: string, values: number) =>
    figure(`fleet of 10,000, sockets, ${what}`, {
      unit: 'per s',
      values,
      bare: plainMean,
      goal: timesBare(2),
      how,
    });
  return [
    figure('fleet of 10,000, sockets: mean of a quiet hour', { unit: 'per s', values: mean, bare: plainMean, how }),
    most('outage: most in its first ten minutes', outage.loss),
    most('outage: most in the rest of it', outage.during),
    most('outage: most when it is back', outage.after),
    most('restart of 30 s: most while it is down', restart.during),
    most('restart of 30 s: most when it is back', restart.after),
  ];
}

/** `isAtOnce`: all apps start at the same time, as after a power failure, while the server is already down. */
function simulate({ askedMs, isAtOnce = false }: { askedMs: number | undefined; isAtOnce?: boolean }) {
  const random = seeded(42);
  const outage = isAtOnce ? { from: 0, to: HOUR } : OUTAGE;
  const day = createDay();
  for (let companion = 0; companion < COMPANIONS; companion += 1) {
    // Apps are independent, so each day is simulated separately.
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
    // The first failures are polls that were due anyway.
    during: day.most(outage.from + MINUTE, outage.to),
    after: day.most(outage.to, outage.to + 2 * HOUR),
  };
}
