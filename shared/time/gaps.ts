/** Gaps: working time of a day without an entry. Pure; times in ms since 1970. */

import type { TimeRules } from '../contract/time-rules.ts';
import { toIsoInstant } from '../dates/instant.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../dates/milliseconds.ts';
import { dayBounds, lengthOf, localDay, type Span } from './day.ts';
import { shownMinute } from './shown-times.ts';
import { subtract, union, within } from './spans.ts';
import { type DayRules, isWorkingDay, workOn } from './working-days.ts';

type GapRules = DayRules & Pick<TimeRules, 'notWork'>;

/** A shorter gap is a pause between two tasks (ms). */
const MIN_GAP_MS = 5 * MINUTE_MS;

/** After work across midnight, a pause of this length is the night (ms). */
export const MIN_NIGHT_MS = 4 * HOUR_MS;

/**
 * The gaps of a local day until now, by start: the parts of the working hours without an entry, a break or time answered with "not
 * work". Without working hours, the time between the entries of a working day.
 * @param entries the entries' parts on the day
 */
export function gapsOf(day: string, rules: GapRules, entries: readonly Span[], now: number): Span[] {
  const work = workOn(day, rules)?.work;
  const open =
    work === undefined
      ? gapsBetween(isWorkingDay(day, rules) ? entries : [])
      : subtract(within(work, { from: dayBounds(day).from, to: shownMinute(now) }), entries);
  return subtract(open, answeredOn(day, rules)).filter((gap) => lengthOf(gap) >= MIN_GAP_MS);
}

/** The time of a local day that was answered with "not work" and has no entry, by start. */
export const notWorkOf = (day: string, rules: GapRules, entries: readonly Span[]): Span[] =>
  subtract(answeredOn(day, rules), entries).filter((span) => lengthOf(span) >= MIN_GAP_MS);

function answeredOn(day: string, { notWork }: GapRules): Span[] {
  const bounds = dayBounds(day);
  const [first, last] = [toIsoInstant(bounds.from), toIsoInstant(bounds.to)];
  const answered = notWork.filter(({ from, to }) => from < last && to > first);
  return within(
    answered.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    bounds,
  );
}

/** The gaps of several local days. `tracked`: what entries cover, cut at midnights. */
export function gapsOfDays(days: readonly string[], rules: GapRules, tracked: readonly Span[], now: number): Span[] {
  const byDay = Map.groupBy(tracked, ({ from }) => localDay(from));
  return days.flatMap((day) => gapsOf(day, rules, byDay.get(day) ?? [], now));
}

/** What entries of a local day cover, with the pauses that are too short for a gap. */
export const trackedSpans = (entries: readonly Span[]): Span[] => union(entries, MIN_GAP_MS);

/**
 * The gaps between spans of a local day, by start; one may be less than a second too short. Spans may overlap and come in any order. The
 * night after work that went on past midnight is no gap.
 */
export function gapsBetween(spans: readonly Span[], minMs = MIN_GAP_MS): Span[] {
  const gaps: Span[] = [];
  const byStart = spans.toSorted((a, b) => a.from - b.from);
  let isPastMidnight = byStart[0] !== undefined && beginsAtMidnight(byStart[0]);
  let reached = Number.POSITIVE_INFINITY;
  for (const { from, to } of byStart) {
    const length = from - reached;
    if (isPastMidnight && length >= MIN_NIGHT_MS) isPastMidnight = false;
    else if (length > minMs - SECOND_MS) gaps.push({ from: reached, to: from });
    reached = reached === Number.POSITIVE_INFINITY ? to : Math.max(reached, to);
  }
  return gaps;
}

/** The span goes on from the day before. */
export const beginsAtMidnight = ({ from }: Pick<Span, 'from'>): boolean => from === dayBounds(localDay(from)).from;

/** The time covered by more than one of the spans, by start. */
export function doubledSpans(spans: readonly Span[], minMs: number): Span[] {
  const doubled: Span[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, reached);
    const last = doubled.at(-1);
    if (end > from && last && from <= last.to) last.to = Math.max(last.to, end);
    else if (end > from) doubled.push({ from, to: end });
    reached = Math.max(reached, to);
  }
  return doubled.filter(({ from, to }) => to - from >= minMs);
}
