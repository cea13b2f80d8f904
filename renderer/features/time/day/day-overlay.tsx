/** Drawn over and under the blocks of a day: hours, the present, times that change, and a dragged task. */
import { clock, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../../../shared/i18n/generated/entry.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { subtract, within } from '../../../../shared/time/spans.ts';
import { useProjectHue } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { classNames } from '../../../ui/class-names.ts';
import { lengthOfTimes } from '../entry-draft.ts';
import { useShownSync } from '../entry-row.tsx';
import { type Block, inColumn, placed } from './blocks.ts';
import { Face } from './day-blocks.tsx';
import styles from './day-overlay.module.css';
import { heightOf, hourLines, isLabelHidden, positionOf, type Scale } from './hours.ts';
import type { Edit } from './use-edits.ts';

/** `marks`: instants with labels of their own; hour labels that would overlap these are hidden. */
export function HourLines({ scale, marks }: { scale: Scale; marks: readonly number[] }) {
  return hourLines(scale).map((line) => (
    <div
      key={line.at}
      className={classNames(styles.line, !line.isHour && styles.part)}
      style={{ top: positionOf(scale, line.at) }}
      aria-hidden="true"
    >
      {line.label !== null && !isLabelHidden(scale, line, marks) && (
        <span className={styles.hour}>
          {line.label}
          {line.isRepeated && <small>{timePageMessages.again}</small>}
        </span>
      )}
    </div>
  ));
}

export function NowLine({ top, label }: { top: number; label: string }) {
  return (
    <div className={styles.now} style={{ top }} aria-hidden="true">
      <span className={styles.nowLabel}>{label}</span>
    </div>
  );
}

/** The time of an edge, on the axis. */
export function Bubble({ top, at, isChanging }: { top: number; at: number; isChanging: boolean }) {
  return (
    <span className={classNames(styles.bubble, isChanging && styles.changing)} style={{ top }} aria-hidden="true">
      {clock(at)}
    </span>
  );
}

/** The place of an entry while its times change. */
export function placeOf({ times: { start, end } }: Edit, columns: number, scale: Scale) {
  const { bounds } = scale;
  const span = { from: Math.max(start, bounds.from), to: Math.min(end ?? Date.now(), bounds.to) };
  return placed(span, end === null, columns, scale);
}

/** The entry that is moved, over its old place. */
export function Lifted({ edit, block, scale }: { edit: Edit; block: Block; scale: Scale }) {
  const { piece, column, columns } = block;
  const { top, height, lines } = placeOf(edit, columns, scale);
  const sync = useShownSync(edit.entry);
  return (
    <div
      className={styles.lifted}
      data-tint={useProjectHue(piece.entry.task)}
      style={{ ...inColumn(column, columns), top, height }}
      aria-hidden="true"
    >
      <Face
        {...block}
        entry={piece.entry}
        from={piece.from}
        lines={lines}
        sync={sync}
        lengthMs={lengthOfTimes(edit.times)}
        changedMs={0}
      />
    </div>
  );
}

/** The title of a focused block that is too low for text. */
export function Tip({ block: { piece, top, height } }: { block: Block }) {
  const { task } = piece.entry;
  return (
    <span
      className={classNames('truncate', styles.tip)}
      style={{ top: top + height + 4 }}
      dir="auto"
      aria-hidden="true"
    >
      {task.identifier} {task.title || messages.tasks.untitled}
    </span>
  );
}

/** Meetings in the calendars, where no entry has their time. A click reaches what is below them. */
export function Meetings({ day, dayPieces, scale }: { day: string; dayPieces: readonly Piece[]; scale: Scale }) {
  const { value } = useRead('proposals.meetings', { day });
  const left = (value ?? []).flatMap((meeting) =>
    subtract(within([meeting], scale.bounds), dayPieces).map((span) => ({ meeting, ...span })),
  );
  if (left.length === 0) return null;
  return (
    <ul aria-label={timePageMessages.meetings}>
      {left.map(({ meeting, from, to }) => {
        const times = timePageMessages.span({ from: clock(meeting.from), to: clock(meeting.to) });
        const height = heightOf(scale, to - from);
        return (
          <li
            key={`${from} ${meeting.from} ${meeting.title}`}
            className={styles.meeting}
            style={{ top: positionOf(scale, from), height }}
          >
            <bdi style={{ WebkitLineClamp: Math.max(1, Math.floor(height / 12)) }}>
              {meeting.title || messages.tasks.untitled}
            </bdi>
            <span className="visually-hidden"> {times}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The place of a new entry. `text`: the title of a task that is dragged there, or proposed. */
export function Slot({ span, text, scale }: { span: Span; text: string | undefined; scale: Scale }) {
  const height = heightOf(scale, span.to - span.from);
  return (
    <div
      className={classNames(styles.slot, height < 20 && styles.low)}
      style={{ top: positionOf(scale, span.from), height }}
      data-opened
      aria-hidden="true"
    >
      <span className="truncate grow">
        {text === undefined ? entryMessages.create : text || messages.tasks.untitled}
      </span>
      <span className="tabular-numbers">{hoursMinutes(span.to - span.from)}</span>
    </div>
  );
}
