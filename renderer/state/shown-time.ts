/** What the views of time show: the day or the period, and the entry that is open. */
import type { TaskRef } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import type { Period } from '../../shared/time/period.ts';
import { showToast } from './notices.ts';
import { askView, dropViewRequest } from './view-requests.ts';
import { createViewState } from './view-state.ts';
import { columnCount, useColumns } from './window-columns.ts';

/** What is open in the Time tab: an entry, existing or new, or the panel that proposes what a gap was. */
export type OpenEntry =
  /** `part`: what the form opens at, instead of its times. */
  { kind: 'edit'; entryId: string; part?: EntryPart } | NewEntry | OpenGap;

/** `gap`: the start of the gap that it fills; null at the top of the day. Instants in ms. */
export interface NewEntry {
  kind: 'add';
  from: number;
  to: number;
  gap: number | null;
  task?: TaskRef;
  note?: string;
  /** Of a draft: the times and the task that its form opened with. */
  began?: string;
  /** Of a draft: the draft before it, which is kept meanwhile. */
  earlier?: NewEntry | null | undefined;
}

/** Instants in ms. `review`: the place of the gap among those of the day that are reviewed; null for one gap. */
export interface OpenGap {
  kind: 'fill';
  from: number;
  to: number;
  review: { at: number; of: number } | null;
}

/** What was typed over an existing entry; the rest stays the entry's own. Instants in ms. */
interface EntryEdit {
  /** The day on which the form was open, `YYYY-MM-DD`. */
  day: string;
  /** The entry's account, if several are open. */
  accountId: string | undefined;
  times: { start?: number; end?: number | null };
  note: string | null;
  task: TaskRef | null;
}

export type EntryPart = 'task' | 'day' | 'end' | 'split';

type DayLayout = 'list' | 'day';

type TimesheetLayout = 'week' | 'month';

interface ShownTime {
  /** The day shown in the Time tab, `YYYY-MM-DD`; null for today. */
  shownDay: string | null;
  openEntry: OpenEntry | null;
  /** What was typed for a new entry, until that is added or discarded. */
  draft: NewEntry | null | undefined;
  /** The open form shows the draft; another new entry leaves it until something is typed. */
  isDraftOpen: boolean;
  /** What was typed over entries, by their ids, until it is saved or discarded. */
  edits: Partial<Record<string, EntryEdit>>;
  /** null until the person chooses one: the list, and the day in a wide window. */
  dayLayout: DayLayout | null;
  /** What the timesheet's tab shows: the timesheet itself, or the month of the shown day. */
  timesheetLayout: TimesheetLayout;
  /** The days of the timesheet; null for the week of the shown day. */
  timesheetPeriod: Period | null;
}

export const useShownTime = createViewState<ShownTime>(
  'shown-time',
  {
    shownDay: null,
    openEntry: null,
    draft: null,
    isDraftOpen: false,
    edits: {},
    dayLayout: null,
    timesheetLayout: 'week',
    timesheetPeriod: null,
  },
  ['shownDay', 'draft', 'edits', 'dayLayout', 'timesheetLayout', 'timesheetPeriod'],
);

const set = useShownTime.setState;

/** `shownDay`: null for today. */
export const showDay = (shownDay: string | null): void => set({ shownDay, openEntry: null, timesheetPeriod: null });

/** `timesheetPeriod`: null for the week of the shown day. */
export const showPeriod = (timesheetPeriod: Period | null): void => set({ timesheetPeriod });

const formOf = (opened: OpenEntry | null) =>
  opened?.kind === 'add' && `${opened.from} ${opened.to} ${opened.task?.taskId}`;

/** An open form is left: says that what is typed in it stays. `isDraft`: the same new entry stays open. */
export const sayKept = (isDraft = false): void => {
  const { openEntry: left, edits, isDraftOpen } = useShownTime.getState();
  if (left?.kind === 'add' && isDraftOpen && !isDraft) showToast(messages.entry.draftKept);
  if (left?.kind === 'edit' && edits[left.entryId]) showToast(messages.entry.editKept);
};

/** The view stays the same in a window that becomes wide, because its form may contain unsaved text. */
export const openEntry = (openEntry: OpenEntry): void => {
  const { openEntry: before, draft, isDraftOpen } = useShownTime.getState();
  // The same form stays as it is.
  const isDraft = openEntry === draft || (isDraftOpen && formOf(before) === formOf(openEntry));
  sayKept(isDraft);
  set((shown) => ({ openEntry, isDraftOpen: isDraft, dayLayout: dayLayoutOf(shown) }));
  dropViewRequest();
};

/** A new entry was added or discarded, or another one is no longer edited. `focused`: the entry that takes the focus, or null. */
export const closeEntry = (focused: string | null): void => {
  set(({ openEntry, draft, edits, isDraftOpen }) =>
    openEntry?.kind === 'edit'
      ? { openEntry: null, edits: { ...edits, [openEntry.entryId]: undefined } }
      : { openEntry: null, draft: openEntry?.kind === 'add' && isDraftOpen ? draft?.earlier : draft },
  );
  if (focused !== null) askView('focus-entry', focused);
};

const dayLayoutOf = ({ dayLayout }: ShownTime): DayLayout => dayLayout ?? (columnCount() > 1 ? 'day' : 'list');

export const useDayLayout = (): DayLayout => {
  useColumns();
  return useShownTime(dayLayoutOf);
};

export const setTimesheetLayout = (timesheetLayout: TimesheetLayout): void => set({ timesheetLayout });
