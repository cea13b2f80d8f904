/**
 * One local day and the time entries that touch it. Pure; a day is cut at the local midnights of the moment of drawing,
 * so that it may have 23 or 25 hours.
 */
import type { EntryView } from '../contract/index.ts';

/** From and to, in epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** An entry as far as it lies in the day. */
export interface Piece extends Span {
  entry: EntryView;
}

/** The local day `YYYY-MM-DD`, from midnight to midnight. */
export function dayBounds(day: string): Span {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { from: new Date(year, month - 1, date).getTime(), to: new Date(year, month - 1, date + 1).getTime() };
}

/** `YYYY-MM-DD` of the local day an instant lies in. */
export function localDay(instant: number): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The local day so many days later. */
export function dayAfter(day: string, days: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return localDay(new Date(year, month - 1, date + days, 12).getTime());
}

/** The entries cut to the day, by start. What runs reaches to now; an entry that ends before it starts has no length. */
export function pieces(entries: readonly EntryView[], bounds: Span, now: number): Piece[] {
  const clamp = (instant: number): number => Math.min(Math.max(instant, bounds.from), bounds.to);
  return entries
    .flatMap((entry) => {
      const start = Date.parse(entry.startTime);
      const end = entry.endTime === null ? now : Date.parse(entry.endTime);
      if (Number.isNaN(start) || Number.isNaN(end)) return [];
      const from = clamp(start);
      return [{ entry, from, to: Math.max(from, clamp(end)) }];
    })
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

export function lengthOf(span: Span): number {
  return span.to - span.from;
}

/** All entries added up: what overlaps counts twice, as it does at the service. */
export function total(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + lengthOf(span), 0);
}

/** How much of the total is there more than once. Spans are by start. */
export function countedTwice(spans: readonly Span[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    covered += Math.max(0, span.to - Math.max(span.from, reached));
    reached = Math.max(reached, span.to);
  }
  return total(spans) - covered;
}
