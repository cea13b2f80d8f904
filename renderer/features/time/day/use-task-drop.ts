import { useEffect } from 'react';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { formatDuration } from '../../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { gapsBetween } from '../../../../shared/time/gaps.ts';
import { setHint } from '../../../state/notices.ts';
import { aimTask, leaveTask, useTaskDrag } from '../../../state/task-drag.ts';
import { edgeScroll } from '../../../ui/edge-scroll.ts';
import { type Limits, snap } from './change-times.ts';
import { instantAt } from './hours.ts';
import { type Shown, spanText } from './use-edits.ts';

/** The task that is dragged over the hours, and the time that it would get. */
export function useTaskDrop({ scale, dayPieces, scroller, canvas }: Shown, say: (text: string) => void) {
  useEffect(() => leaveTask, []);
  const task = useTaskDrag((drag) => drag.task);
  const span = useTaskDrag((drag) => drag.span);
  const isOverGroup = useTaskDrag((drag) => drag.group !== null);

  useEffect(() => {
    if (task === null) return;
    const follow = () => {
      const { x, y, isExact, span: before } = useTaskDrag.getState();
      const area = scroller.current?.getBoundingClientRect();
      const top = canvas.current?.getBoundingClientRect().top;
      if (area === undefined || top === undefined) return;
      const isOver = x >= area.left && x < area.right && y >= area.top && y < area.bottom;
      const limits = { ...scale, now: Date.now() };
      const next = isOver ? dropSpan(instantAt(scale, y - top), dayPieces, limits, isExact) : null;
      if (next?.from === before?.from && next?.to === before?.to) return;
      aimTask(next);
    };
    let frame = 0;
    const scrollAtEdges = () => {
      const { x, y } = useTaskDrag.getState();
      const area = scroller.current?.getBoundingClientRect();
      if (area && x >= area.left && x < area.right && scroller.current) {
        const by = edgeScroll(y, area);
        scroller.current.scrollTop += by;
        if (by !== 0) follow();
      }
      frame = requestAnimationFrame(scrollAtEdges);
    };
    follow();
    scrollAtEdges();
    const stop = useTaskDrag.subscribe(({ task: dragged }) => dragged !== null && follow());
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [task, scale, dayPieces, scroller, canvas]);

  useEffect(() => {
    // Over a group of My tasks, that says what will happen.
    if (task === null || isOverGroup) return;
    setHint(
      span === null
        ? timePageMessages.dropNowhere
        : timePageMessages.dropHint({ duration: formatDuration(span.to - span.from), task: task.identifier }),
    );
    say(span === null ? timePageMessages.dropNowhere : spanText({ start: span.from, end: span.to }));
    return () => setHint(null);
  }, [task, span, say, isOverGroup]);

  return task !== null && span !== null ? { task, span } : null;
}

/** The length outside gaps, unless the next entry or the present is nearer (ms). */
const LENGTH_MS = 30 * MINUTE_MS;
/** No entry is made shorter to end where the next one begins (ms). */
const LEAST_MS = 5 * MINUTE_MS;

/** The gap at that instant, or half an hour from it; null in the future. `isExact`: half an hour from the minute, in a gap as well. */
export function dropSpan(
  at: number,
  dayPieces: readonly Piece[],
  limits: Omit<Limits, 'edges'>,
  isExact: boolean,
): Span | null {
  const { bounds, now } = limits;
  const latest = Math.min(now, bounds.to);
  if (at < bounds.from || at >= latest || latest - bounds.from < MINUTE_MS) return null;
  const gap = gapsBetween(dayPieces).find(({ from, to }) => from <= at && at < to);
  if (gap && !isExact) return { from: gap.from, to: Math.min(gap.to, latest) };
  const edges = dayPieces.flatMap(({ from, to }) => [from, to]);
  const length = Math.min(LENGTH_MS, latest - bounds.from);
  const from = Math.max(bounds.from, Math.min(snap(at, { ...limits, edges }, isExact), latest - length));
  const next = dayPieces.find((piece) => piece.from - from >= LEAST_MS);
  return { from, to: Math.min(from + length, next?.from ?? Number.POSITIVE_INFINITY) };
}
