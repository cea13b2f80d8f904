import { type RefObject, useRef } from 'react';
import type { Column } from './columns.ts';
import { useRequest } from './requests.ts';

/** The Tab stop of a list or a grid. */
const TAB_STOP = ':is(ul, [role="grid"]) [tabindex="0"]';

/**
 * Focuses the column, at its Tab stop, when a key asks for it. null: the element is no column. `isReady`: its content is loaded.
 */
export function useColumnFocus<E extends HTMLElement = HTMLElement>(
  column: Column | null,
  isReady = true,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useRequest('focus-column', (requested) => {
    if (requested !== column || !isReady) return false;
    (element.current?.querySelector<HTMLElement>(TAB_STOP) ?? element.current)?.focus();
    return true;
  });
  return element;
}
