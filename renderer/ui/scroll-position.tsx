import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface ScrollPlaces {
  /** Of the element that scrolls. */
  scroller: { ref: RefObject<HTMLDivElement | null>; onScroll: () => void };
  restore: () => void;
}

/**
 * For one scrolling element that shows several pages in turn: each begins at its top, and is where it was left when one comes
 * back to it. `page`: the one that is shown; each begins with an `AtPlace`.
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

/** Stands in the page, because a tab mounts its content later than it is chosen: before that there is nothing to scroll. */
export function RestoreScroll({ restore }: Pick<ScrollPlaces, 'restore'>) {
  useLayoutEffect(restore, [restore]);
  return null;
}
