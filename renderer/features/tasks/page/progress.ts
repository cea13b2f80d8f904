/** How far along its project a task lies, for its mark. Pure. */
import type { Place } from '../../../../shared/contract/index.ts';
import { type Quarters, quartersOf } from '../../../ui/progress-quarters.ts';

export type PlaceKind = 'planned' | 'archived' | 'final' | 'unknown' | Quarters;

/** Quarters of the way for a column. */
export function placeKind(slug: string | null, places: readonly Place[]): PlaceKind {
  if (slug === 'planned' || slug === 'archived') return slug;
  const place = places.find((one) => one.slug === slug);
  if (place === undefined) return 'unknown';
  if (place.isFinal) return 'final';
  const open = places.filter((one) => !one.isFinal && one.slug !== 'planned' && one.slug !== 'archived');
  return quartersOf(open.indexOf(place), open.length);
}
