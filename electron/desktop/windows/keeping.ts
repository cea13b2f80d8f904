/**
 * Whether the page of a hidden window stays in memory. Kept, it opens at once, but takes about 50 MB; made anew, it takes a quarter of
 * a second. It is kept while it will probably be used within half an hour, as far as the person's own days tell.
 */
import type { Settings } from '../../../shared/contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';

/** How far ahead one looks (ms): half an hour, and a quarter by which one's days differ. */
const SOON_MS = 45 * MINUTE_MS;
/** Days that are remembered, and how many of them a habit needs. */
const [DAYS, LEAST_DAYS] = [14, 3];
/** Uses within this time count as one (ms), and at most so many are remembered. */
const [ONE_USE_MS, MOST_USES] = [5 * MINUTE_MS, 500];
/** Quick add is kept only for people who used it within this time (ms). */
const LATELY_MS = 7 * DAY_MS;
/** Other programs need it more if less is left (bytes). */
const LEAST_MEMORY = 1024 ** 3;

export interface KeepingConditions {
  /** When one of the windows was used (ms), oldest first (`withUse`). Their pages share a process. */
  used: readonly number[];
  now: number;
  /** What a program can take without swapping (bytes). */
  availableMemory: number;
  isOnBattery: boolean;
  /** The screen is locked. */
  isLocked: boolean;
}

/** `why`: for the diagnostics. */
export interface Keeping {
  isKept: boolean;
  why: string;
}

export function keeping({ used, now, availableMemory, isOnBattery, isLocked }: KeepingConditions): Keeping {
  if (isOnBattery) return { isKept: false, why: 'battery' };
  if (isLocked) return { isKept: false, why: 'locked screen' };
  if (availableMemory < LEAST_MEMORY) return { isKept: false, why: 'little memory' };
  if (isUsedOften(used, now)) return { isKept: true, why: 'used often now' };
  if (isUsualNow(used, now)) return { isKept: true, why: 'usually used at this hour' };
  return { isKept: false, why: 'not expected' };
}

/** `quickAddUsedAt`: when it was last used (ms); undefined if never. */
export function quickAddKeeping(
  setting: Settings['quickAddReady'],
  quickAddUsedAt: number | undefined,
  conditions: KeepingConditions,
): Keeping {
  if (setting === 'never' || (setting === 'always' && !conditions.isOnBattery))
    return { isKept: setting === 'always', why: 'setting' };
  // The clock may have been set back since.
  const isUsedLately = quickAddUsedAt !== undefined && Math.abs(conditions.now - quickAddUsedAt) < LATELY_MS;
  return isUsedLately ? keeping(conditions) : { isKept: false, why: 'not used lately' };
}

/** Twice within the last hour. */
const isUsedOften = (used: readonly number[], now: number): boolean => usesIn(used, now - HOUR_MS, now) >= 2;

/** Soon after this time on most of the days on which it was used at all. The clock's hour counts, also after it changed. */
function isUsualNow(used: readonly number[], now: number): boolean {
  let [days, sameHour] = [0, 0];
  for (let ago = 1; ago <= DAYS; ago += 1) {
    const then = new Date(now);
    then.setDate(then.getDate() - ago);
    const midnight = new Date(then).setHours(0, 0, 0, 0);
    if (usesIn(used, midnight, midnight + DAY_MS) === 0) continue;
    days += 1;
    if (usesIn(used, then.getTime(), then.getTime() + SOON_MS) > 0) sameHour += 1;
  }
  return days >= LEAST_DAYS && sameHour > days / 2;
}

const usesIn = (used: readonly number[], from: number, to: number): number =>
  used.filter((at) => at > from && at <= to).length;

/** With a use now; without old ones and those that the clock, set back since, has still to reach. */
export function withUse(used: readonly number[], now: number): number[] {
  const past = used.filter((at) => at <= now && at > now - (DAYS + 1) * DAY_MS);
  const last = past.at(-1);
  return (last !== undefined && now - last < ONE_USE_MS ? past : [...past, now]).slice(-MOST_USES);
}
