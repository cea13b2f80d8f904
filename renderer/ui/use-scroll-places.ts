import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For one scrolling element that shows several pages in turn: each begins at its top, and is where it was left when one comes
 * back to it. `page`: the one that is shown.
 */
export function useScrollPlaces(page: string): { ref: RefObject<HTMLDivElement | null>; onScroll: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (ref.current !== null) ref.current.scrollTop = places.current.get(page) ?? 0;
  }, [page]);
  return { ref, onScroll: () => places.current.set(page, ref.current?.scrollTop ?? 0) };
}
