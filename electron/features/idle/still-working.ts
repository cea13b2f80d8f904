/**
 * When to ask "Still working?", and when the timer stops without an answer. Pure: the caller stores the memory and calls again at the
 * returned time. Instants and lengths in ms.
 */
import type { StillWorkingView } from '../../../shared/contract/idle-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Entry } from '../../../shared/time/entry.ts';

/** How long "Still working?" waits for an answer before the timer stops. */
export const COUNTDOWN_MS = 10 * MINUTE_MS;
/** A countdown that ended longer ago was not visible: the computer slept or the app did not run. It starts again. */
const MISSED_MS = MINUTE_MS;

/** State between two calls, on disk, so that a restart neither repeats nor loses the question. */
export interface StillWorkingMemory {
  entryId: string;
  /** When the person last confirmed; null for never. */
  confirmedAt: number | null;
  /** When the open question was first asked; null for none. */
  askedAt: number | null;
  /** The start of the countdown; later than `askedAt` if it had to start again. */
  countdownFrom: number | null;
}

/**
 * Store `memory`, and call again at `at` (null for never) and when entry, settings or away times change. `stopAt` is the end of the
 * entry if it is stopped: the time of the question, or of the last input if that was earlier. After a stop that is undone the
 * entry counts as confirmed.
 */
export type StillWorking =
  | { do: 'nothing'; at: number | null; memory: StillWorkingMemory | null }
  | { do: 'ask'; at: number; memory: StillWorkingMemory; view: StillWorkingView; stopAt: number }
  | { do: 'stop'; memory: StillWorkingMemory; stopAt: number };

export interface StillWorkingInput {
  /** The running entry. */
  entry: Entry | undefined;
  /** Ask after these hours; 0 for never. */
  hours: number;
  now: number;
  memory: StillWorkingMemory | null;
  /** null if unknown. */
  lastInput: number | null;
  /** An away time lasts, or its question is open. That question replaces this one. */
  isAway: boolean;
}

export function stillWorking({ entry, hours, now, memory, lastInput, isAway }: StillWorkingInput): StillWorking {
  if (!entry || hours <= 0) return { do: 'nothing', at: null, memory: null };
  const start = Date.parse(entry.startTime);
  const saved = memory?.entryId === entry.id ? memory : null;
  const confirmedAt = past(saved?.confirmedAt, now);
  const askAt = Math.max(start, confirmedAt ?? start) + hours * HOUR_MS;
  const unasked: StillWorkingMemory = { entryId: entry.id, confirmedAt, askedAt: null, countdownFrom: null };
  if (isAway) return { do: 'nothing', at: null, memory: unasked };
  if (now < askAt) return { do: 'nothing', at: askAt, memory: unasked };

  const askedAt = Math.max(past(saved?.askedAt, now) ?? now, start);
  const countdownFrom = past(saved?.countdownFrom, now) ?? now;
  const isMissed = now > countdownFrom + COUNTDOWN_MS + MISSED_MS;
  const startedAt = isMissed ? now : countdownFrom;
  const endsAt = startedAt + COUNTDOWN_MS;
  const stopAt = Math.max(start, Math.min(askedAt, lastInput ?? askedAt));
  if (now >= endsAt) return { do: 'stop', stopAt, memory: confirmStillWorking(entry.id, now) };
  return {
    do: 'ask',
    at: endsAt,
    memory: { entryId: entry.id, confirmedAt, askedAt, countdownFrom: startedAt },
    stopAt,
    view: {
      entryId: entry.id,
      identifier: entry.task.identifier,
      title: entry.task.title,
      startTime: entry.startTime,
      askedAt: toIsoInstant(askedAt),
      stopsAt: toIsoInstant(stopAt),
      countdownEndsAt: toIsoInstant(endsAt),
    },
  };
}

/** The memory after a confirmation: the question returns after the same number of hours. */
export function confirmStillWorking(entryId: string, now: number): StillWorkingMemory {
  return { entryId, confirmedAt: now, askedAt: null, countdownFrom: null };
}

/** null for an instant in the future: the clock was set back. */
function past(instant: number | null | undefined, now: number): number | null {
  return instant == null || instant > now ? null : instant;
}
