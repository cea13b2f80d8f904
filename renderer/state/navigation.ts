/** Where the person is: the tab, the pages over it, and what covers them. */
import { isSameTask } from '../../shared/accounts.ts';
import type { NavigationTarget, TaskView } from '../../shared/contract/index.ts';
import { dismissError } from './notices.ts';
import { setTimesheetLayout, showDay, useShownTime } from './shown-time.ts';
import { askView, dropViewRequest, type ViewRequests } from './view-requests.ts';
import { createViewState } from './view-state.ts';
import { columnCount } from './window-columns.ts';

/**
 * In a wide window, My tasks and Time are columns of one tab, and this is the column in use. The timesheet is a tab there, and a view of
 * the Time tab in a narrow window.
 */
export type Tab = 'tasks' | 'board' | 'time' | 'timesheet';
export type Page =
  /** `evidence`: all that was read for suggestions, in place of the tabs. */
  | { name: 'settings'; tab?: 'account' | 'timer' }
  | { name: 'outbox' }
  | { name: 'recentChanges' }
  /** Local days, inclusive; `projectKey`: null for all projects. */
  | { name: 'report'; from: string; to: string; projectKey: string | null }
  | { name: 'time-rules' }
  /** `reminder`: opened from a due-date notification, so the page shows its actions on top. */
  | { name: 'taskPage'; taskId: string; accountId?: string | undefined; reminder?: boolean }
  /** `projectId`: null for a new project. */
  | { name: 'project'; projectId: string | null; accountId?: string | undefined }
  | { name: 'server' }
  | { name: 'inbox' }
  | { name: 'connected-tools' }
  | { name: 'assistants' }
  | { name: 'keys' };

interface Navigation {
  tab: Tab;
  /** The view that the Time tab of a narrow window opens with. */
  timeTab: 'time' | 'timesheet';
  /** The page over the tab; null for the tab itself. */
  page: Page | null;
  /** Back stack of pages, oldest first. */
  earlier: Page[];
  /** The task whose page was just closed, so that the page below can restore the focus. */
  cameFrom: string | null;
  /** Text of the filter; null while the filter field is closed. */
  filter: string | null;
  /** The task search covers the running timer. */
  switching: boolean;
  /** The command palette is open. */
  palette: boolean;
  /** A further account is being added. */
  addingAccount: boolean;
  /** The account whose tasks are listed, if several are open; null for all. */
  shownAccount: string | null;
}

export const useNavigation = createViewState<Navigation>(
  'navigation',
  {
    tab: 'tasks',
    timeTab: 'time',
    page: null,
    earlier: [],
    cameFrom: null,
    filter: null,
    switching: false,
    palette: false,
    addingAccount: false,
    shownAccount: null,
  },
  ['tab', 'timeTab', 'page', 'earlier', 'filter', 'shownAccount'],
);

const set = useNavigation.setState;

/** The views of both tabs are on screen together. */
export const areTogether = (one: Tab, other: Tab): boolean =>
  one === other || (columnCount() > 1 && isToday(one) && isToday(other));

/** Shown in the tab Today of a wide window. */
export const isToday = (tab: Tab): boolean => tab === 'tasks' || tab === 'time';

/** The page of a task stands beside the list of a wide window, over the other columns. */
export const isBesideList = ({ tab, page }: Pick<Navigation, 'tab' | 'page'>, columns = columnCount()): boolean =>
  columns > 1 && page?.name === 'taskPage' && isToday(tab);

const isTime = (tab: Tab): tab is 'time' | 'timesheet' => tab === 'time' || tab === 'timesheet';

/** Shows a view that main asks for. */
export function show(view: Exclude<NavigationTarget, 'unsavedText'>): void {
  if (typeof view === 'object' && view.view === 'review') {
    showTime(view.day);
    askView('review-gaps', true);
  } else if (typeof view === 'object') openPage({ ...view, name: view.view });
  else if (view === 'palette') set({ palette: true });
  else if (view === 'tasks' || view === 'time') showTab(view);
  else openPage({ name: view });
}

export function showTab(tab: Tab): void {
  const from = useNavigation.getState();
  const timeTab = isTime(tab) ? tab : from.timeTab;
  set({ tab, timeTab });
  const isListShown = from.page === null || (tab === 'tasks' && isBesideList(from));
  if (columnCount() > 1 && isListShown && areTogether(from.tab, tab)) return;
  set({ page: null, earlier: [], filter: null });
  // The day and its week are two views of the same time.
  if (isTime(from.tab) && isTime(tab)) useShownTime.setState({ openEntry: null });
  else showDay(null);
  dropViewRequest();
  dismissError();
}

/** The Time tab of a narrow window, as it was left. */
export const showTimeTab = (): void => showTab(useNavigation.getState().timeTab);

/** Shows a view and moves the focus to it. */
export const showView = (tab: Tab): void => {
  showTab(tab);
  askView('focus-view', tab);
};

/** The timesheet, and not the month. */
export const showTimesheet = (): void => {
  setTimesheetLayout('week');
  showView('timesheet');
};

/** Opens the calendar of the shown day, week or month. */
export const openCalendar = (): void => {
  const { tab, page } = useNavigation.getState();
  showTab(page === null && tab === 'timesheet' ? 'timesheet' : 'time');
  askView('calendar', true);
};

/** The person works in this column. */
export const enterColumn = (tab: Tab): void => {
  if (useNavigation.getState().tab !== tab) set({ tab });
};

export function openPage(page: Page): void {
  set(({ tab, page: from, earlier }) => ({
    page,
    // A page beside the list covers the day, whose keys must not act then.
    tab: isBesideList({ tab, page }) ? 'tasks' : tab,
    earlier: (from === null || isSamePage(from, page) ? earlier : [...earlier, from]).slice(-MAX_EARLIER),
    cameFrom: null,
    switching: false,
  }));
  dropViewRequest();
  dismissError();
}

export const pageOf = ({ id, accountId }: { id: string; accountId?: string | undefined }): Page => ({
  name: 'taskPage',
  taskId: id,
  accountId,
});

/** Opens the page of a task in the list. Beside the list it takes the place of another one, and its own row closes it. */
export function openFromList(task: Pick<TaskView, 'id' | 'accountId'>): void {
  const from = useNavigation.getState();
  if (!isBesideList(from)) openPage(pageOf(task));
  else if (from.page?.name === 'taskPage' && isSameTask(from.page, task)) closeBeside();
  else walkTo(task);
}

/** The page beside the list follows to another task. */
export function walkTo(task: Pick<TaskView, 'id' | 'accountId'>): void {
  set({ page: pageOf(task), earlier: [], cameFrom: null });
  dropViewRequest();
  dismissError();
}

/** Shows the columns again as they were. */
export function closeBeside(): void {
  set({ page: null, earlier: [] });
  focusTaskList();
  dismissError();
}

/** Returns to the page or tab that the page was opened from. */
export function closePage(): void {
  set(({ page, earlier }) => ({
    page: earlier.at(-1) ?? null,
    earlier: earlier.slice(0, -1),
    cameFrom: page?.name === 'taskPage' ? page.taskId : null,
  }));
  const { page, tab } = useNavigation.getState();
  if (page === null && tab !== 'time') focusTaskList();
  else dropViewRequest();
  dismissError();
}

/** Limit of the back stack. */
const MAX_EARLIER = 50;

const isSamePage = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'taskPage' || other.name !== 'taskPage' || isSameTask(one, other));

export function setFilter(filter: string | null): void {
  const wasOpen = useNavigation.getState().filter !== null;
  set({ filter });
  if (filter === null && wasOpen) focusTaskList();
  else dropViewRequest();
}

/** The Time tab itself, also in a wide window. `shownDay`: null for today. */
export function showTime(shownDay: string | null): void {
  set({ tab: 'time', page: null, earlier: [], filter: null });
  useShownTime.setState({ shownDay });
  dismissError();
}

export const focusTaskList = (): void => askView('focus-list', true);

export const setSwitching = (switching: boolean): void => set({ switching });

export const togglePalette = (): void => set(({ palette }) => ({ palette: !palette }));

export const addAccount = (addingAccount = true): void => set({ addingAccount });

/** The page of a task beside the list may belong to another account. */
export const showAccount = (shownAccount: string | null): void => set({ shownAccount, page: null, earlier: [] });

export const closePalette = (): void => set({ palette: false });

export const openTimerPart = (part: ViewRequests['timer-part']): void => {
  set({ switching: false });
  askView('timer-part', part);
};
