import { type RefObject, useEffect, useRef } from 'react';
import { longDay } from '../../../../shared/i18n/format-dates.ts';
import { dayAfter, dayBounds, type Piece } from '../../../../shared/time/day.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { isTyping, moveInList, pressedKeys } from '../../../ui/keys.ts';
import { useWindowKeys } from '../../../ui/use-window-keys.ts';
import { selectByKey } from '../../../widgets/select-rows.ts';
import { answerGap, fillFrom } from '../gap-menu.tsx';
import { type Gap, gapStop } from '../timeline.ts';
import { showDayAfter } from '../view-bar.tsx';
import { setHourHeight, useTimeViews } from '../view-state.ts';
import type { Change } from './change-times.ts';
import { zoomed } from './hours.ts';
import type { Edits } from './use-edits.ts';

interface Shown {
  canvas: RefObject<HTMLElement | null>;
  day: string;
  today: string;
  dayPieces: readonly Piece[];
  gaps: readonly Gap[];
  /** Those that can be selected, by id. */
  entries: readonly string[];
  /** The present Tab stop. */
  stop: string | undefined;
  edits: Edits;
}

const MODIFIERS = new Set(['Alt', 'Shift', 'Control', 'Meta']);

/** The keys of the Day view. Arrows work in the hours, letters in the whole tab. */
export function useDayKeys(shown: Shown): void {
  // Before the keys of the window, whose Escape hides it.
  useWindowKeys((event) => onKey(event, shown), { isFirst: true });
  const finish = useRef(shown.edits.finishKeys);
  finish.current = shown.edits.finishKeys;
  useEffect(() => {
    const onKeyUp = (event: KeyboardEvent) => MODIFIERS.has(event.key) && finish.current();
    const onBlur = () => finish.current();
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', onBlur);
    };
  }, []);
}

function onKey(event: KeyboardEvent, shown: Shown): void {
  // In a wide window they belong to the column in use.
  if (useNavigation.getState().tab !== 'time') return;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.isComposing || isTyping(target) || target.closest('form, [role=menu], [role=dialog], [role=listbox]'))
    return;
  if (event.key === 'Escape') {
    if (shown.edits.cancel()) take(event);
    return;
  }
  const { current: canvas } = shown.canvas;
  const isInHours = target.contains(canvas) || canvas?.parentElement?.contains(target) === true;
  if ((isInHours && onArrow(event, target, shown)) || onLetter(event, target, shown)) take(event);
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function onArrow(
  event: KeyboardEvent,
  target: HTMLElement,
  { canvas, day, today, dayPieces, stop, edits }: Shown,
): boolean {
  const change = changeBy(event);
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
  if (change !== null && direction !== undefined) {
    const entryId = target.dataset.stop;
    if (entryId === undefined || !dayPieces.some(({ entry }) => entry.id === entryId)) return false;
    edits.step(entryId, change, direction);
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (days !== undefined) {
    if (days === 1 && day >= today) return true;
    edits.say(longDay(dayBounds(dayAfter(day, days)).from, new Date()));
    showDayAfter(day, today, days);
    return true;
  }
  const stops = [...(canvas.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const at = stops.indexOf(target);
  const to = moveInList(event, at, stops.length);
  if (to === null) return false;
  (at === -1 ? stops.find((one) => one.dataset.stop === stop) : stops[to])?.focus();
  return true;
}

/** Alt moves, Shift changes the end, Ctrl Shift the start. */
function changeBy({ altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Change | null {
  const isControl = ctrlKey || metaKey;
  if (altKey) return shiftKey || isControl ? null : 'move';
  if (!shiftKey) return null;
  return isControl ? 'start' : 'end';
}

function onLetter(event: KeyboardEvent, target: HTMLElement, { dayPieces, gaps, entries }: Shown): boolean {
  const { stop } = target.dataset;
  const focusedGap = gaps.find(({ from }) => gapStop(from) === stop);
  const focusedEntry = entries.find((id) => id === stop);
  const { hourHeight } = useTimeViews.getState();
  switch (pressedKeys(event)) {
    case '+':
    case '=':
    case '-':
      setHourHeight(zoomed(hourHeight, event.key === '-' ? -1 : 1));
      return true;
    case 'N':
      if (focusedGap !== undefined) answerGap(focusedGap);
      return focusedGap !== undefined;
    case 'F':
      return fillFrom((dayPieces.find((piece) => piece.entry.id === stop) ?? focusedGap)?.from ?? 0, gaps);
    default:
      // Shift with an arrow key changes an entry, and was handled before.
      return selectByKey(event, 'time', entries, focusedEntry) !== undefined;
  }
}
