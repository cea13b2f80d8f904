import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface ScrollPlaces {
  /** Props of the scrolling element. */
  scroller: { ref: RefObject<HTMLDivElement | null>; onScroll: () => void };
  restore: () => void;
}

/**
 * Scroll positions for one scrolling element that shows several pages in turn. Each page starts at the top, keeps its position
 * and contains a `RestoreScroll`. `page`: the shown page.
 */
export function useScrollPositions(page: string): ScrollPlaces {
  const ref = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, number>());
  const restore = useCallback(() => {
    if (ref.current !== null) ref.current.scrollTop = places.current.get(page) ?? 0;
  }, [page]);
  const onScroll = () => places.current.set(page, ref.current?.scrollTop ?? 0);
  return { scroller: { ref, onScroll }, restore };
}

/** Rendered within the page, because a tab mounts its content only after it is chosen. */
export function RestoreScroll({ restore }: Pick<ScrollPlaces, 'restore'>) {
  useLayoutEffect(restore, [restore]);
  return null;
}
