import { type RefObject, useRef } from 'react';
import type { Tab } from './navigation.ts';
import { useViewRequest } from './view-requests.ts';

/** The Tab stop of a list or a grid, or the field for a first task. */
const TAB_STOP = ':is(ul, [role="grid"]) [tabindex="0"], [data-empty="true"] input';

/** Focuses the view, at its Tab stop, when a key asks for it. null: no key does. `isReady`: its content is loaded. */
export function useViewFocus<E extends HTMLElement = HTMLElement>(
  tab: Tab | null,
  isReady = true,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useViewRequest('focus-view', (requested) => {
    if (requested !== tab || !isReady) return false;
    (element.current?.querySelector<HTMLElement>(TAB_STOP) ?? element.current)?.focus();
    return true;
  });
  return element;
}
