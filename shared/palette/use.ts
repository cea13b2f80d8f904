/** How often a line of the palette was chosen lately. Pure. Instants in ms. */
import { DAY_MS } from '../dates/milliseconds.ts';

/** A use counts half as much after this time (ms). */
export const HALF_LIFE_MS = 14 * DAY_MS;
/** The weight of one use at the moment of the choice: weights are integers, as the database keeps them. */
export const ONE_USE = 1_000;

export interface Use {
  /** As of `usedAt`. */
  weight: number;
  usedAt: number;
}

/** The weight now. A clock that was set back makes nothing heavier. */
export function weightAt({ weight, usedAt }: Use, now: number): number {
  return Math.round(weight * 0.5 ** (Math.max(0, now - usedAt) / HALF_LIFE_MS));
}

/** After one more use. */
export function usedAgain(before: Use | undefined, now: number): Use {
  return { weight: (before === undefined ? 0 : weightAt(before, now)) + ONE_USE, usedAt: now };
}
