/** The effect of each answer to "You were away". Pure; times in ms. */
import type { AwayQuestion, Payload } from '../../../shared/contract/index.ts';

export type AwayAnswer = Payload<'away-time.answer'>['answer'];

export interface AwayFacts {
  start: number;
  from: number;
  /** When the user returned; now while they are away. */
  to: number;
  isBack: boolean;
  workedMs: number;
  awayMs: number;
  /** From the return to the entry's end or to now. */
  restMs: number;
  /** The timer is still running. */
  isRunning: boolean;
  /** In the order of their keys, 1 to 4. */
  answers: AwayAnswer[];
}

export function awayFacts(question: AwayQuestion, now: number): AwayFacts {
  const { workedMs, entryEnd } = question;
  const from = Date.parse(question.from);
  const isBack = question.to !== null;
  const to = question.to === null ? Math.max(from, now) : Date.parse(question.to);
  const end = entryEnd === null ? Math.max(now, to) : Date.parse(entryEnd);
  const restMs = Math.max(0, end - to);
  const isRunning = entryEnd === null;
  return {
    start: from - workedMs,
    from,
    to,
    isBack,
    workedMs,
    awayMs: isBack ? question.awayMs : to - from,
    restMs,
    isRunning,
    // "Discard and continue" needs time after the return.
    answers: ['keep', 'discard', ...(isRunning || restMs > 0 ? (['discard-and-continue'] as const) : []), 'split'],
  };
}

/** The share of worked time in the chart, 0 to 1, limited so that both parts stay visible. */
export function awayShare({ workedMs, awayMs }: Pick<AwayFacts, 'workedMs' | 'awayMs'>): number {
  const all = workedMs + awayMs;
  return all <= 0 ? 0.5 : Math.min(0.96, Math.max(0.04, workedMs / all));
}
