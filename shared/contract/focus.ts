/** Focus sessions over the running timer. */
import { z } from 'zod';
import { MAX_FOCUS_MINUTES } from '../limits.ts';
import type { TaskRef } from '../time/entry.ts';
import { type CommandsOf, command } from './command.ts';

const Minutes = z.number().int().min(1).max(MAX_FOCUS_MINUTES);

export const focusCommands = {
  /** Needs a running timer. Lengths default to those of the settings. */
  'focus.start': command({ minutes: Minutes.optional(), breakMinutes: Minutes.optional() }),
  /** The phase takes longer; from now on if it is over. */
  'focus.more': command({ minutes: Minutes }),
  /** Stops the timer, or starts it on the task that breaks are logged on. */
  'focus.break': command({}),
  /** Starts the next round, and the timer again after a break. */
  'focus.next': command({}),
  /** The timer keeps running. */
  'focus.end': command({}),
} satisfies CommandsOf<'focus'>;

export interface FocusView {
  /** null: none. */
  session: FocusSessionView | null;
  /** Rounds completed today. */
  doneToday: number;
}

export interface FocusSessionView {
  phase: 'focus' | 'break';
  startedAt: string;
  /** Planned; the phase goes on until the person ends it. */
  endsAt: string;
  breakMinutes: number;
  /** The task of the round, or what the break returns to. */
  task: TaskRef;
  /** The break is logged on this task; null: it is a gap, or no break. */
  breakTask: TaskRef | null;
}
