/** Marks of our own drawing: play, stop, priority, unread and the card. */
import type { ComponentProps } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { PRIORITIES, type ReadPriority } from '../../shared/tasks/priority.ts';
import { classNames } from './class-names.ts';
import styles from './marks.module.css';

interface SvgProps extends ComponentProps<'svg'> {
  size?: number;
}

const Svg = ({ size = 16, className = styles.mark, ...svg }: SvgProps) => (
  <svg className={className} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" {...svg} />
);

const Outline = (svg: SvgProps) => <Svg className={classNames(styles.mark, styles.outline)} {...svg} />;

const TRIANGLE = 'M5 3.2v9.6l8-4.8Z';

export const PlayMark = ({ size = 12 }: { size?: number }) => (
  <Svg size={size}>
    <path d={TRIANGLE} stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />
  </Svg>
);

export const PlayOutline = () => (
  <Outline>
    <path d={TRIANGLE} />
  </Outline>
);

export const StopMark = ({ size = 12 }: { size?: number }) => (
  <Svg size={size}>
    <rect x="3" y="3" width="10" height="10" rx="2" />
  </Svg>
);

/** In the place of the priority of a selected row. A click on it unselects the row. */
export const SelectedMark = () => (
  <Svg className={styles.selected} data-selects>
    <rect width="16" height="16" rx="4" />
    <path d="m4.5 8.2 2.4 2.4 4.6-5" />
  </Svg>
);

/** A board, for a project. */
export const ProjectMark = () => (
  <Outline>
    <rect x="2.5" y="2.75" width="4.5" height="10.5" rx="1.25" />
    <rect x="9" y="2.75" width="4.5" height="6.5" rx="1.25" />
  </Outline>
);

export const OverlapMark = () => (
  <Outline size={14}>
    <rect x="2.25" y="2.25" width="8" height="8" rx="1.5" />
    <rect x="5.75" y="5.75" width="8" height="8" rx="1.5" />
  </Outline>
);

const BARS = [
  { x: 2, y: 9.5, height: 4.5 },
  { x: 6.5, y: 6, height: 8 },
  { x: 11, y: 2.5, height: 11.5 },
];

/** Distinguished by shape as well as colour. The row's accessible name contains the priority. */
export function PriorityMark({ priority }: { priority: ReadPriority }) {
  const mark = PRIORITIES.find(({ id }) => id === priority)?.mark ?? 0;
  return (
    <Svg className={classNames(styles.mark, styles.priority)} data-priority={priority}>
      {mark === '!' && (
        <path
          fillRule="evenodd"
          d="M4 1.5h8A2.5 2.5 0 0 1 14.5 4v8a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 12V4A2.5 2.5 0 0 1 4 1.5ZM7.1 4v5h1.8V4ZM7.1 10.4v1.8h1.8v-1.8Z"
        />
      )}
      {mark === 0 && [2.5, 6.75, 11].map((x) => <rect key={x} x={x} y="7.25" width="2.5" height="1.5" rx=".5" />)}
      {typeof mark === 'number' &&
        mark > 0 &&
        BARS.map((bar, index) => (
          <rect key={bar.x} {...bar} width="3" rx=".75" className={index < mark ? undefined : styles.unlit} />
        ))}
    </Svg>
  );
}

/** A punchcard, for empty lists. */
export function CardGlyph() {
  return (
    <svg className={styles.cardGlyph} width="56" height="44" viewBox="0 0 56 44" aria-hidden="true">
      <path d="M14 2H50a4 4 0 0 1 4 4V38a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V14Z" />
      {[20, 30, 40].map((x) => (
        <rect key={`upper ${x}`} x={x} y="11" width="4" height="8" rx="1" />
      ))}
      {[10, 20, 30, 40].map((x) => (
        <rect key={`lower ${x}`} x={x} y="25" width="4" height="8" rx="1" />
      ))}
    </svg>
  );
}

/** Marks a task with unread notifications. Hidden from screen readers, because the task's name contains it. */
export function UnreadMark({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.unread, className)} title={messages.tasks.unread} aria-hidden="true" />;
}

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
    <svg className={classNames('icon', styles.mark, styles.outline)} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" />
      {quarters > 0 && <path className={styles.solid} d={SECTORS[quarters]} />}
    </svg>
  );
}
