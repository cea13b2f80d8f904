/** Editing an entry's times. Pure; instants in ms. */
import type { EntryView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { localDay } from '../../../shared/time/day.ts';
import { shownDuration, shownMinute } from '../../../shared/time/shown-times.ts';
import { typedDuration } from '../../../shared/time/typed-duration.ts';
import { instantsOnDay } from '../../../shared/time/typed-time.ts';

export interface Times {
  start: number;
  /** null while the timer is running. */
  end: number | null;
}

/** Values of the fields. Days are `YYYY-MM-DD`; the end of a running timer is empty. */
export interface Draft {
  startDay: string;
  start: string;
  endDay: string;
  end: string;
}

export type Wrong = 'start-no-time' | 'end-no-time' | 'start-future' | 'end-future' | 'end-before-start';
export type ReadDraft = { times: Times } | { wrong: Wrong };

/** Tolerated difference between main's clock and the page's (ms). */
const SLACK_MS = 1_000;

export function draftOf({ start, end }: Times): Draft {
  return {
    startDay: localDay(start),
    start: clock(start),
    endDay: localDay(end ?? start),
    end: end === null ? '' : clock(end),
  };
}

/**
 * Unchanged fields keep the seconds of `original`, from which the draft was made. A local time that occurs twice (end of summer time)
 * means the instant nearest to the previous one.
 */
export function readDraft(draft: Draft, original: Times, now: number): ReadDraft {
  const originalDraft = draftOf(original);
  const isStartUnchanged = draft.start === originalDraft.start && draft.startDay === originalDraft.startDay;
  const isEndUnchanged = draft.end === originalDraft.end && draft.endDay === originalDraft.endDay;
  const start = isStartUnchanged ? original.start : nearest(instantsOnDay(draft.start, draft.startDay), original.start);
  if (start === null) return { wrong: 'start-no-time' };
  if (start > now + SLACK_MS) return { wrong: 'start-future' };
  if (original.end === null && draft.end.trim() === '') return { times: { start, end: null } };
  const ends = instantsOnDay(draft.end, draft.endDay);
  const fitting = ends.filter((at) => at >= start && at <= now + SLACK_MS);
  const end = isEndUnchanged ? original.end : nearest(fitting.length > 0 ? fitting : ends, original.end ?? now);
  if (end === null) return { wrong: 'end-no-time' };
  if (end > now + SLACK_MS) return { wrong: 'end-future' };
  if (end >= start) return { times: { start, end } };
  // If only one of the two has seconds, both mean the same minute.
  return start - end < MINUTE_MS ? { times: { start, end: start } } : { wrong: 'end-before-start' };
}

/** Where there are no fields for the days: each time is on the day on which it is nearer to what was proposed. */
export function onNearestDays(draft: Draft, proposed: { start: number; end: number }): Draft {
  const days = [localDay(proposed.start), localDay(proposed.end)];
  const dayOf = (text: string, to: number): string => {
    const at = nearest(
      days.flatMap((day) => instantsOnDay(text, day)),
      to,
    );
    return localDay(at ?? to);
  };
  return { ...draft, startDay: dayOf(draft.start, proposed.start), endDay: dayOf(draft.end, proposed.end) };
}

/**
 * The times after typing a duration, or a change of it such as "+15", over completed times. `moves`: the edge that follows. null if
 * the text is no duration.
 */
export function withDuration(
  text: string,
  { start, end }: { start: number; end: number },
  moves: keyof Times,
): Times | null {
  const typed = typedDuration(text);
  if ('wrong' in typed) return null;
  const ms = typed.isChange ? shownDuration(start, end) + typed.ms : typed.ms;
  if (ms < 0) return null;
  return moves === 'end' ? { start, end: shownMinute(start) + ms } : { start: shownMinute(end) - ms, end };
}

/** null for an empty list. */
export function nearest(instants: readonly number[], to: number): number | null {
  const [first] = instants.toSorted((one, other) => Math.abs(one - to) - Math.abs(other - to));
  return first ?? null;
}

export const timesOf = ({ startTime, endTime }: Pick<EntryView, 'startTime' | 'endTime'>): Times => ({
  start: Date.parse(startTime),
  end: endTime === null ? null : Date.parse(endTime),
});

/** Those of `changed` that differ: the others follow the entry. */
export const changedTimes = (changed: Times, times: Times): Partial<Times> => ({
  ...(changed.start !== times.start && { start: changed.start }),
  ...(changed.end !== times.end && { end: changed.end }),
});

/** In ms; a running entry lasts until now. */
export const lengthOfTimes = ({ start, end }: Times, now = Date.now()): number =>
  end === null ? now - start : shownDuration(start, end);
