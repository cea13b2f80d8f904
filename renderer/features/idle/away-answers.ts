/** What each answer to "You were away" leaves behind. Pure; times in ms. */
import type { AwayQuestion, Payload } from '../../../shared/contract/index.ts';

export type AwayAnswer = Payload<'away-time.answer'>['answer'];

export interface AwayFacts {
  start: number;
  from: number;
  /** When the person came back; now, while they have not. */
  to: number;
  isBack: boolean;
  workedMs: number;
  awayMs: number;
  /** From coming back to the entry's end, or to now. */
  restMs: number;
  /** The timer still runs. */
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
    // Where nothing came after, there is nothing to go on with.
    answers: ['keep', 'discard', ...(isRunning || restMs > 0 ? (['discard-and-continue'] as const) : []), 'split'],
  };
}

/** Where the work ends on the picture, 0 to 1; both parts stay visible. */
export function awayShare({ workedMs, awayMs }: Pick<AwayFacts, 'workedMs' | 'awayMs'>): number {
  const all = workedMs + awayMs;
  return all <= 0 ? 0.5 : Math.min(0.96, Math.max(0.04, workedMs / all));
}
