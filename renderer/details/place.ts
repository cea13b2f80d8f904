/** How far along its project a task lies, for its mark. Pure. */
import type { Place } from '../../electron/bridge/contract.ts';

export type PlaceKind = 'planned' | 'archived' | 'final' | 'unknown' | 0 | 1 | 2 | 3;

/** Quarters of the way for a column; the first one is empty, the last open ones are nearly full. */
export function placeKind(slug: string | null, places: readonly Place[]): PlaceKind {
  if (slug === 'planned' || slug === 'archived') return slug;
  const place = places.find((one) => one.slug === slug);
  if (place === undefined) return 'unknown';
  if (place.isFinal) return 'final';
  const open = places.filter((one) => !one.isFinal && one.slug !== 'planned' && one.slug !== 'archived');
  const index = open.indexOf(place);
  if (index === 0) return 0;
  const quarters = open.length <= 3 ? index + 1 : 1 + Math.round(((index - 1) / (open.length - 2)) * 2);
  return Math.min(quarters, 3) as 1 | 2 | 3;
}
