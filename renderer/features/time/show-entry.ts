/** Going to entries, and opening the forms of new ones. */
import type { RefObject } from 'react';
import { localDay, type Piece, type Span } from '../../../shared/time/day.ts';
import { suggestTimes } from '../../../shared/time/suggest-times.ts';
import { usePublished } from '../../state/main-process.ts';
import { showTab, useNavigation } from '../../state/navigation.ts';
import { closeEntry, openEntry, useShownTime } from '../../state/shown-time.ts';
import { useViewRequest } from '../../state/view-requests.ts';
import { isTyping } from '../../ui/keys.ts';
import { useWindowKeys } from '../../ui/use-window-keys.ts';

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
  useViewRequest('focus-entry', (requested) => {
    if (isOpen) return false;
    const find = (stop: string) => list.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);
    (find(requested) ?? (fallback === undefined ? null : find(fallback)))?.focus();
    return true;
  });
}

/** With what was typed for a new entry before, or the time since the last one. `dayPieces`: by start. */
export const newEntry = (dayPieces: readonly Piece[], bounds: Span): void =>
  openEntry(
    useShownTime.getState().draft ?? { kind: 'add', ...suggestTimes(dayPieces, bounds, Date.now()), gap: null },
  );

/** N and the palette open the form of a new entry. */
export function useNewEntry(dayPieces: readonly Piece[], bounds: Span, isLoaded: boolean): void {
  useViewRequest('new-entry', () => {
    if (isLoaded) newEntry(dayPieces, bounds);
    return isLoaded;
  });
  useWindowKeys((event) => {
    const { tab, page } = useNavigation.getState();
    const { openEntry: opened } = useShownTime.getState();
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.defaultPrevented || tab !== 'time' || page !== null || opened !== null || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role=menu], [role=dialog], [role=listbox]')) return;
    event.preventDefault();
    newEntry(dayPieces, bounds);
  });
}
