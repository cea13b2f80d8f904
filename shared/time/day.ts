/**
 * A local day and the time entries that overlap it. Pure. Days are bounded by local midnights, so they may have 23 or 25 hours.
 */
import type { EntryView } from '../contract/index.ts';
import { shownSpan } from './shown-times.ts';

/** In ms since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The part of an entry within the day, in shown times. */
export interface Piece<E = EntryView> extends Span {
  entry: E;
}

/** The local day `YYYY-MM-DD`, from midnight to midnight. */
export function dayBounds(day: string): Span {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { from: new Date(year, month - 1, date).getTime(), to: new Date(year, month - 1, date + 1).getTime() };
}

/** The local day of an instant, `YYYY-MM-DD`. */
export function localDay(instant: number | Date): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The local day `days` days later. */
export function dayAfter(day: string, days: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return localDay(new Date(year, month - 1, date + days, 12).getTime());
}

/** The entries cut to the day, by start, in shown times. An entry that ends at the day's first minute belongs to the day before. */
export function pieces<E extends Pick<EntryView, 'startTime' | 'endTime'>>(
  entries: readonly E[],
  bounds: Span,
  now: number,
): Piece<E>[] {
  const clamp = (instant: number): number => Math.min(Math.max(instant, bounds.from), bounds.to);
  return entries
    .flatMap((entry) => {
      const shown = shownSpan(entry, now);
      if (Number.isNaN(shown.from) || Number.isNaN(shown.to)) return [];
      if (shown.from < bounds.from && shown.to <= bounds.from) return [];
      return [{ entry, from: clamp(shown.from), to: clamp(shown.to) }];
    })
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

export function lengthOf(span: Span): number {
  return span.to - span.from;
}

/** The sum of all entries. Overlaps count twice, as at the service. */
export function total(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + lengthOf(span), 0);
}

/** The part of the total that is counted more than once. Spans are sorted by start. */
export function countedTwice(spans: readonly Span[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    covered += Math.max(0, span.to - Math.max(span.from, reached));
    reached = Math.max(reached, span.to);
  }
  return total(spans) - covered;
}
