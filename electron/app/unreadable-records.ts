/** What could not be read of the service's answers, by the view that lacks it: the view says how much, and the reasons can be copied. */
import type { UnreadableRecordsView, ViewName } from '../../shared/contract/unreadable.ts';
import { type OddRecords, oddText } from '../service/records.ts';

export type Unreadable = ReturnType<typeof createUnreadable>;

export function createUnreadable(onChange: () => void) {
  const byView = new Map<ViewName, OddRecords>();
  return {
    /** The view was read again, or shows nothing now. */
    set(view: ViewName, odd: OddRecords | undefined): void {
      // So it is with almost every answer.
      if (odd === undefined && !byView.has(view)) return;
      if (odd === undefined) byView.delete(view);
      else byView.set(view, odd);
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
      const odd = byView.get(view);
      return odd === undefined ? '' : oddText(odd);
    },
  };
}
