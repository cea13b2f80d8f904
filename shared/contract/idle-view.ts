/** Views of what is asked about a running timer. */

export type AwayKind = 'idle' | 'lock' | 'sleep' | 'shutdown';

export interface AwayQuestion {
  id: string;
  entryId: string;
  identifier: string;
  title: string;
  from: string;
  /** Back at; null: still away. */
  to: string | null;
  /** The reason that lasted longest: one is enough to remember what happened. */
  kind: AwayKind;
  /** From the entry's start to `from`. */
  workedMs: number;
  /** Until now where it lasts. */
  awayMs: number;
  /** The entry's own end; null: it runs, so that there is something to go on with. */
  entryEnd: string | null;
}

/** What is to be asked, the oldest first. */
export interface AwayView {
  question: AwayQuestion;
  /** How many questions wait behind it. */
  more: number;
}

/** A timer that "still working?" stopped because nobody answered. */
export interface StoppedTimer {
  entryId: string;
  /** The end it was given. */
  stoppedAt: string;
}

export interface StoppedTimerView extends StoppedTimer {
  identifier: string;
  title: string;
}

export interface StillWorkingView {
  entryId: string;
  identifier: string;
  title: string;
  startTime: string;
  askedAt: string;
  /** What the end will be: when it was asked, or the last input where that was earlier. */
  stopsAt: string;
  /** Without an answer the timer stops then, backdated. */
  countdownEndsAt: string;
}
