/** Views of time entries and timers. */
import type { TaskRef } from '../time/entry.ts';
import type { WeekTotals } from '../time/totals.ts';

export interface EntryView {
  id: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** `sent`: the service has it as it is here. */
  sync: 'sent' | 'waiting' | 'sending' | 'needs-you';
  /** Why it is not sent, a sentence; null where there is nothing to say. */
  why: string | null;
}

export interface TimeView {
  running: EntryView | null;
  /** The local day these entries belong to, `YYYY-MM-DD`. */
  day: string;
  /** Entries that touch that day, by start, the running one among them. */
  today: EntryView[];
  /** The week that day is in, without the running entry, which whoever shows it adds. */
  week: WeekTotals;
  /** Tasks worked on lately, the last one first, without repetition; at most 10. */
  recent: TaskRef[];
}

/** The entries that touch one local day. */
export interface DayView {
  /** `YYYY-MM-DD` */
  day: string;
  entries: EntryView[];
  /** The week it is in, without the running entry. */
  week: WeekTotals;
}

export interface LinkQuestion {
  id: number;
  does: 'start' | 'stop';
  task: TaskRef;
}

export interface RemoteTimerView {
  serverId: string;
  task: TaskRef;
  startTime: string;
  note: string;
}
