import { type RefObject, useEffect } from 'react';
import { clearEntryFocusRequest, useApp } from '../../state/store.ts';

/** After a form closes, focuses the Tab stop that it was opened from, or the nearest. `fallback`: the present Tab stop. */
export function useFocusBack(list: RefObject<HTMLElement | null>, fallback: string | undefined): void {
  const requested = useApp((app) => app.focusEntry);
  const isOpen = useApp((app) => app.openEntry !== null);
  useEffect(() => {
    if (requested === null || isOpen) return;
    const find = (stop: string) => list.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    (find(requested) ?? (fallback === undefined ? null : find(fallback)))?.focus();
    clearEntryFocusRequest();
  }, [requested, isOpen, fallback, list]);
}
