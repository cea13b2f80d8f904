import { useLayoutEffect, useRef } from 'react';
import type { OpenEntry } from '../../../state/shown-time.ts';
import { scrollTarget } from './hours.ts';
import type { Shown } from './use-edits.ts';

/** The margin above the hours, and what may be pinned below. */
const EDGES_PX = 40;

interface Place extends Shown {
  now: number;
  day: string;
  isLoaded: boolean;
  opened: OpenEntry | null;
}

/** Scrolls a newly opened day to its entries, keeps the middle in place while zooming, and the opened entry in sight. */
export function useScrollPlace({ scale, dayPieces, scroller, canvas, now, day, isLoaded, opened }: Place): void {
  const { hourHeight } = scale;
  /** The height of an hour and the middle before zooming. */
  const before = useRef({ hourHeight, middle: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a day is opened or read, not when it changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = scrollTarget(scale, dayPieces, now, element.clientHeight - EDGES_PX);
  }, [day, isLoaded]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const half = element.clientHeight / 2;
    if (before.current.hourHeight !== hourHeight)
      element.scrollTop = (before.current.middle * hourHeight) / before.current.hourHeight - half;
    const remember = () => {
      before.current = { hourHeight, middle: element.scrollTop + element.clientHeight / 2 };
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, hourHeight]);

  useLayoutEffect(() => {
    if (opened !== null) canvas.current?.querySelector('[data-opened]')?.scrollIntoView({ block: 'nearest' });
  }, [canvas, opened]);
}
