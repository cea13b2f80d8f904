/** The state that main publishes to the renderer. */

import type { Language } from '../i18n/language.ts';
import type { ParserDirectory } from '../quick-add/types.ts';
import type { Feature } from '../server-features.ts';
import type { AccountView, OpenAccountView, SignInView } from './account-view.ts';
import type { AssistantQuestion } from './assistants.ts';
import type { BoardView, WatchedBoardView } from './board-view.ts';
import type { FocusView } from './focus.ts';
import type { AwayView, StillWorkingView, StoppedTimerView } from './idle-view.ts';
import type { OutboxView } from './outbox-view.ts';
import type { ProjectView } from './project-view.ts';
import type { RemindersView } from './reminders.ts';
import type { Settings } from './settings.ts';
import type { ShortcutsView } from './shortcuts.ts';
import type { UpdateView, WindowSystemChoice } from './system-view.ts';
import type { TaskPageView } from './task-page.ts';
import type { TasksView } from './task-view.ts';
import type { TimeRulesView } from './time-rules.ts';
import type { LinkQuestion, RemoteTimerView, TimeView } from './time-view.ts';
import type { UnreadableRecordsView } from './unreadable.ts';

/** A sentence in the status line for ten seconds. */
export interface ToastView {
  id: number;
  /** The account that it is about, if it is about one. */
  accountId?: string;
  text: string;
  until: string;
  /** Present if the change can be undone: the button's label, and the id for `undo.undo`. */
  undo: { label: string; undoId: number } | null;
  /** Present if a change was undone: the id for `undo.redo`. */
  redo?: { undoId: number };
  /** The page that tells more. */
  page?: 'recentChanges';
  /** Present if it is about a task that can be opened. */
  openTaskId: string | null;
}

/**
 * `unsavedText`: a page with a draft, unless the view on screen has unsaved text. `review`: of the gaps of a local day; null for today.
 * `reminder` shows the actions of a notification above the task.
 */
export type NavigationTarget =
  | 'tasks'
  | 'time'
  | 'settings'
  | 'outbox'
  | 'palette'
  | 'unsavedText'
  | { view: 'review'; day: string | null }
  | { view: 'taskPage'; taskId: string; accountId?: string | undefined; reminder: boolean };

/** Punchcard's registration with the operating system; null if Punchcard does not control it. */
interface SystemView {
  /** Starts at login. */
  autostart: boolean | null;
  /** Opens punchcard:// links. */
  links: boolean | null;
  updates: UpdateView;
}

/** The parser's directory, without the current time. */
export type QuickAddDirectory = Omit<ParserDirectory, 'now'>;

/** By subject of what windows read: each grows whenever its answers change (renderer/state/use-read.ts). */
export interface Revisions {
  /** Entries of any day. */
  time: number;
  timeRules: number;
  /** Writes that are not sent yet. */
  outbox: number;
  /** What can be undone and redone. */
  changes: number;
  /** Projects with their webhooks, code hosts and calendars, and labels. */
  projects: number;
  inbox: number;
  /** API keys, and programs that were let in to the local workspace. */
  apiKeys: number;
  /** Proposals for gaps, what they are made from, and their sources. */
  proposals: number;
  /** What assistants did. */
  assistants: number;
}

/** The whole state. A slice is replaced as a whole when it changes. */
export interface State {
  /** The language in use; the chosen one is in the settings. */
  language: Language;
  app: {
    version: string;
    platform: string;
    /** Clocks count to twelve. */
    hour12: boolean;
    /** False if the desktop reports no idle time. */
    canReadIdle: boolean;
    /** An ordinary window cannot be pinned. */
    window: 'popover' | 'ordinary';
    /** Without a tray, the window is always an ordinary one, and closing it quits the app. */
    hasTray: boolean;
    /** The window system from the next start on; null if there is no choice. */
    windowSystem: WindowSystemChoice | null;
  };
  /** The account in front, whose boards and pages are shown. */
  account: AccountView | null;
  /** The open accounts, in their order. */
  accounts: OpenAccountView[];
  signIn: SignInView;
  tasks: TasksView;
  /** The projects of the workspace that are not archived, in sidebar order; null while they are read for the first time. */
  projects: ProjectView[] | null;
  /** The open board; its cards are sent separately (onCards). */
  board: BoardView | null;
  time: TimeView;
  /** Rules for tracked time, and closed weeks. */
  timeRules: TimeRulesView;
  focus: FocusView;
  outbox: OutboxView;
  revisions: Revisions;
  /** Permissions known to be missing in the workspace of the account in front, as `resource:action`. */
  missingPermissions: string[];
  /** Features that the server does not have, and that are not offered. */
  missingFeatures: Feature[];
  /** Number of unread notifications of the service; null while unknown. */
  unreadNotifications: number | null;
  /** Tasks with unread notifications (`taskKey`). */
  unreadTasks: string[];
  /** How many records of the service could not be read. */
  unreadableRecords: UnreadableRecordsView;
  /** By person id, on public boards by `publicPersonKey`: pictures that the page may request (electron/desktop/windows/app-protocol.ts). */
  pictures: Record<string, string>;
  settings: Settings;
  toast: ToastView | null;
  /** Views that main asks the page to show, such as after a click in the tray; the page answers with `window.views-shown`. */
  requestedViews: { id: number; view: NavigationTarget }[];
  /** The task of the open page; null if none is open or read yet. */
  taskPage: TaskPageView | null;
  away: AwayView | null;
  stillWorking: StillWorkingView | null;
  /** A timer that stopped because the question was not answered. */
  stoppedTimer: StoppedTimerView | null;
  /** Timers of the person that run at the service but not here. */
  remoteTimers: RemoteTimerView[];
  /** The request of a link from outside, until it is answered. */
  linkQuestion: LinkQuestion | null;
  /** What an assistant asks, the oldest first; null if none does. */
  assistantQuestion: AssistantQuestion | null;
  shortcuts: ShortcutsView;
  reminders: RemindersView;
  system: SystemView;
  /** Boards with reminders for all dated tasks, regardless of the assignee. */
  watchedBoards: WatchedBoardView[];
  /** null unless the account is the local workspace. */
  sample: { present: boolean } | null;
  /** Where other programs reach the local workspace, or why they cannot; both null while it has no port. */
  localServer: { address: string | null; error: string | null };
}
