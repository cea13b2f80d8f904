import { localDay, type Span } from '../../../shared/time/day.ts';
import { usePublished } from '../../state/main-process.ts';
import { showTab } from '../../state/navigation.ts';
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
