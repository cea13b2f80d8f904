/** The state that main published, and this window's navigation and view state. All of it may be lost at any moment. */
import { create } from 'zustand';
import type {
  Answer,
  AppErrorView,
  CommandName,
  NavigationTarget,
  Payload,
  Result,
  State,
  TaskRef,
  ToastView,
} from '../../shared/contract/index.ts';
import { loadTranslation } from '../../shared/i18n/generated/renderer.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { activeMessages, type Language } from '../../shared/i18n/language.ts';
import { projectHue } from '../../shared/projects/project-hue.ts';
import type { Period } from '../../shared/time/period.ts';
import type { Tint } from '../../shared/tint.ts';
import { columnCount, useColumns } from './columns.ts';
import { hasUnsavedText } from './unsaved-text.ts';
import { parseWindowPlace, serializeWindowPlace } from './window-place.ts';

/**
 * In a wide window, My tasks and Time are columns of one tab, and this is the column in use. The week is a tab there, and a view of the
 * Time tab in a narrow window.
 */
export type Tab = 'tasks' | 'board' | 'time' | 'week';
export type Column = 'tasks' | 'time' | 'week';
export type Page =
  | { name: 'settings'; tab?: 'account' | 'timer' }
  | { name: 'outbox' }
  /** Local days, inclusive; `projectKey`: null for all projects. */
  | { name: 'report'; from: string; to: string; projectKey: string | null }
  | { name: 'time-rules' }
  /** `reminder`: opened from a due-date notification, so the page shows its actions on top. */
  | { name: 'taskPage'; taskId: string; reminder?: boolean }
  /** `projectId`: null for a new project. */
  | { name: 'project'; projectId: string | null }
  | { name: 'server' }
  | { name: 'inbox' }
  | { name: 'connected-tools' }
  | { name: 'keys' };

interface ShownError extends AppErrorView {
  /** Carries out the command all the same: the error is a question. */
  confirm?: () => void;
}

/** The entry that is open in the Time tab, existing or new. */
export type OpenEntry =
  | { kind: 'edit'; entryId: string }
  /** `gap`: the start of the gap that it fills; null at the top of the day. Instants in ms. */
  | { kind: 'add'; from: number; to: number; gap: number | null; task?: TaskRef };

/** What one view asks another to do when that is rendered next. */
export interface Requests {
  /** The list of tasks, or the board, takes the focus. */
  'focus-list': true;
  'focus-column': Column;
  /** The list of entries focuses this entry, or the nearest. */
  'focus-entry': string;
  /** A part of the timer bar opens: the field of the note or of the start, or the menu at the focus session. */
  'timer-part': 'note' | 'start' | 'focus';
  /** The timesheet asks to close the week from this day on. */
  'close-week': string;
  /** The task's page presses the control with these keys (use-task-keys.ts). */
  'task-keys': string;
}
type Request = { [To in keyof Requests]: { to: To; value: Requests[To] } }[keyof Requests];

/** The height of an hour in the Day view (px). */
export type HourHeight = 32 | 48 | 72 | 96 | 144;

export type TimeView = 'list' | 'day';

export interface App {
  /** The rendered language; null until its messages are loaded. */
  language: Language | null;
  /** The startup snapshot of the last run, then the state from main; null before either is loaded. */
  state: State | null;
  /** Main has answered; `state` is not the snapshot any more. */
  isConnected: boolean;
  /** Why reading the state from main failed. */
  connectionError: AppErrorView | null;

  tab: Tab;
  /** The page over the tab; null for the tab itself. */
  page: Page | null;
  /** Back stack of pages, oldest first. */
  earlier: Page[];
  /** The task whose page was just closed, so that the page below can restore the focus. */
  cameFrom: string | null;
  /** Text of the filter; null while the filter field is closed. */
  filter: string | null;
  /** The task that Tab stops at. */
  activeTaskId: string | null;
  /** The last request that no view has carried out yet (use-request.ts). */
  request: Request | null;
  /** The task search covers the running timer. */
  switching: boolean;
  /** The command palette is open. */
  palette: boolean;
  /** The day shown in the Time tab, `YYYY-MM-DD`; null for today. */
  shownDay: string | null;
  openEntry: OpenEntry | null;
  /** null until the person chooses one: the list, and the day in a wide window. */
  timeView: TimeView | null;
  hourHeight: HourHeight;
  /** The view that the Time tab of a narrow window opens with. */
  timeTab: 'time' | 'week';
  /** The days of the timesheet; null for the week of the shown day. */
  timesheetPeriod: Period | null;
  weekBy: 'days' | 'projects' | 'tasks';
  /** A toast of this window, as opposed to those from main. */
  toast: ToastView | null;
  /** The effect of dropping the dragged card, shown at the right of the status line. */
  hint: string | null;
  /** The keys that work meanwhile, as pairs of key and effect. */
  hintKeys: readonly (readonly [string, string])[];
  /** The change that a duration typed into a cell would make; it replaces everything else in the status line. */
  preview: { change: string; how: string } | null;
  /** The error of the last command; null after a success or dismissal. */
  error: ShownError | null;
  /** The dismissed list error, identified by its `failingSince`. */
  hiddenListError: string | null;
  /** The notice that the token is only kept in memory was dismissed. */
  memoryNoticeSeen: boolean;
}

const initialViewState = {
  tab: 'tasks' as const,
  page: null,
  earlier: [],
  cameFrom: null,
  filter: null,
  activeTaskId: null,
  request: null,
  switching: false,
  palette: false,
  shownDay: null,
  openEntry: null,
  timeView: null as App['timeView'],
  hourHeight: 48 as HourHeight,
  timeTab: 'time' as App['timeTab'],
  timesheetPeriod: null,
  weekBy: 'days' as App['weekBy'],
  toast: null,
  hint: null,
  hintKeys: [] as App['hintKeys'],
  preview: null,
  error: null,
  hiddenListError: null,
  memoryNoticeSeen: false,
} satisfies Omit<App, 'language' | 'state' | 'isConnected' | 'connectionError'>;

export const useApp = create<App>(() => ({
  language: null,
  state: null,
  isConnected: false,
  connectionError: null,
  ...initialViewState,
}));

const set = useApp.setState;

/** Selects from the state of main. Only for components below App, which renders them once there is a state. */
export function useAppState<T>(part: (state: State) => T): T {
  return useApp((app) => {
    if (app.state === null) throw new Error('Rendered before the state is loaded');
    return part(app.state);
  });
}

/** True for the local workspace, which has no sync status to show. */
export const useIsLocal = (): boolean => useAppState(({ account }) => account?.kind === 'local');

/** The tint of a project: the one that the person picked, or the one that follows from it. */
export const useProjectHue = (project: Pick<TaskRef, 'projectId' | 'projectName'>): Tint =>
  useAppState(({ timeRules }) => projectHue(project, timeRules.projects));

/** The service has unread notifications about the task. */
export const useIsUnread = (taskId: string): boolean => useAppState(({ unreadTasks }) => unreadTasks.includes(taskId));

/** Shows the startup snapshot, subscribes to main and reads the full state, which includes any change published before it. */
export function subscribeToMain(): void {
  /** Published before the whole state arrived, which may be older. */
  let early: Partial<State> = {};
  window.punchcard.onState((changed) => {
    if (!useApp.getState().isConnected) early = { ...early, ...changed };
    set(({ state }) => (state === null ? {} : { state: shareUnchanged(state, { ...state, ...changed }) }));
    renderLanguage(useApp.getState().state?.language);
    // The next account starts with fresh view state.
    if (changed.account === null) set(initialViewState);
    if (useApp.getState().isConnected) showRequested();
  });
  void window.punchcard.startupSnapshot().then((snapshot) => {
    if (snapshot === null || useApp.getState().state !== null) return;
    set({ state: snapshot });
    renderLanguage(snapshot.language);
  });
  void Promise.all([request('state.read', {}), request('window.saved-navigation', {})]).then(([answer, saved]) => {
    if (answer.ok) {
      const read = { ...answer.value, ...early };
      const isAsked = read.requestedViews.length > 0;
      const place = saved.ok && !isAsked ? parseWindowPlace(saved.value, read.account?.id) : null;
      set(({ state }) => ({
        ...place,
        state: shareUnchanged(state, read),
        isConnected: true,
        connectionError: null,
      }));
      showRequested();
    } else set({ connectionError: answer.error });
    renderLanguage(useApp.getState().state?.language);
  });
  document.addEventListener('visibilitychange', savePlace);
}

/** Requested views that this page has shown. */
const shownRequests = new Set<number>();

/** Shows the views that main asks for, each once, in the order of the requests. */
function showRequested(): void {
  const requested = useApp.getState().state?.requestedViews.filter(({ id }) => !shownRequests.has(id)) ?? [];
  if (requested.length === 0) return;
  for (const { id, view } of requested) {
    shownRequests.add(id);
    show(view);
  }
  void request('window.views-shown', { ids: requested.map(({ id }) => id) });
}

/** Saves the navigation state to main before the window may be destroyed. */
function savePlace(): void {
  const { state, ...app } = useApp.getState();
  if (document.hidden && state !== null)
    void request('window.save-navigation', {
      navigation: serializeWindowPlace(app, state.account?.id),
      hasUnsavedText: hasUnsavedText(),
    });
}

/** Switches to this language once its messages are loaded. */
function renderLanguage(language: Language | undefined): void {
  if (language === undefined || language === useApp.getState().language) return;
  void loadTranslation[language]().then((translation) => {
    activeMessages.set(translation);
    document.documentElement.lang = language;
    if (useApp.getState().state?.language === language) set({ language });
  });
}

/** Sends a command. A broken bridge becomes an error answer. */
export async function request<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await window.punchcard.send(name, payload);
  } catch (error) {
    console.error(`${name} failed:`, error);
    return { ok: false, error: { kind: 'internal', ...messages.error.noAnswer } };
  }
}

/** Sends a command and shows its error. True on success. */
export async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<boolean> {
  return (await requestAtTab(name, payload)).ok;
}

/** Like `send`, but returns the result; undefined on failure. */
export async function sendAbout<N extends CommandName>(name: N, payload: Payload<N>): Promise<Result<N> | undefined> {
  const answer = await requestAtTab(name, payload);
  return answer.ok ? answer.value : undefined;
}

/** The views of both tabs are on screen together. */
const areTogether = (one: Tab, other: Tab): boolean =>
  one === other || (columnCount() > 1 && isToday(one) && isToday(other));

/** Shown in the tab Today of a wide window. */
export const isToday = (tab: Tab): boolean => tab === 'tasks' || tab === 'time';

const isTime = (tab: Tab): tab is 'time' | 'week' => tab === 'time' || tab === 'week';

/** Shows an error in the tab where the command was sent, or in the status line if another tab is open. */
async function requestAtTab<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  const { tab } = useApp.getState();
  const answer = await request(name, payload);
  if (areTogether(tab, useApp.getState().tab))
    set({ error: answer.ok ? null : withConfirm(answer.error, name, payload) });
  else if (!answer.ok) showToast(`${answer.error.title}. ${answer.error.explanation}`);
  return answer;
}

function withConfirm<N extends CommandName>(error: AppErrorView, name: N, payload: Payload<N>): ShownError {
  const { confirmedBy } = error;
  if (confirmedBy === undefined) return error;
  return { ...error, confirm: () => void send(name, { ...payload, [confirmedBy]: true }) };
}

// ---- this window's own state ---------------------------------------------------------------------------------------

/** Replaces an earlier request. */
const ask = <To extends keyof Requests>(to: To, value: Requests[To]): void =>
  set({ request: { to, value } as Request });

const FOCUS_LIST = { to: 'focus-list', value: true } as const;

function show(view: NavigationTarget): void {
  if (typeof view === 'object') openPage({ name: view.view, taskId: view.taskId, reminder: view.reminder });
  else if (view === 'tasks' || view === 'time') showTab(view);
  else openPage({ name: view });
}

export const showTab = (tab: Tab): void =>
  set((app) => {
    const timeTab = isTime(tab) ? tab : app.timeTab;
    if (columnCount() > 1 && app.page === null && areTogether(app.tab, tab)) return { tab, timeTab };
    // The day and its week are two views of the same time.
    const { shownDay, timesheetPeriod } = isTime(app.tab) && isTime(tab) ? app : initialViewState;
    return {
      tab,
      timeTab,
      page: null,
      earlier: [],
      filter: null,
      request: null,
      openEntry: null,
      shownDay,
      timesheetPeriod,
      preview: null,
      error: null,
    };
  });

/** The Time tab of a narrow window, as it was left. */
export const showTimeTab = (): void => showTab(useApp.getState().timeTab);

/** Shows a view, and moves the focus to it if it is a column. The week is a column if there is room for three. */
export const showColumn = (column: Column): void => {
  const columns = columnCount();
  const isTab = column === 'week' && columns < 3;
  showTab(column === 'week' && !isTab ? 'time' : column);
  if (columns > 1 && !isTab) ask('focus-column', column);
};

/** The person works in this column. */
export const enterColumn = (tab: Tab): void => {
  if (useApp.getState().tab !== tab) set({ tab });
};

export const openPage = (page: Page): void =>
  set((app) => {
    const earlier = app.page === null || isSamePage(app.page, page) ? app.earlier : [...app.earlier, app.page];
    return {
      page,
      earlier: earlier.slice(-MAX_EARLIER),
      cameFrom: null,
      request: null,
      switching: false,
      error: null,
    };
  });

/** Returns to the page or tab that the page was opened from. */
export const closePage = (): void =>
  set((app) => {
    const page = app.earlier.at(-1) ?? null;
    return {
      page,
      earlier: app.earlier.slice(0, -1),
      cameFrom: app.page?.name === 'taskPage' ? app.page.taskId : null,
      request: page === null && !isTime(app.tab) ? FOCUS_LIST : null,
      error: null,
    };
  });

/** Limit of the back stack. */
const MAX_EARLIER = 50;

const isSamePage = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'taskPage' || other.name !== 'taskPage' || one.taskId === other.taskId);

export const setFilter = (filter: string | null): void =>
  set((app) => ({ filter, request: filter === null && app.filter !== null ? FOCUS_LIST : null }));

export const setActiveTask = (activeTaskId: string): void => set({ activeTaskId });

/** `shownDay`: null for today. */
export const showDay = (shownDay: string | null): void => set({ shownDay, openEntry: null, timesheetPeriod: null });

/** Shows what is open in a week before it is closed. */
export const closeWeek = (weekStart: string, isThisWeek: boolean): void => {
  showTab('week');
  showDay(isThisWeek ? null : weekStart);
  ask('close-week', weekStart);
};

/** `timesheetPeriod`: null for the week of the shown day. */
export const showPeriod = (timesheetPeriod: Period | null): void => set({ timesheetPeriod });

/** The view stays the same in a window that becomes wide, because its form may contain unsaved text. */
export const openEntry = (opened: OpenEntry): void =>
  set((app) => ({ openEntry: opened, request: null, timeView: timeViewOf(app) }));

/** Opens the form for an entry of today on this task. */
export const addTime = (task: TaskRef, span: { from: number; to: number }): void => {
  set({ tab: 'time', page: null, earlier: [], filter: null, shownDay: null, error: null });
  openEntry({ kind: 'add', ...span, gap: null, task });
};

/** `focused`: the entry that takes the focus, or null. */
export const closeEntry = (focused: string | null): void => {
  set({ openEntry: null });
  if (focused !== null) ask('focus-entry', focused);
};

const timeViewOf = ({ timeView }: Pick<App, 'timeView'>): TimeView => timeView ?? (columnCount() > 1 ? 'day' : 'list');

export const useTimeView = (): TimeView => {
  useColumns();
  return useApp(timeViewOf);
};

export const setTimeView = (timeView: TimeView): void => set({ timeView });

export const setHourHeight = (hourHeight: HourHeight): void => set({ hourHeight });

export const setWeekBy = (weekBy: App['weekBy']): void => set({ weekBy });

export const editEntry = (entryId: string, day: string | null): void =>
  set((app) => ({
    tab: 'time',
    page: null,
    earlier: [],
    filter: null,
    shownDay: day,
    openEntry: { kind: 'edit', entryId },
    timeView: timeViewOf(app),
    error: null,
  }));

export const setHint = (hint: string | null, hintKeys: App['hintKeys'] = []): void => set({ hint, hintKeys });

/** The entries of a day, of which this one takes the focus. */
export const showEntry = (entryId: string | null, day: string): void => {
  showTab('time');
  set(({ state }) => ({ shownDay: day === state?.time.day ? null : day }));
  closeEntry(entryId);
};

export const setPreview = (preview: App['preview']): void => set({ preview });

export const showError = (error: AppErrorView): void => set({ error });

const TOAST_MS = 10_000;

export const showToast = (text: string): void => {
  const until = new Date(Date.now() + TOAST_MS).toISOString();
  set({ toast: { id: Date.now(), text, until, undo: null, openTaskId: null } });
};

export const focusTaskList = (): void => ask('focus-list', true);

export const setSwitching = (switching: boolean): void => set({ switching });

export const togglePalette = (): void => set(({ palette }) => ({ palette: !palette }));

export const closePalette = (): void => set({ palette: false });

export const openTimerPart = (part: Requests['timer-part']): void => {
  set({ switching: false });
  ask('timer-part', part);
};

/** Opens the task's page and presses its control with these keys. */
export const pressOnTaskPage = (taskId: string, keys: string): void => {
  openPage({ name: 'taskPage', taskId });
  ask('task-keys', keys);
};

export const dismissError = (): void => set({ error: null });

export const dismissListError = (since: string): void => set({ hiddenListError: since });

export const dismissKeychainNotice = (): void => set({ memoryNoticeSeen: true });

/** Returns `next` with every part that deeply equals its counterpart in `before` replaced by that object. JSON values only. */
export function shareUnchanged<T>(before: unknown, next: T): T {
  if (Object.is(before, next) || !isTree(before) || !isTree(next)) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const shared = Object.entries(next).map(([key, value]): [string, unknown] => [
    key,
    shareUnchanged(before[key], value),
  ]);
  const isSame =
    shared.length === Object.keys(before).length &&
    shared.every(([key, value]) => Object.hasOwn(before, key) && before[key] === value);
  if (isSame) return before as T;
  return (Array.isArray(next) ? shared.map(([, value]) => value) : Object.fromEntries(shared)) as T;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Why timers are disabled; undefined if they are not. */
export const useTimerBlockedReason = (): string | undefined =>
  useAppState(({ missingPermissions }) =>
    missingPermissions.includes('task:update') ? messages.timer.mayNotTrack : undefined,
  );
