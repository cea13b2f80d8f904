import { type RefObject, useEffect, useRef } from 'react';
import { type Column, clearColumnFocusRequest, useApp } from './store.ts';

/** The Tab stop of a list or a row of bars. */
const TAB_STOP = ':is(ul, fieldset) [tabindex="0"]';

/** Focuses the column, at its Tab stop, when a key asks for it. null: the element is no column. */
export function useColumnFocus<E extends HTMLElement = HTMLElement>(column: Column | null): RefObject<E | null> {
  const element = useRef<E>(null);
  const isRequested = useApp((app) => column !== null && app.focusColumn === column);
  useEffect(() => {
    if (!isRequested) return;
    (element.current?.querySelector<HTMLElement>(TAB_STOP) ?? element.current)?.focus();
    clearColumnFocusRequest();
  }, [isRequested]);
  return element;
}
