/** Whether the hidden page of quick add is kept in memory (about 50 MB), so that the shortcut shows it at once. */
import type { Settings } from '../../../shared/contract/index.ts';

/** People who used quick add within this time are likely to use it again (ms). */
const USED_LATELY_MS = 7 * 24 * 60 * 60 * 1000;

export interface ReadyConditions {
  setting: Settings['quickAddReady'];
  /** When it was last used (ms); undefined if never. */
  usedAt: number | undefined;
  now: number;
  isOnBattery: boolean;
}

export function isKeptReady({ setting, usedAt, now, isOnBattery }: ReadyConditions): boolean {
  if (isOnBattery || setting === 'never') return false;
  // The clock may have been set back since.
  return setting === 'always' || (usedAt !== undefined && Math.abs(now - usedAt) < USED_LATELY_MS);
}
