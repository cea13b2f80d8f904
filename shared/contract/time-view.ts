/** Views of time entries and timers. */
import type { Day } from '../dates/week-start.ts';
import type { Entry, TaskRef } from '../time/entry.ts';
import type { TimesheetView } from './timesheet.ts';

export interface EntryView extends Pick<Entry, 'id' | 'task' | 'startTime' | 'endTime' | 'note'> {
  /** `sent`: identical at the service. */
  sync: 'sent' | 'waiting' | 'sending' | 'needs-you';
  /** A sentence saying why it is not sent, or null. */
  why: string | null;
}

export interface TimeView {
  running: EntryView | null;
  /** The task of the running entry was deleted at the service. */
  isTaskGone?: boolean;
  /** The local day these entries belong to, `YYYY-MM-DD`. */
  day: string;
  /** Entries that overlap the day, by start, including the running one. */
  today: EntryView[];
  /** The first day of the week; 0 is Sunday. */
  weekStartsOn: Day;
  /** The week of the day, without the running entry, which the window adds. */
  week: TimesheetView;
  /** The last 10 tasks worked on, most recent first. */
  recent: TaskRef[];
}

/** The entries that overlap a local day. */
export interface DayView {
  /** `YYYY-MM-DD` */
  day: string;
  entries: EntryView[];
  /** The week of the day, without the running entry. */
  week: TimesheetView;
}

export interface LinkQuestion {
  id: number;
  does: 'start' | 'stop' | 'open';
  /** Several if it is not clear which the link means. */
  tasks: TaskRef[];
}

export interface RemoteTimerView extends Pick<Entry, 'task' | 'startTime' | 'note'> {
  serverId: string;
}
