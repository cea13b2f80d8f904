import { classNames } from './class-names.ts';
import marksStyles from './marks.module.css';

/** A column's progress along its board in quarters: the first column is empty, the last open ones are nearly full. */
export type Quarters = 0 | 1 | 2 | 3;

/** `open`: number of columns that are not final; `index`: the column's index among them. */
export function quartersOf(index: number, open: number): Quarters {
  if (index === 0) return 0;
  const quarters = open <= 3 ? index + 1 : 1 + Math.round(((index - 1) / (open - 2)) * 2);
  return Math.min(quarters, 3) as Quarters;
}

/** Sectors of the inner disc, clockwise from noon. */
const SECTORS = [
  '',
  'M8 8V5.25A2.75 2.75 0 0 1 10.75 8Z',
  'M8 5.25a2.75 2.75 0 0 1 0 5.5Z',
  'M8 8V5.25A2.75 2.75 0 1 1 5.25 8Z',
] as const;

/** A column's progress along its board. */
export function ProgressMark({ quarters }: { quarters: Quarters }) {
  return (
    <svg className={classNames('icon', marksStyles.mark, marksStyles.outline)} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" />
      {quarters > 0 && <path className={marksStyles.solid} d={SECTORS[quarters]} />}
    </svg>
  );
}
