/** What a person usually does at the hour of a gap: the same on most earlier days. Pure; times in ms since 1970. */
import { addDays } from 'date-fns';
import type { ProposalTarget } from '../contract/proposals.ts';
import { dayAfter, localDay, type Span } from '../time/day.ts';
import { within } from '../time/spans.ts';
import type { Claim } from './claims.ts';
import { targetKey } from './evidence.ts';

/** How many earlier days are looked at, on how many it must have been so, and on which share of those with entries. */
const DAYS = 28;
const MIN_DAYS = 3;
const MIN_SHARE = 0.6;

/** How sure it is what one does every day (0 to 1). */
const EVERY_DAY = 0.55;

/** @param past earlier entries and answers "not work" */
export function usualClaims(gap: Span, past: readonly (Span & { target: ProposalTarget })[]): Claim[] {
  const byDay = Map.groupBy(past, ({ from }) => localDay(from));
  const today = localDay(gap.from);
  const days = Array.from({ length: DAYS }, (_, index) => -1 - index).filter((day) => byDay.has(dayAfter(today, day)));
  const pieces = days.flatMap((day) => {
    // At the same time on the clock.
    const clock = { from: addDays(gap.from, day).getTime(), to: addDays(gap.to, day).getTime() };
    const atHour = (byDay.get(dayAfter(today, day)) ?? []).flatMap(({ target, ...span }) =>
      within([span], clock).map(({ from, to }) => {
        return { target, from: gap.from + from - clock.from, to: gap.from + to - clock.from };
      }),
    );
    // One piece of a target a day.
    return [...new Map(atHour.map((piece) => [targetKey(piece.target), piece])).values()];
  });
  return [...Map.groupBy(pieces, ({ target }) => targetKey(target)).values()].flatMap((same) => {
    const share = same.length / days.length;
    // By its start in the middle of all, so that one unusual day does not count.
    const middle = same.toSorted((a, b) => a.from - b.from)[Math.floor(same.length / 2)];
    if (middle === undefined || same.length < MIN_DAYS || share < MIN_SHARE) return [];
    const { target, from, to } = middle;
    const evidence = { kind: 'usual' as const, days: same.length, from, to };
    return [{ from, to, target, strength: EVERY_DAY * share, isGuess: true, evidence }];
  });
}
