/** The Day view: the entries of a day to scale. Dragging and keys move, resize and create entries. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import type { Span } from '../../../../shared/time/day.ts';
import { subtract } from '../../../../shared/time/spans.ts';
import { workOn } from '../../../../shared/time/working-days.ts';
import { useAppState } from '../../../state/main-process.ts';
import { type OpenEntry, type OpenGap, useShownTime } from '../../../state/shown-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isKeyboardInUse, useKeyboardInUse } from '../../../ui/input-modality.ts';
import windowStyles from '../../../ui/window.module.css';
import { isFilteredOut, useAccountFilter } from '../../../widgets/open-accounts.tsx';
import { lengthOfTimes } from '../entry-draft.ts';
import { EntryError } from '../entry-error.tsx';
import { OpenForm } from '../entry-form.tsx';
import { useFocusBack } from '../show-entry.ts';
import { type Gap, gapStop, inOrder } from '../timeline.ts';
import type { DayProps } from '../use-day.ts';
import { useSelectedEntries } from '../use-selected-entries.ts';
import { useTimeViews } from '../view-state.ts';
import { type Block, inColumn, layOut } from './blocks.ts';
import styles from './day.module.css';
import { EntryBlock, GapBlock } from './day-blocks.tsx';
import { Bubble, HourLines, Lifted, Meetings, NowLine, placeOf, Slot, Tip } from './day-overlay.tsx';
import { DueLines, DuePins, useDueTasks } from './due-lines.tsx';
import { freePlace, heightOf, positionOf, type Scale } from './hours.ts';
import { Ribbon } from './ribbon.tsx';
import { useDayKeys } from './use-day-keys.ts';
import { type Edit, useEdits } from './use-edits.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useTaskDrop } from './use-task-drop.ts';

/** Height that the time of an edge needs on the axis (px). */
const BUBBLE_ROOM = 18;

export function Day({ day, bounds, dayPieces, gaps, isLoaded, isToday, week, hasWeek, now }: DayProps) {
  const today = useAppState((state) => state.time.day);
  const hourHeight = useTimeViews(({ hourHeight }) => hourHeight);
  const opened = useShownTime(({ openEntry }) => openEntry);
  const form = opened?.kind === 'fill' ? null : opened;
  const proposed = useTimeViews(({ proposed }) => proposed);
  const scale = useMemo(() => ({ bounds, hourHeight }), [bounds, hourHeight]);
  const { blocks, seams, doubled } = useMemo(() => layOut(dayPieces, scale), [dayPieces, scale]);
  const dues = useDueTasks(scale);
  const isNowIn = now >= bounds.from && now < bounds.to;
  const lines = useMemo(() => [...dues.map(({ at }) => at), ...(isNowIn ? [now] : [])], [dues, isNowIn, now]);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const shown = { scale, dayPieces, scroller, canvas };
  useScrollPlace({ ...shown, now, day, isLoaded, opened });
  const { edit, slot, said, question, edits } = useEdits(shown);
  const dropped = useTaskDrop(shown, edits.say);
  const { stop, focused, hovered, focusEvents } = useStops(blocks, gaps);
  useFocusBack(canvas, stop);
  const accountId = useAccountFilter();
  const entries = useMemo(
    () => dayPieces.filter(({ entry }) => !isFilteredOut(accountId, entry.task)).map(({ entry }) => entry.id),
    [dayPieces, accountId],
  );
  const { selected, onClickCapture } = useSelectedEntries(entries);
  useDayKeys({ canvas, day, today, dayPieces, gaps, entries, stop, edits });

  const keyboard = useKeyboardInUse();
  const activeId = edit?.entry.id ?? hovered ?? (keyboard ? focused : null);
  const active = blocks.find(({ piece }) => piece.entry.id === activeId);
  const shownSlot = slot ?? dropped?.span ?? (opened?.kind === 'add' ? opened : proposed);
  const bubbles = shownSlot ? [shownSlot.from, shownSlot.to] : edit ? changingTimes(edit) : timesOfBlock(active);
  // The bubbles of a short entry stand apart.
  const spread = Math.max(0, BUBBLE_ROOM - heightOf(scale, (bubbles[1] ?? Infinity) - (bubbles[0] ?? 0))) / 2;
  const isEmpty = dayPieces.length === 0 && gaps.length === 0 && isLoaded && shownSlot === null;

  return (
    <>
      <div className={styles.body}>
        {opened === null && <DuePins dues={dues} scale={scale} scroller={scroller} />}
        {/* Without entries and gaps, the hours are scrolled by keyboard. */}
        <section
          className={classNames(windowStyles.scroll, styles.scroller)}
          ref={scroller}
          aria-label={timePageMessages.hours}
          tabIndex={stop === undefined ? 0 : -1}
        >
          <div
            className={styles.canvas}
            ref={canvas}
            style={{ height: heightOf(scale, bounds.to - bounds.from) }}
            {...edits.pointer}
            {...focusEvents}
          >
            <WorkHours day={day} scale={scale} />
            <HourLines scale={scale} marks={isNowIn ? [now, ...bubbles] : bubbles} />
            {doubled.map(({ from, to }) => (
              <i
                key={from}
                className={styles.doubled}
                style={{ top: positionOf(scale, from), height: heightOf(scale, to - from) }}
              />
            ))}
            <ul aria-label={timePageMessages.list} onClickCapture={onClickCapture}>
              {inOrder(blocks, gaps).map((row) => {
                if (!('piece' in row))
                  return <GapBlock key={row.from} {...row} scale={scale} isTabStop={stop === gapStop(row.from)} />;
                const { piece, ...block } = row;
                const { entry } = piece;
                const change = edit?.entry.id === entry.id ? edit : null;
                return (
                  <EntryBlock
                    key={entry.id}
                    {...block}
                    {...(change && change.change !== 'move' && placeOf(change, block.columns, scale))}
                    entry={entry}
                    day={day}
                    from={piece.from}
                    to={piece.to}
                    isPast={now >= bounds.to}
                    isTabStop={stop === entry.id}
                    isSelected={selected.includes(entry.id)}
                    isActive={activeId === entry.id}
                    change={change?.change ?? null}
                    changedMs={change ? lengthOfTimes(change.times) - lengthOfTimes(change.original) : 0}
                    isOpened={opened?.kind === 'edit' && opened.entryId === entry.id}
                  />
                );
              })}
            </ul>
            {seams.map(({ column, columns, top, height }) => (
              <i
                key={`${column} ${top}`}
                className={styles.seam}
                style={{ ...inColumn(column, columns), top, height }}
              />
            ))}
            <Meetings day={day} dayPieces={dayPieces} scale={scale} />
            <DueLines dues={dues} scale={scale} />
            {isEmpty && <EmptyNote isToday={isToday} lines={lines} scale={scale} scroller={scroller} />}
            {isNowIn && <NowLine top={positionOf(scale, now)} label={clock(now)} />}
            {edit?.change === 'move' && active && <Lifted edit={edit} block={active} scale={scale} />}
            {keyboard && active?.lines === 'none' && edit === null && <Tip block={active} />}
            {shownSlot && <Slot span={shownSlot} text={dropped ? dropped.task.title : proposed?.text} scale={scale} />}
            {bubbles.map((at, index) => (
              <Bubble
                key={at}
                top={positionOf(scale, at) + (index === 0 ? -spread : spread)}
                at={at}
                isChanging={shownSlot !== null || edit !== null}
              />
            ))}
          </div>
        </section>
      </div>
      {form && (
        <div key={keyOf(form)} className={classNames('scroll-inside', styles.form)}>
          <OpenForm {...{ opened: form, dayPieces, day }} />
        </div>
      )}
      {question && <EntryError error={question.error} keep={edits.confirm} correct={() => edits.confirm(null)} />}
      {/* A form, or the proposals for a gap, need the room. */}
      {hasWeek && opened === null && <Ribbon shown={day} week={week} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

const keyOf = (opened: Exclude<OpenEntry, OpenGap>): string =>
  opened.kind === 'edit' ? `${opened.entryId} ${opened.part}` : `${opened.from} ${opened.to} ${opened.task?.taskId}`;

function changingTimes({ change, times: { start, end } }: Edit): number[] {
  if (change === 'start' || end === null) return [start];
  return change === 'end' ? [end] : [start, end];
}

/** The ends of a block that lie on the day. */
function timesOfBlock(block: Block | undefined): number[] {
  if (block === undefined) return [];
  const { piece, isOpenAbove, isOpenBelow } = block;
  return [...(isOpenAbove ? [] : [piece.from]), ...(isOpenBelow || piece.entry.endTime === null ? [] : [piece.to])];
}

/** The Tab stop among entries and gaps, the focused entry and the hovered entry. */
function useStops(blocks: readonly Block[], gaps: readonly Gap[]) {
  const [last, setLast] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const pointer = useRef('');
  const isThere =
    blocks.some(({ piece }) => piece.entry.id === last) || gaps.some(({ from }) => gapStop(from) === last);
  const stopAt = (event: React.SyntheticEvent): string | null =>
    (event.target as HTMLElement).closest<HTMLElement>('[data-stop]')?.dataset.stop ?? null;
  return {
    stop: (isThere ? last : null) ?? blocks.at(-1)?.piece.entry.id ?? (gaps[0] && gapStop(gaps[0].from)),
    focused,
    hovered,
    focusEvents: {
      onFocus: (event: React.FocusEvent) => {
        setFocused(stopAt(event));
        if (isKeyboardInUse()) setHovered(null);
        setLast(stopAt(event) ?? last);
      },
      onBlur: () => setFocused(null),
      // Scrolling under a pointer at rest moves nothing, and is left to the keyboard.
      onMouseMove: (event: React.MouseEvent) => {
        const place = `${event.clientX} ${event.clientY}`;
        if (place !== pointer.current) setHovered(stopAt(event));
        pointer.current = place;
      },
      onMouseLeave: () => setHovered(null),
    },
  };
}

/** Behind the blocks: the time outside the working hours, and their breaks. */
function WorkHours({ day, scale }: { day: string; scale: Scale }) {
  const rules = useAppState((state) => state.timeRules);
  const work = useMemo(() => workOn(day, rules), [day, rules]);
  if (work === null) return null;
  const placed = ({ from, to }: Span) => ({ top: positionOf(scale, from), height: heightOf(scale, to - from) });
  return (
    <>
      {subtract([scale.bounds], work.hours).map((span) => (
        <i key={span.from} className={styles.outside} style={placed(span)} />
      ))}
      {work.breaks.map((span) => (
        <p key={span.from} className={styles.break} style={placed(span)}>
          {timePageMessages.break}
        </p>
      ))}
    </>
  );
}

interface Props {
  isToday: boolean;
  /** In ms. */
  lines: readonly number[];
  scale: Scale;
  scroller: RefObject<HTMLElement | null>;
}

/** A hint on a day without entries, in the middle of the visible hours, clear of the lines of now and of due tasks. */
function EmptyNote({ isToday, lines, scale, scroller }: Props) {
  const note = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const [view, own] = [scroller.current, note.current];
    if (view === null || own === null) return;
    const positions = lines.map((at) => positionOf(scale, at));
    // It is called once the hours were scrolled to their place, before they are painted.
    const observer = new ResizeObserver(() =>
      setTop(freePlace(positions, { top: view.scrollTop, height: view.clientHeight }, own.offsetHeight)),
    );
    observer.observe(view);
    return () => observer.disconnect();
  }, [lines, scale, scroller]);
  return (
    <div className={styles.empty} ref={note} style={{ top }}>
      <h2 className="lead">{isToday ? timePageMessages.empty : timePageMessages.emptyDay}</h2>
      <p>{isToday ? timePageMessages.emptyDrag : timePageMessages.emptyDayDrag}</p>
    </div>
  );
}
