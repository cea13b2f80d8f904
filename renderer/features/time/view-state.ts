/** View state that only the views of time use. */
import type { Span } from '../../../shared/time/day.ts';
import { createViewState } from '../../state/view-state.ts';

/** The height of an hour in the Day view (px). */
export type HourHeight = 32 | 48 | 72 | 96 | 144;

interface TimeViews {
  hourHeight: HourHeight;
  weekBy: 'days' | 'projects' | 'tasks';
  /** The change that a duration typed into a cell would make; it replaces everything else in the status line. */
  preview: { change: string; how: string } | null;
  /** What the open panel would add to the gap; the Day view draws it. */
  proposed: (Span & { text: string }) | null;
}

export const useTimeViews = createViewState<TimeViews>(
  'time',
  { hourHeight: 48, weekBy: 'days', preview: null, proposed: null },
  ['hourHeight', 'weekBy'],
);

const set = useTimeViews.setState;

export const setHourHeight = (hourHeight: HourHeight): void => set({ hourHeight });

export const setWeekBy = (weekBy: TimeViews['weekBy']): void => set({ weekBy });

export const setPreview = (preview: TimeViews['preview']): void => set({ preview });

export const setProposed = (proposed: TimeViews['proposed']): void => set({ proposed });
