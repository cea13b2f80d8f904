import { localDay, type Span } from '../../../shared/time/day.ts';
import { openEntry } from '../../state/shown-time.ts';
import { showEntry } from './show-entry.ts';

/** Opens the form of an entry that takes the whole gap, on its day. */
export function fillGap({ from, to }: Span): void {
  showEntry(null, localDay(from));
  openEntry({ kind: 'add', from, to, gap: null });
}
