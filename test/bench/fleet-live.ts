/**
 * Ten thousand apps at a server with sockets, which make polls rare. All sockets are lost at once twice a day: an outage of an hour and
 * a restart of half a minute. Counts lists, notifications and opened sockets, with the app's own delays.
 */
import { MAX_WATCHED_PROJECTS } from '../../electron/features/tasks/live-updates.ts';
import {
  delayBeforeCatchUp,
  delayBeforeNextPoll,
  delayBeforeReconnect,
  delayBeforeRetry,
  POLLS_WITH_SOCKET,
} from '../../electron/service/delays.ts';
import { STABLE_SOCKET_MS } from '../../electron/service/realtime-subscriptions.ts';
import { COMPANIONS, createDay, DAY, HOUR, MINUTE, type Outage, POLL_MS, seeded } from './fleet-day.ts';

/** Sockets per app at most: the person's, the open board's, and those of other projects. */
const SOCKETS = 2 + MAX_WATCHED_PROJECTS;
/** The share of apps with a visible window. */
const SEEN = 0.01;
const OUTAGE: Outage = { from: 10 * HOUR, to: 11 * HOUR };
const RESTART: Outage = { from: 16 * HOUR, to: 16 * HOUR + MINUTE / 2 };
const OUTAGES = [OUTAGE, RESTART];

type Day = ReturnType<typeof createDay>;

export function simulateLive() {
  const day = createDay();
  const random = seeded(42);
  // Apps are independent, so each day is simulated separately.
  for (let companion = 0; companion < COMPANIONS; companion += 1) live(day, random() < SEEN, random);
  return {
    mean: day.mean(20 * HOUR, 21 * HOUR),
    outage: {
      loss: day.most(OUTAGE.from, OUTAGE.from + 10 * MINUTE),
      during: day.most(OUTAGE.from + 10 * MINUTE, OUTAGE.to),
      after: day.most(OUTAGE.to, OUTAGE.to + 2 * HOUR),
    },
    restart: { during: day.most(RESTART.from, RESTART.to), after: day.most(RESTART.to, RESTART.to + 2 * HOUR) },
  };
}

/** The day of one app. */
function live(day: Day, isSeen: boolean, random: () => number): void {
  let isLive = true;
  let openedAt = Number.NEGATIVE_INFINITY;
  let failedPolls = 0;
  let failedOpenings = 0;
  const next = {
    poll: random() * POLL_MS * POLLS_WITH_SOCKET,
    opening: Number.POSITIVE_INFINITY,
    catchUp: Number.POSITIVE_INFINITY,
    loss: OUTAGE.from,
  };

  function poll(at: number): void {
    day.count(at, 1);
    if (isDown(at)) {
      next.poll = at + delayBeforeRetry(failedPolls, undefined, random());
      failedPolls += 1;
    } else {
      next.poll = at + delayBeforeNextPoll(POLL_MS * (isLive ? POLLS_WITH_SOCKET : 1), random());
      failedPolls = 0;
    }
  }

  function openLater(at: number): void {
    next.opening = at + delayBeforeReconnect(failedOpenings, isSeen, random());
    failedOpenings += 1;
  }

  const turns: Record<keyof typeof next, (at: number) => void> = {
    poll,
    loss(at) {
      next.loss = OUTAGES.find(({ from }) => from > at)?.from ?? Number.POSITIVE_INFINITY;
      if (!isLive) return;
      isLive = false;
      if (at - openedAt >= STABLE_SOCKET_MS) failedOpenings = 0;
      openLater(at);
      next.catchUp = isSeen ? at + delayBeforeCatchUp(POLL_MS, isSeen, random()) : Number.POSITIVE_INFINITY;
    },
    opening(at) {
      // The others open after the first one.
      day.count(at, isDown(at) ? 1 : SOCKETS);
      next.opening = Number.POSITIVE_INFINITY;
      if (isDown(at)) {
        openLater(at);
        return;
      }
      isLive = true;
      openedAt = at;
      next.catchUp = at + delayBeforeCatchUp(POLL_MS, isSeen, random());
    },
    catchUp(at) {
      next.catchUp = Number.POSITIVE_INFINITY;
      // Notifications.
      day.count(at, 1);
      poll(at);
    },
  };

  for (;;) {
    const [turn, at] = soonest(next);
    if (at >= DAY) return;
    turns[turn](at);
  }
}

const isDown = (at: number): boolean => OUTAGES.some(({ from, to }) => at >= from && at < to);

function soonest<Turn extends string>(next: Record<Turn, number>): [Turn, number] {
  const [first, ...others] = Object.entries(next) as [Turn, number][];
  if (first === undefined) throw new Error('Nothing comes next.');
  return others.reduce((one, other) => (other[1] < one[1] ? other : one), first);
}
