import { usePublished } from '../../state/main-process.ts';
import { showTab } from '../../state/navigation.ts';
import { closeEntry, useShownTime } from '../../state/shown-time.ts';

/** The entries of a day, of which this one takes the focus. */
export function showEntry(entryId: string | null, day: string): void {
  showTab('time');
  useShownTime.setState({ shownDay: day === usePublished.getState().state?.time.day ? null : day });
  closeEntry(entryId);
}
