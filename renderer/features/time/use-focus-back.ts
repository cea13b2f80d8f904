import type { RefObject } from 'react';
import { useRequest } from '../../state/requests.ts';
import { useShownTime } from '../../state/shown-time.ts';

/** After a form closes, focuses the Tab stop that it was opened from, or the nearest. `fallback`: the present Tab stop. */
export function useFocusBack(list: RefObject<HTMLElement | null>, fallback: string | undefined): void {
  const isOpen = useShownTime(({ openEntry }) => openEntry !== null);
  useRequest('focus-entry', (requested) => {
    if (isOpen) return false;
    const find = (stop: string) => list.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    (find(requested) ?? (fallback === undefined ? null : find(fallback)))?.focus();
    return true;
  });
}
