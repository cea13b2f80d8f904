/**
 * A focus session over the running timer: rounds of focus and breaks. Pure: each step gives the next session and what happens to the
 * timer, which the caller carries out. Instants and lengths in ms.
 */
import { isSameTask } from '../accounts.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { TaskRef } from './entry.ts';

/** What "5 min more" adds. */
export const MORE_MINUTES = 5;

interface FocusLengths {
  focusMs: number;
  breakMs: number;
}

export interface FocusSession extends FocusLengths {
  phase: 'focus' | 'break';
  startedAt: number;
  /** Planned. After it the time is over, and counts on until the person says what comes next. */
  endsAt: number;
  /** What the next round continues. */
  task: TaskRef;
  note: string;
  /** The task that the break is logged on; null outside of breaks, and for a break that is a gap. */
  breakTask: TaskRef | null;
  /** The person was told that the phase is over. */
  isAnnounced: boolean;
}

export interface RunningTimer {
  task: TaskRef;
  note: string;
}

/** What happens to the timer, at the moment of the step. */
export type TimerEffect = { do: 'keep' } | { do: 'stop' } | { do: 'start'; task: TaskRef; note: string };

export interface FocusStep {
  /** null: the session ended. */
  session: FocusSession | null;
  timer: TimerEffect;
  /** A round of focus was completed. */
  isRoundDone: boolean;
}

export type FocusEvent =
  | ({ kind: 'start'; running: RunningTimer } & FocusLengths)
  | { kind: 'more'; ms: number }
  /** `task`: what the break is logged on; null: it is a gap. */
  | { kind: 'break'; task: TaskRef | null }
  | { kind: 'next' }
  | { kind: 'end' }
  /** The timer changed without this session. */
  | { kind: 'timer'; running: RunningTimer | null };

const KEEP: TimerEffect = { do: 'keep' };

export function focusStep(session: FocusSession | null, event: FocusEvent, now: number): FocusStep {
  const stay = { session, timer: KEEP, isRoundDone: false };
  if (event.kind === 'start') {
    const { running, focusMs, breakMs } = event;
    return { ...stay, session: focusOn(running, { focusMs, breakMs }, now), isRoundDone: isDone(session, now) };
  }
  if (session === null) return stay;
  const { phase, task, note, breakMs, breakTask } = session;
  const isRoundDone = isDone(session, now);
  const isLogged = phase === 'break' && breakTask !== null;
  switch (event.kind) {
    case 'more':
      return { ...stay, session: { ...session, endsAt: Math.max(session.endsAt, now) + event.ms, isAnnounced: false } };
    case 'break': {
      if (phase === 'break') return stay;
      // Its own task would only run on.
      const on = event.task && isSameTask(event.task, task) ? null : event.task;
      return {
        session: {
          ...session,
          phase: 'break',
          startedAt: now,
          endsAt: now + breakMs,
          breakTask: on,
          isAnnounced: false,
        },
        timer: on === null ? { do: 'stop' } : { do: 'start', task: on, note: '' },
        isRoundDone,
      };
    }
    case 'next':
      return {
        session: focusOn({ task, note }, session, now),
        timer: phase === 'break' ? { do: 'start', task, note } : KEEP,
        isRoundDone,
      };
    case 'end':
      return { session: null, timer: isLogged ? { do: 'stop' } : KEEP, isRoundDone };
    case 'timer': {
      const { running } = event;
      if (phase === 'focus') {
        if (running === null) return { session: null, timer: KEEP, isRoundDone };
        return { ...stay, session: { ...session, task: running.task, note: running.note } };
      }
      // A break whose timer the person stopped goes on as a gap; another timer ends the session.
      if (running === null) return { ...stay, session: { ...session, breakTask: null } };
      return breakTask && isSameTask(running.task, breakTask) ? stay : { ...stay, session: null };
    }
  }
}

function focusOn({ task, note }: RunningTimer, { focusMs, breakMs }: FocusLengths, now: number): FocusSession {
  return {
    phase: 'focus',
    startedAt: now,
    endsAt: now + focusMs,
    focusMs,
    breakMs,
    task,
    note,
    breakTask: null,
    isAnnounced: false,
  };
}

const isDone = (session: FocusSession | null, now: number): boolean =>
  session !== null && session.phase === 'focus' && now >= session.endsAt;

/** The part of the phase that has passed, from 0 to 1. */
export function focusShare({ startedAt, endsAt }: Pick<FocusSession, 'startedAt' | 'endsAt'>, now: number): number {
  const length = endsAt - startedAt;
  return length <= 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / length));
}

/** The next full or half hour that is at least ten minutes away, for "Until 15:30". */
export function nextHalfHour(now: number): number {
  const date = new Date(now + 10 * MINUTE_MS);
  date.setMinutes(date.getMinutes() <= 30 ? 30 : 60, 0, 0);
  return date.getTime();
}
