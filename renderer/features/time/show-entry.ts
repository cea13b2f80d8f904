import type { RefObject } from 'react';
import { localDay, type Span } from '../../../shared/time/day.ts';
import { usePublished } from '../../state/main-process.ts';
import { showTab } from '../../state/navigation.ts';
import { useRequest } from '../../state/requests.ts';
import { closeEntry, openEntry, useShownTime } from '../../state/shown-time.ts';

/** The entries of a day, of which this one takes the focus. */
export function showEntry(entryId: string | null, day: string): void {
  showTab('time');
  useShownTime.setState({ shownDay: day === usePublished.getState().state?.time.day ? null : day });
  closeEntry(entryId);
}

/** Opens the form of an entry that takes the whole gap, on its day. */
export function fillGap({ from, to }: Span): void {
  showEntry(null, localDay(from));
  openEntry({ kind: 'add', from, to, gap: null });
}

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
