/** Opening the form of a new entry, with what was typed for one before or the time since the last entry. */
import type { Piece, Span } from '../../../shared/time/day.ts';
import { suggestTimes } from '../../../shared/time/suggest-times.ts';
import { useNavigation } from '../../state/navigation.ts';
import { useRequest } from '../../state/requests.ts';
import { openEntry, useShownTime } from '../../state/shown-time.ts';
import { isTyping } from '../../ui/keys.ts';
import { useWindowKeys } from '../../ui/use-window-keys.ts';

/** `dayPieces`: the entries of the shown day, by start. */
export const newEntry = (dayPieces: readonly Piece[], bounds: Span): void =>
  openEntry(
    useShownTime.getState().draft ?? { kind: 'add', ...suggestTimes(dayPieces, bounds, Date.now()), gap: null },
  );

/** N and the palette open the form of a new entry. */
export function useNewEntry(dayPieces: readonly Piece[], bounds: Span, isLoaded: boolean): void {
  useRequest('new-entry', () => {
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
