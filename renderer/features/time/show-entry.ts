/** Going to entries, gaps and weeks, and opening the forms of new entries. */
import type { RefObject } from 'react';
import { localDay, type Piece, type Span } from '../../../shared/time/day.ts';
import { suggestTimes } from '../../../shared/time/suggest-times.ts';
import { keepDraftsOf } from '../../state/kept-drafts.ts';
import { usePublished } from '../../state/main-process.ts';
import { areTogether, showTab, showTime, showTimesheet, useNavigation } from '../../state/navigation.ts';
import { type OpenEntry, openEntry, sayKept, showDay, useShownTime } from '../../state/shown-time.ts';
import { askView, useViewRequest } from '../../state/view-requests.ts';
import { isTyping, moveInList, pressedKeys } from '../../ui/keys.ts';
import { useWindowKeys } from '../../ui/use-window-keys.ts';
import type { Gap } from './timeline.ts';

/** null for today. */
const dayToShow = (day: string) => (day === usePublished.getState().state?.time.day ? null : day);

// The forms of new and of edited entries may be closed.
keepDraftsOf(() => {
  const { draft, isDraftOpen, edits, openEntry: opened } = useShownTime.getState();
  const { tab, page, addingAccount } = useNavigation.getState();
  const isTimeShown = areTogether(tab, 'time') && page === null && !addingAccount;
  const { time, accounts = [] } = usePublished.getState().state ?? {};
  // An entry that is gone, or whose account was closed, cannot be shown.
  const isThere = (id: string, day: string, of: string | undefined) =>
    (of === undefined || accounts.some((account) => account.id === of)) &&
    (day !== time?.day || time.today.some((entry) => entry.id === id));
  const way = (day: string, to: OpenEntry, isOpen: boolean) => ({
    isOnScreen: isOpen && isTimeShown,
    show: () => {
      showTime(dayToShow(day));
      if (!isOpen) openEntry(to);
    },
  });
  const edited = Object.entries(edits).flatMap(([entryId, edit]) =>
    edit && isThere(entryId, edit.day, edit.accountId)
      ? way(edit.day, { kind: 'edit', entryId }, opened?.kind === 'edit' && opened.entryId === entryId)
      : [],
  );
  return draft ? [way(localDay(draft.from), draft, opened?.kind === 'add' && isDraftOpen), ...edited] : edited;
});

/** The entries of a day, of which this one takes the focus. */
export function showEntry(entryId: string | null, day: string): void {
  sayKept();
  showTab('time');
  useShownTime.setState({ shownDay: dayToShow(day), openEntry: null });
  if (entryId !== null) askView('focus-entry', entryId);
}

/** Proposes what the gap was, on its day. */
export function fillGap({ from, to }: Span): void {
  showEntry(null, localDay(from));
  openEntry({ kind: 'fill', from, to, review: null });
}

/** Shows the timesheet of the week with the question that closes it. */
export const closeWeek = (weekStart: string, isThisWeek: boolean): void => {
  showTimesheet();
  showDay(isThisWeek ? null : weekStart);
  askView('close-week', weekStart);
};

/** Walks through the open gaps of the shown day. */
export function reviewGaps(gaps: readonly Gap[], bounds: Span): void {
  const open = gaps.filter(({ isNotWork }) => !isNotWork);
  const { from, to } = open[0] ?? { from: bounds.from, to: bounds.from };
  openEntry({ kind: 'fill', from, to, review: { at: 1, of: open.length } });
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

/** The keys of a list or a grid lead to its Tab stop while the focus is around it, at no control. */
export function useKeysInto(list: RefObject<HTMLElement | null>): void {
  useWindowKeys((event) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Node) || !target.contains(list.current)) return;
    // In a wide window they belong to the column in use.
    if (useNavigation.getState().tab === 'tasks' || moveInList(event, -1, 1) === null) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
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
    if (pressedKeys(event) !== 'N' || event.isComposing) return;
    if (event.defaultPrevented || tab !== 'time' || page !== null || opened !== null || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role=menu], [role=dialog], [role=listbox]')) return;
    event.preventDefault();
    newEntry(dayPieces, bounds);
  });
}
