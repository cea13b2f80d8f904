/** What could not be read of the service's answers, by the view that lacks it: the view says how much, and the reasons can be copied. */
import { type OddRecords, oddText, type RecordKind } from '../service/records.ts';

/** `workspace`: the lists that every project shares, such as its people. */
export const VIEWS = ['tasks', 'board', 'time', 'details', 'news', 'workspace', 'calendar', 'code-host'] as const;
export type ViewName = (typeof VIEWS)[number];

/** How many records are missing, by kind. */
export type UnreadableCounts = Partial<Record<RecordKind, number>>;
export type UnreadableView = Partial<Record<ViewName, UnreadableCounts>>;

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
    view: (): UnreadableView =>
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
