/** What a person usually does at the hour of a gap: the same on most earlier days. Pure; times in ms since 1970. */
import { addDays } from 'date-fns';
import type { ProposalTarget } from '../contract/proposals.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { dayAfter, localDay, type Span } from '../time/day.ts';
import { within } from '../time/spans.ts';
import type { Claim } from './claims.ts';
import { targetKey } from './evidence.ts';

/** How many earlier days are looked at, on how many it must have been so, and on which share of those with entries. */
const DAYS = 28;
const MIN_DAYS = 3;
const MIN_SHARE = 0.6;
const MIN_PIECE_MS = 5 * MINUTE_MS;

/** How sure it is what one does every day (0 to 1). */
const EVERY_DAY = 0.55;

/** @param past earlier entries and answers "not work" */
export function usualClaims(gap: Span, past: readonly (Span & { target: ProposalTarget })[]): Claim[] {
  const byDay = Map.groupBy(past, ({ from }) => localDay(from));
  const today = localDay(gap.from);
  const days = Array.from({ length: DAYS }, (_, index) => byDay.get(dayAfter(today, -1 - index)));
  const pieces = days.flatMap((entries = [], index) => {
    // At the same time on the clock.
    const clock = { from: addDays(gap.from, -1 - index).getTime(), to: addDays(gap.to, -1 - index).getTime() };
    const atHour = entries.flatMap(({ target, ...span }) =>
      within([span], clock)
        .filter(({ from, to }) => to - from >= Math.min(MIN_PIECE_MS, clock.to - clock.from))
        .map(({ from, to }) => ({ target, from: from - clock.from, to: to - clock.from })),
    );
    // One piece of a target a day.
    return [...new Map(atHour.map((piece) => [targetKey(piece.target), piece])).values()];
  });
  return [...Map.groupBy(pieces, ({ target }) => targetKey(target)).values()].flatMap((same) => {
    const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const span = {
      from: gap.from + median(same.map(({ from }) => from)),
      to: gap.from + median(same.map(({ to }) => to)),
    };
    const share = same.length / days.filter((entries) => entries !== undefined).length;
    const [first] = same;
    if (first === undefined || same.length < MIN_DAYS || share < MIN_SHARE) return [];
    const evidence = { kind: 'usual' as const, days: same.length, ...span };
    return [{ ...span, target: first.target, strength: EVERY_DAY * share, isGuess: true, evidence }];
  });
}
