/** The window's width for media queries, because jsdom has no layout. */
import { act } from '@testing-library/react';

let width = 400;
const listeners = new Set<() => void>();

/** Makes the window this wide (CSS pixels); setup.ts makes it narrow again after each test. */
export function setWidth(to: number): void {
  act(() => {
    width = to;
    for (const listener of listeners) listener();
  });
}

/** Knows `min-width` only; no other query matches. */
export function matchMedia(media: string): MediaQueryList {
  const [, least] = /^\(min-width: (\d+)px\)$/.exec(media) ?? [];
  return {
    media,
    get matches() {
      return least !== undefined && width >= Number(least);
    },
    onchange: null,
    addEventListener: (_type: string, listener: unknown) => void listeners.add(listener as () => void),
    removeEventListener: (_type: string, listener: unknown) => void listeners.delete(listener as () => void),
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  };
}
