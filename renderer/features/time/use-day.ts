import { useEffect, useMemo, useRef } from 'react';
import type { DayView, EntryView, TimesheetView } from '../../../shared/contract/index.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';
import { gapsOf, gapsOfDays, notWorkOf } from '../../../shared/time/gaps.ts';
import { partsByDay } from '../../../shared/time/parts-by-day.ts';
import { daysBetween } from '../../../shared/time/period.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import { sumAccount, type Timesheet, withRunning } from '../../../shared/time/timesheet.ts';
import { useAppState } from '../../state/main-process.ts';
import { showError } from '../../state/notices.ts';
import { shareUnchanged } from '../../state/share-unchanged.ts';
import { useShownTime } from '../../state/shown-time.ts';
import { useRead } from '../../state/use-read.ts';
import { useAccountFilter } from '../../widgets/open-accounts.tsx';
import type { Gap } from './timeline.ts';

export interface DayProps extends Omit<ShownDay, 'entries' | 'week'> {
  bounds: Span;
  /** By start. */
  dayPieces: readonly Piece[];
  gaps: readonly Gap[];
  isToday: boolean;
  week: Timesheet;
  /** The week is shown below the day, not in its own column. */
  hasWeek: boolean;
  /** In ms. */
  now: number;
}

interface ShownDay {
  /** `YYYY-MM-DD` */
  day: string;
  entries: readonly EntryView[];
  /** False until main has answered for this day. */
  isLoaded: boolean;
  /** The day's week; the previously shown week while loading. */
  week: TimesheetView;
}

/** The shown day: today from the published state, or another day. */
export function useDay(): ShownDay {
  const time = useAppState((state) => state.time);
  const shown = useShownTime(({ shownDay }) => shownDay);
  const day = shown !== null && shown !== time.day ? shown : null;
  const { value, error } = useRead('time.day', day === null ? null : { day });
  const last = useRef<DayView | null>(null);
  // Entries that did not change stay the same objects and are not drawn again.
  const read = useMemo(() => {
    last.current = shareUnchanged(last.current, value);
    return last.current;
  }, [value]);
  useEffect(() => {
    if (error !== null) showError(error);
  }, [error]);
  if (day === null) return { day: time.day, entries: time.today, isLoaded: true, week: time.week };
  if (read?.day === day) return { ...read, isLoaded: true };
  return { day, entries: [], isLoaded: false, week: read?.week ?? time.week };
}

/** The sums of a week of the shown account, with the running entry up to `now` (ms). */
export function useWeek(view: TimesheetView, now: number): Timesheet {
  const running = useAppState((state) => state.time.running);
  const rules = useAppState((state) => state.timeRules);
  const accountId = useAccountFilter();
  return useMemo(
    () => sumAccount(withRunning(view, running, now), rules, accountId),
    [view, running, now, rules, accountId],
  );
}

/** The gaps of a day until `now` (ms), also those that are not work. */
export function useGaps(day: string, dayPieces: readonly Piece[], now: number): Gap[] {
  const rules = useAppState((state) => state.timeRules);
  return useMemo(
    () => [
      ...gapsOf(day, rules, dayPieces, now).map((gap) => ({ ...gap, isNotWork: false })),
      ...notWorkOf(day, rules, dayPieces).map((gap) => ({ ...gap, isNotWork: true })),
    ],
    [day, rules, dayPieces, now],
  );
}

/** The gaps of a period until `now` (ms), by start. */
export function useGapsOfPeriod(view: TimesheetView | null, now: number): Span[] {
  const running = useAppState((state) => state.time.running);
  const rules = useAppState((state) => state.timeRules);
  return useMemo(() => {
    if (view === null) return [];
    const live = running && shownSpan(running, now);
    return gapsOfDays(
      daysBetween(view.from, view.to),
      rules,
      [...view.tracked, ...(live ? partsByDay(live.from, live.to) : [])],
      now,
    );
  }, [view, running, rules, now]);
}
