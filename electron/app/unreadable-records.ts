/** What could not be read of the service's answers, by the view that lacks it: the view says how much, and the reasons can be copied. */
import type { UnreadableRecordsView, ViewName } from '../../shared/contract/unreadable.ts';
import { type UnreadableRecords, unreadableText } from '../service/records.ts';

export type Unreadable = ReturnType<typeof createUnreadable>;

export function createUnreadable(onChange: () => void) {
  const byView = new Map<ViewName, UnreadableRecords>();
  return {
    /** The view was read again, or shows nothing now. */
    set(view: ViewName, unreadable: UnreadableRecords | undefined): void {
      // So it is with almost every answer.
      if (unreadable === undefined && !byView.has(view)) return;
      if (unreadable === undefined) byView.delete(view);
      else byView.set(view, unreadable);
      onChange();
    },
    view: (): UnreadableRecordsView =>
      Object.fromEntries(
        [...byView]
          .filter(([, { dropped }]) => Object.keys(dropped).length > 0)
          .map(([view, { dropped }]) => [view, dropped]),
      ),
    /** The reasons; empty where everything could be read. */
    text(view: ViewName): string {
      const unreadable = byView.get(view);
      return unreadable === undefined ? '' : unreadableText(unreadable);
    },
  };
}
