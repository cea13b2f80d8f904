import type { TaskProgress } from '../../shared/contract/index.ts';
import { classNames } from '../ui/class-names.ts';
import { ArchiveIcon, Icon, PlannedIcon, StatusIcon } from '../ui/icons.tsx';
import { ProgressMark, type Quarters, quartersOf } from '../ui/marks.tsx';
import styles from './progress-icon.module.css';

/** The mark of a task's column. */
export function ProgressIcon({ slug, places }: { slug: string | null; places: readonly TaskProgress[] }) {
  const kind = progressKind(slug, places);
  if (kind === 'planned') return <Icon of={PlannedIcon} />;
  if (kind === 'archived') return <Icon of={ArchiveIcon} />;
  if (kind === 'unknown') return <Icon of={StatusIcon} />;
  if (kind === 'final') return <DoneMark />;
  return <ProgressMark quarters={kind} />;
}

export function DoneMark() {
  return (
    <svg className={classNames('icon', styles.done)} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.5 8.25 1.75 1.75 3.25-3.75" />
    </svg>
  );
}

export type ProgressKind = 'planned' | 'archived' | 'final' | 'unknown' | Quarters;

/** Progress of a column along the board. */
export function progressKind(slug: string | null, places: readonly TaskProgress[]): ProgressKind {
  if (slug === 'planned' || slug === 'archived') return slug;
  const place = places.find((one) => one.slug === slug);
  if (place === undefined) return 'unknown';
  if (place.isFinal) return 'final';
  const open = places.filter((one) => !one.isFinal && one.slug !== 'planned' && one.slug !== 'archived');
  return quartersOf(open.indexOf(place), open.length);
}
