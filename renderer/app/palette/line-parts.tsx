import { isValidElement } from 'react';
import type { Range } from '../../../shared/palette/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { CheckIcon, Icon } from '../../ui/icons.tsx';
import { PlayMark, PriorityMark, ProjectMark, StopMark } from '../../ui/marks.tsx';
import { AccountMark } from '../../widgets/open-accounts.tsx';
import { Keys } from './keys.tsx';
import type { Line } from './line.ts';
import styles from './palette.module.css';

/** The content of an option. `marks`: the matching parts of the title. */
export function LineParts({ line, marks }: { line: Line; marks: readonly Range[] }) {
  return (
    <>
      <span className={styles.mark}>
        <Mark of={line.icon} />
      </span>
      {line.identifier !== '' && line.group !== 'go' && (
        <span className={classNames('identifier', styles.identifier)}>{line.identifier}</span>
      )}
      <span className="truncate grow" dir="auto" title={line.title}>
        {parts(line.title, marks).map(({ text, isMarked, from }) => (isMarked ? <b key={from}>{text}</b> : text))}
      </span>
      {line.isChosen && <Icon of={CheckIcon} />}
      {line.keys !== undefined ? (
        <span className={styles.hint} aria-hidden="true">
          <Keys keys={line.keys} />
        </span>
      ) : (
        line.hint !== undefined && line.hint !== '' && <bdi className={styles.hint}>{line.hint}</bdi>
      )}
      <AccountMark accountId={line.accountId} isSaid />
    </>
  );
}

function Mark({ of }: { of: Line['icon'] }) {
  if (of === null || isValidElement(of)) return of;
  if (of === 'stop') return <StopMark />;
  if (of === 'play') return <PlayMark />;
  if (of === 'board') return <ProjectMark />;
  if (typeof of === 'object' && 'priority' in of) return <PriorityMark priority={of.priority} />;
  return <Icon of={of} />;
}

/** The text cut at the marks, which are sorted and do not overlap. */
function parts(text: string, marks: readonly Range[]): { text: string; isMarked: boolean; from: number }[] {
  const cuts: { text: string; isMarked: boolean; from: number }[] = [];
  let reached = 0;
  for (const [from, to] of marks) {
    if (from > reached) cuts.push({ text: text.slice(reached, from), isMarked: false, from: reached });
    cuts.push({ text: text.slice(from, to), isMarked: true, from });
    reached = to;
  }
  return [...cuts, { text: text.slice(reached), isMarked: false, from: reached }];
}
