/** Views of questions about a running timer. */

export type AwayKind = 'idle' | 'lock' | 'sleep' | 'shutdown';

export interface AwayQuestion {
  id: string;
  entryId: string;
  identifier: string;
  title: string;
  from: string;
  /** When the person came back; null while still away. */
  to: string | null;
  /** The reason that lasted longest. */
  kind: AwayKind;
  /** From the entry's start to `from`. */
  workedMs: number;
  /** Until now while still away. */
  awayMs: number;
  /** The entry's end; null while it runs. */
  entryEnd: string | null;
}

/** Open questions, the oldest first. */
export interface AwayView {
  question: AwayQuestion;
  /** Number of further questions. */
  more: number;
}

/** A timer that stopped because “Still working?” was not answered. */
export interface StoppedTimer {
  entryId: string;
  /** The end of the entry. */
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
  /** The end if the timer stops: the time of the question, or of the last input if that was earlier. */
  stopsAt: string;
  /** When the timer stops without an answer, backdated to `stopsAt`. */
  countdownEndsAt: string;
}
