/**
 * When to ask "Still working?", and when to say that no timer runs. Pure: whoever calls keeps the memory, wakes up at the
 * given moment and asks again. Instants and lengths in ms.
 */

import { addDays, getDay, startOfDay, subDays } from 'date-fns';
import type { StillWorkingView } from '../../../shared/contract/idle-view.ts';
import { timeOn } from '../../../shared/dates/calendar-day.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { Entry } from '../../../shared/time/entry.ts';

/** How long "Still working?" waits for an answer before the timer stops. */
export const COUNTDOWN_MS = 10 * 60_000;
/** Past the end of the countdown by more, nobody could have seen it: the computer slept or the app was not there. */
const MISSED_MS = 60_000;
/** At most so often it is said that no timer runs. */
export const REMIND_EVERY_MS = 3_600_000;
/** So soon after a timer ended nothing is said. */
export const REMIND_QUIET_MS = 10 * 60_000;

const HOUR_MS = 3_600_000;

/** What is kept between two calls, on disk, so that a restart neither asks twice nor forgets. */
export interface StillWorkingMemory {
  entryId: string;
  /** When the person last said that they are; null: never. */
  confirmedAt: number | null;
  /** When it was asked; null: nothing waits. */
  askedAt: number | null;
  /** When the countdown began: later than `askedAt` where nobody could see its end. */
  countdownFrom: number | null;
}

/**
 * `memory` is to be kept; look again at `at` (null: nothing is to come), and whenever entry, setting or away changes.
 * `stopAt`: what the end would be; when it was asked, or the last input where that was earlier. After a stop that is
 * undone the entry counts as confirmed.
 */
export type StillWorking =
  | { do: 'nothing'; at: number | null; memory: StillWorkingMemory | null }
  | { do: 'ask'; at: number; memory: StillWorkingMemory; view: StillWorkingView; stopAt: number }
  | { do: 'stop'; memory: StillWorkingMemory; stopAt: number };

export interface StillWorkingInput {
  /** The running one. */
  entry: Entry | undefined;
  /** After how many hours; 0: never. */
  hours: number;
  now: number;
  memory: StillWorkingMemory | null;
  /** The last input of the person; null where it cannot be read. */
  lastInput: number | null;
  /** An absence lasts, or a question about one waits: that covers it, with more answers. */
  isAway: boolean;
}

export function stillWorking({ entry, hours, now, memory, lastInput, isAway }: StillWorkingInput): StillWorking {
  if (!entry || hours <= 0) return { do: 'nothing', at: null, memory: null };
  const start = Date.parse(entry.startTime);
  const known = memory?.entryId === entry.id ? memory : null;
  const confirmedAt = past(known?.confirmedAt, now);
  const askAt = Math.max(start, confirmedAt ?? start) + hours * HOUR_MS;
  const calm: StillWorkingMemory = { entryId: entry.id, confirmedAt, askedAt: null, countdownFrom: null };
  if (isAway) return { do: 'nothing', at: null, memory: calm };
  if (now < askAt) return { do: 'nothing', at: askAt, memory: calm };

  const askedAt = Math.max(past(known?.askedAt, now) ?? now, start);
  const countdownFrom = past(known?.countdownFrom, now) ?? now;
  const isMissed = now > countdownFrom + COUNTDOWN_MS + MISSED_MS;
  const begun = isMissed ? now : countdownFrom;
  const endsAt = begun + COUNTDOWN_MS;
  const stopAt = Math.max(start, Math.min(askedAt, lastInput ?? askedAt));
  if (now >= endsAt) return { do: 'stop', stopAt, memory: confirmStillWorking(entry.id, now) };
  return {
    do: 'ask',
    at: endsAt,
    memory: { entryId: entry.id, confirmedAt, askedAt, countdownFrom: begun },
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

/** The person is: asked again after the same number of hours. */
export function confirmStillWorking(entryId: string, now: number): StillWorkingMemory {
  return { entryId, confirmedAt: now, askedAt: null, countdownFrom: null };
}

export interface RemindToTrack {
  on: boolean;
  /** 0 is Sunday; the day on which the hours begin. */
  days: number[];
  /** `HH:mm`, local. */
  from: string;
  /** `HH:mm`, local; not after `from`: on the next day. */
  to: string;
}

export interface RemindInput {
  settings: RemindToTrack;
  isRunning: boolean;
  now: number;
  /** When it was last said; null: never. */
  lastReminded: number | null;
  /** When a timer last ended; null: unknown. */
  lastEnd: number | null;
}

/**
 * The next moment to say that no timer runs; `now` means now, null means never. Whoever wakes up at it asks again before
 * saying anything, because the computer may have slept past it.
 */
export function remindToTrack({ settings, isRunning, now, lastReminded, lastEnd }: RemindInput): number | null {
  if (!settings.on || isRunning) return null;
  const said = lastReminded === null ? now : Math.min(lastReminded, now) + REMIND_EVERY_MS;
  const ended = lastEnd === null ? now : Math.min(lastEnd, now) + REMIND_QUIET_MS;
  const earliest = Math.max(now, said, ended);
  // Hours that begin on the day before may reach into this one; a week ahead each day has come once.
  const today = startOfDay(earliest);
  for (let offset = -1; offset <= 8; offset += 1) {
    const day = offset < 0 ? subDays(today, -offset) : addDays(today, offset);
    if (!settings.days.includes(getDay(day))) continue;
    const begin = timeOn(day, settings.from);
    const end = settings.to > settings.from ? timeOn(day, settings.to) : timeOn(addDays(day, 1), settings.to);
    if (earliest < end && begin < end) return Math.max(begin, earliest);
  }
  return null;
}

/** What lies ahead of the clock, because that was set back, counts as not known. */
function past(instant: number | null | undefined, now: number): number | null {
  return instant == null || instant > now ? null : instant;
}
