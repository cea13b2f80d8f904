/**
 * Rounding of tracked time for display and reports. Pure; times in ms. What is stored is exact. Each part is rounded once, and every
 * total is the sum of its rounded parts.
 */
import type { Rounding } from '../contract/time-rules.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';

/** Half a step is rounded up. */
export function roundMs(ms: number, { mode, minutes }: Pick<Rounding, 'mode' | 'minutes'>): number {
  const step = minutes * MINUTE_MS;
  if (mode === 'none') return ms;
  if (mode === 'up') return Math.ceil(ms / step) * step;
  if (mode === 'down') return Math.floor(ms / step) * step;
  return Math.round(ms / step) * step;
}

/** A project's tasks on one day, rounded. Rounded per project, its time is shared among them in whole minutes. */
export function roundParts(parts: readonly number[], rounding: Rounding): number[] {
  if (rounding.mode === 'none' || rounding.per === 'task') return parts.map((ms) => roundMs(ms, rounding));
  return share(roundMs(sum(parts), rounding), parts);
}

/** Divides whole minutes in proportion to the parts, by largest remainder: the shares add up to the whole. */
export const share = (whole: number, parts: readonly number[]): number[] =>
  shareUnits(whole / MINUTE_MS, parts).map((minutes) => minutes * MINUTE_MS);

/** Divides a number of units that cannot be split further, such as minutes, cents or percent, in the same way. */
export function shareUnits(units: number, parts: readonly number[]): number[] {
  const total = sum(parts);
  if (total === 0) return parts.map(() => 0);
  const quotas = parts.map((part, index) => ({ index, quota: (units * part) / total }));
  const shares = quotas.map(({ quota }) => Math.floor(quota));
  const byRemainder = quotas.toSorted((a, b) => (b.quota % 1) - (a.quota % 1) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, units - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
