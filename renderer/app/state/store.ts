/**
 * What main last said, and the little that belongs to this window alone: which tab, which page, what is filtered.
 * Nothing here matters: it may be lost at any moment.
 */
import { create } from 'zustand';
import type {
  Answer,
  AppErrorView,
  CommandName,
  NavigationTarget,
  Payload,
  Result,
  State,
  ToastView,
} from '../../../shared/contract/index.ts';
import type { Language } from '../../../shared/i18n/language.ts';
import { setWindowLocale } from '../../../shared/i18n/window-language.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';

import { parseWindowPlace, serializeWindowPlace } from './window-place.ts';

export type Tab = 'tasks' | 'board' | 'time';
export type Page =
  | { name: 'settings'; tab?: 'account' }
  | { name: 'outbox' }
  /** `reminder`: it is due, and somebody was told; what can be done about it stands on top. */
  | { name: 'details'; taskId: string; reminder?: boolean }
  /** null: one that is to be made. */
  | { name: 'project'; projectId: string | null }
  | { name: 'server' }
  | { name: 'news' }
  | { name: 'tools' };

/** Which entry is open in the Time tab: one that is there, or one to be. */
export type OpenEntry =
  | { kind: 'edit'; entryId: string }
  /** `before`: the entry whose gap it fills; null at the top of the day. Instants in ms. */
  | { kind: 'add'; from: number; to: number; before: string | null };

export interface App {
  /** The language that is drawn; null until its words are here. */
  language: Language | null;
  /** null until there is something to draw: of the last run, then what main says. */
  told: State | null;
  /** Main itself has answered. */
  isHeard: boolean;
  /** Why main has not. */
  silence: AppErrorView | null;

  tab: Tab;
  /** What lies over the tab; null for the tab itself. */
  page: Page | null;
  /** The pages it was opened from, the last one last. */
  earlier: Page[];
  /** The task whose page was just closed: the page below goes on where it was opened from. */
  cameFrom: string | null;
  /** The filter's text; null while there is no filter field. */
  filter: string | null;
  /** The task the keyboard is at. */
  activeTaskId: string | null;
  /** The list takes the focus when it is drawn next: someone has come back to it by keyboard. */
  focusList: boolean;
  /** The search stands over the running timer. */
  switching: boolean;
  /** The day shown under Time, `YYYY-MM-DD`; null for today. */
  shownDay: string | null;
  openEntry: OpenEntry | null;
  /** The list of entries takes the focus when it is drawn next, at this entry or as near as it gets. */
  focusEntry: string | null;
  weekBy: 'days' | 'projects' | 'tasks';
  /** What this window itself has to say in the status line. */
  said: ToastView | null;
  /** What the key or the button that is held down will do; at the right of the status line. */
  hint: string | null;
  /** What the last command that failed had to say; null once it was put away. */
  error: AppErrorView | null;
  /** The hidden error of the list, by the time since when reading fails. */
  hiddenListError: string | null;
  /** "The token is only in memory" was read. */
  memoryNoticeSeen: boolean;
}

const fresh = {
  tab: 'tasks' as const,
  page: null,
  earlier: [],
  cameFrom: null,
  filter: null,
  activeTaskId: null,
  focusList: false,
  switching: false,
  shownDay: null,
  openEntry: null,
  focusEntry: null,
  weekBy: 'days' as App['weekBy'],
  said: null,
  hint: null,
  error: null,
  hiddenListError: null,
  memoryNoticeSeen: false,
} satisfies Omit<App, 'language' | 'told' | 'isHeard' | 'silence'>;

export const useApp = create<App>(() => ({ language: null, told: null, isHeard: false, silence: null, ...fresh }));

const set = useApp.setState;

/** A part of what main said, in this run or the last. Only for what is drawn once there is something (app.tsx sees to that). */
export function useAppState<T>(part: (state: State) => T): T {
  return useApp((app) => {
    if (app.told === null) throw new Error('Drawn before there is anything to draw');
    return part(app.told);
  });
}

/** The local workspace: nothing leaves this computer, so nothing is marked as waiting to be sent. */
export const useIsLocal = (): boolean => useAppState(({ account }) => account?.kind === 'local');

/** The service has unread notifications about the task. */
export const useIsUnread = (taskId: string): boolean => useAppState(({ unreadTasks }) => unreadTasks.includes(taskId));

/** Draws what the last run told, listens to main, and reads the whole once. What changes before that answer is part of it already. */
export function subscribeToMain(): void {
  window.punchcard.onState((changed) => {
    set(({ told }) => (told === null ? {} : { told: shareUnchanged(told, { ...told, ...changed }) }));
    draw(useApp.getState().told?.language);
    // Whoever signs in next starts afresh.
    if (changed.account === null) set(fresh);
  });
  let isSent = false;
  window.punchcard.onShow((view) => {
    isSent = true;
    show(view);
  });
  void window.punchcard.startupSnapshot().then((last) => {
    if (last === null || useApp.getState().told !== null) return;
    set({ told: last });
    draw(last.language);
  });
  void Promise.all([request('state.read', {}), request('window.saved-place', {})]).then(([answer, was]) => {
    if (answer.ok) {
      const place = was.ok && !isSent ? parseWindowPlace(was.value, answer.value.account?.id) : null;
      set(({ told }) => ({ ...place, told: shareUnchanged(told, answer.value), isHeard: true, silence: null }));
    } else set({ silence: answer.error });
    draw(useApp.getState().told?.language);
  });
  document.addEventListener('visibilitychange', keepPlace);
}

/** Main keeps it while there is no window. */
function keepPlace(): void {
  const { told, ...app } = useApp.getState();
  if (document.hidden && told !== null)
    void request('window.save-place', { place: serializeWindowPlace(app, told.account?.id) });
}

/** Draws in this language, once its words are here; until then in the one before, or nothing. */
function draw(language: Language | undefined): void {
  if (language === undefined || language === useApp.getState().language) return;
  void setWindowLocale(language).then(() => {
    document.documentElement.lang = language;
    if (useApp.getState().told?.language === language) set({ language });
  });
}

/** Sends a command and hands back what main answered, a broken bridge included. */
export async function request<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  try {
    return await window.punchcard.send(name, payload);
  } catch (error) {
    console.error(name, error);
    return { ok: false, error: { kind: 'internal', ...messages.error.noAnswer } };
  }
}

/** Sends a command that changes the state; an error is shown above the view. */
export async function send<N extends CommandName>(name: N, payload: Payload<N>): Promise<boolean> {
  return (await askAtTab(name, payload)).ok;
}

/** The same for a command that gives something back; undefined where it failed. */
export async function sendAbout<N extends CommandName>(name: N, payload: Payload<N>): Promise<Result<N> | undefined> {
  const answer = await askAtTab(name, payload);
  return answer.ok ? answer.value : undefined;
}

/** Shows an error in the tab where the command was sent, or in the status line if another tab is open. */
async function askAtTab<N extends CommandName>(name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  const { tab } = useApp.getState();
  const answer = await request(name, payload);
  if (tab === useApp.getState().tab) set({ error: answer.ok ? null : answer.error });
  else if (!answer.ok) showToast(`${answer.error.title}. ${answer.error.explanation}`);
  return answer;
}

// ---- the window's own ----------------------------------------------------------------------------------------------

export function show(view: NavigationTarget): void {
  if (typeof view === 'object') openPage({ name: view.view, taskId: view.taskId, reminder: view.reminder });
  else if (view === 'tasks' || view === 'time') showTab(view);
  else openPage({ name: view });
}

export const showTab = (tab: Tab): void =>
  set({ tab, page: null, earlier: [], filter: null, focusList: false, openEntry: null, shownDay: null, error: null });

export const openPage = (page: Page): void =>
  set((app) => {
    const earlier = app.page === null || isSamePage(app.page, page) ? app.earlier : [...app.earlier, app.page];
    return {
      page,
      earlier: earlier.slice(-MAX_EARLIER),
      cameFrom: null,
      focusList: false,
      switching: false,
      error: null,
    };
  });

/** Back to where the page was opened from: another page, or the tab. */
export const closePage = (): void =>
  set((app) => {
    const page = app.earlier.at(-1) ?? null;
    return {
      page,
      earlier: app.earlier.slice(0, -1),
      cameFrom: app.page?.name === 'details' ? app.page.taskId : null,
      focusList: page === null && app.tab !== 'time',
      error: null,
    };
  });

/** Nobody goes back further. */
const MAX_EARLIER = 50;

const isSamePage = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'details' || other.name !== 'details' || one.taskId === other.taskId);

export const setFilter = (filter: string | null): void =>
  set((app) => ({ filter, focusList: filter === null && app.filter !== null }));

export const setActiveTask = (activeTaskId: string): void => set({ activeTaskId });

/** Another day, or null for today. */
export const showDay = (shownDay: string | null): void => set({ shownDay, openEntry: null });

export const openEntry = (opened: OpenEntry): void => set({ openEntry: opened, focusEntry: null });

/** `focusEntry`: where the keyboard goes on. */
export const closeEntry = (focusEntry: string | null): void => set({ openEntry: null, focusEntry });

export const clearEntryFocusRequest = (): void => set({ focusEntry: null });

export const setWeekBy = (weekBy: App['weekBy']): void => set({ weekBy });

/** From anywhere to an entry's form. */
export const editEntry = (entryId: string, day: string | null): void =>
  set({
    tab: 'time',
    page: null,
    earlier: [],
    filter: null,
    shownDay: day,
    openEntry: { kind: 'edit', entryId },
    error: null,
  });

export const setHint = (hint: string | null): void => set({ hint });

export const showError = (error: AppErrorView): void => set({ error });

const SAID_MS = 10_000;

export const showToast = (text: string): void => {
  const until = new Date(Date.now() + SAID_MS).toISOString();
  set({ said: { id: Date.now(), text, until, undo: null, openTaskId: null } });
};

/** The list takes the focus. */
export const focusTaskList = (): void => set({ focusList: true });

export const clearListFocusRequest = (): void => set({ focusList: false });

export const setSwitching = (switching: boolean): void => set({ switching });

export const dismissError = (): void => set({ error: null });

export const dismissListError = (since: string): void => set({ hiddenListError: since });

export const dismissKeychainNotice = (): void => set({ memoryNoticeSeen: true });

/** `next`, with those of its objects and lists that are like those of `before` replaced by them. Of what JSON can say. */
export function shareUnchanged<T>(before: unknown, next: T): T {
  if (Object.is(before, next) || !isTree(before) || !isTree(next)) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const kept = Object.entries(next).map(([key, value]): [string, unknown] => [key, shareUnchanged(before[key], value)]);
  const isSame =
    kept.length === Object.keys(before).length &&
    kept.every(([key, value]) => Object.hasOwn(before, key) && before[key] === value);
  if (isSame) return before as T;
  return (Array.isArray(next) ? kept.map(([, value]) => value) : Object.fromEntries(kept)) as T;
}

export const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** undefined where nothing is known to stand in the way. */
export const useTimerBlockedReason = (): string | undefined =>
  useAppState(({ missingPermissions }) =>
    missingPermissions.includes('task:update') ? messages.timer.mayNotTrack : undefined,
  );
