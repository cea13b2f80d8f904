/** What a person usually does at the hour of a gap: the same on most of the earlier days. Pure; times in ms since 1970. */
import type { EntryView } from '../contract/index.ts';
import type { ProposalTarget } from '../contract/proposals.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { dayAfter, dayBounds, localDay, type Span } from '../time/day.ts';
import { shownSpan } from '../time/shown-times.ts';
import { targetKey } from './targets.ts';

/** How many earlier days count. */
const DAYS = 28;
const MIN_DAYS = 3;
const MIN_PIECE_MS = 5 * MINUTE_MS;

export interface Usual extends Span {
  target: ProposalTarget;
  /** On how many days. */
  days: number;
  /** Of the days with entries, or of the same day of the week; 0 to 1. */
  share: number;
}

/** @param notWork earlier answers "not work" */
export function usualAt(
  gap: Span,
  entries: readonly Pick<EntryView, 'startTime' | 'endTime' | 'task'>[],
  notWork: readonly Span[],
  now: number,
): Usual[] {
  const today = localDay(gap.from);
  const past = [
    ...entries.map((entry) => ({
      ...shownSpan(entry, now),
      target: { kind: 'task', task: entry.task } as ProposalTarget,
    })),
    ...notWork.map(({ from, to }) => ({ from, to, target: { kind: 'not-work' } as ProposalTarget })),
  ].filter(({ from }) => from < dayBounds(today).from);
  const byDay = Map.groupBy(past, ({ from }) => localDay(from));
  const found = new Map<string, { target: ProposalTarget; spans: Span[]; sameWeekday: number }>();
  const days = Array.from({ length: DAYS }, (_, index) => dayAfter(today, -1 - index)).filter((day) => byDay.has(day));
  const weekday = new Date(gap.from).getDay();
  const isSameWeekday = (day: string): boolean => new Date(dayBounds(day).from).getDay() === weekday;
  for (const day of days) {
    const clock = { from: onClock(gap.from, day, today), to: onClock(gap.to, day, today) };
    const ofDay = new Map<string, { target: ProposalTarget; span: Span }>();
    for (const { from, to, target } of byDay.get(day) ?? []) {
      const span = { from: Math.max(from, clock.from), to: Math.min(to, clock.to) };
      if (span.to - span.from < Math.min(MIN_PIECE_MS, gap.to - gap.from)) continue;
      ofDay.set(targetKey(target), { target, span: { from: span.from - clock.from, to: span.to - clock.from } });
    }
    for (const [key, { target, span }] of ofDay) {
      const one = found.get(key) ?? { target, spans: [], sameWeekday: 0 };
      one.spans.push(span);
      if (isSameWeekday(day)) one.sameWeekday += 1;
      found.set(key, one);
    }
  }
  const weekdays = days.filter(isSameWeekday).length;
  return [...found.values()].flatMap(({ target, spans, sameWeekday }) => {
    const weekly = sameWeekday >= MIN_DAYS ? sameWeekday / weekdays : 0;
    const share = Math.max(spans.length >= MIN_DAYS ? spans.length / days.length : 0, weekly);
    if (share < 0.6) return [];
    const from = gap.from + median(spans.map((span) => span.from));
    return [{ target, days: spans.length, share, from, to: gap.from + median(spans.map((span) => span.to)) }];
  });
}

/** The instant at which the clock of `day` shows the same time as today; the end of today is the end of that day. */
function onClock(instant: number, day: string, today: string): number {
  const of = localDay(instant) === today ? day : dayAfter(day, 1);
  const [year = 1970, month = 1, date = 1] = of.split('-').map(Number);
  const at = new Date(instant);
  return new Date(year, month - 1, date, at.getHours(), at.getMinutes()).getTime();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
