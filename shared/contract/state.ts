/** What the renderer is told. */

import type { Language } from '../i18n/language.ts';
import type { ParserDirectory } from '../quick-add/types.ts';
import type { Feature } from '../server-features.ts';
import type { AccountView, SignInView } from './account-view.ts';
import type { BoardView, WatchedBoardView } from './board-view.ts';
import type { AwayView, StillWorkingView, StoppedTimerView } from './idle-view.ts';
import type { RemindersView } from './reminders-view.ts';
import type { Settings } from './settings.ts';
import type { ShortcutView, UpdateView, WindowSystemChoice } from './system-view.ts';
import type { TaskDetails } from './task-details.ts';
import type { TasksView } from './task-view.ts';
import type { LinkQuestion, RemoteTimerView, TimeView } from './time-view.ts';
import type { UnreadableRecordsView } from './unreadable.ts';
import type { OutboxView } from './unsent-view.ts';

/** One sentence for the status line, for ten seconds. */
export interface ToastView {
  id: number;
  text: string;
  until: string;
  /** Present if it can be undone: the text of the button, and what `undo.undo` takes. */
  undo: { label: string; undoId: number } | null;
  /** Present where it is about a task that can be opened. */
  openTaskId: string | null;
}

/** What the operating system was told of Punchcard; null where it is not for Punchcard to say. */
export interface SystemView {
  /** Starts when the person logs in. */
  autostart: boolean | null;
  /** punchcard:// links are opened by it. */
  links: boolean | null;
  updates: UpdateView;
}

/** What quick add knows, but for the moment. */
export type QuickAddDirectory = Omit<ParserDirectory, 'now'>;

/** The whole state; every part is replaced as a whole when it changes. */
export interface State {
  /** The one that is spoken; what was chosen is in the settings. */
  language: Language;
  app: {
    version: string;
    platform: string;
    /** Its settings give keys to commands. */
    isGnome: boolean;
    /** False where the desktop has no idle time to read. */
    canReadIdle: boolean;
    /** An ordinary window has no tray to come back from: it is never pinned, and closing it ends the app. */
    window: 'popover' | 'ordinary';
    /** What windows are drawn on from the next start on; null where there is nothing to choose. */
    windowSystem: WindowSystemChoice | null;
  };
  account: AccountView | null;
  signIn: SignInView;
  tasks: TasksView;
  /** The board that is open; its cards come apart from it (onCards). */
  board: BoardView | null;
  time: TimeView;
  unsent: OutboxView;
  /** What the person is known not to be allowed in the workspace, as `resource:action`. */
  missingPermissions: string[];
  /** What the server is known to lack, so that it is not offered. */
  missingFeatures: Feature[];
  /** Unread notifications of the service; null while nothing is known. */
  unreadNotifications: number | null;
  /** Ids of the tasks that they are about. */
  unreadTasks: string[];
  /** How many records of the service could not be read. */
  unreadableRecords: UnreadableRecordsView;
  /** By person id: the pictures that the page may ask for (electron/desktop/app-protocol.ts). */
  pictures: Record<string, string>;
  settings: Settings;
  toast: ToastView | null;
  /** The task whose page is open, as it is shown; null where none is, and until it is read. */
  taskPage: TaskDetails | null;
  away: AwayView | null;
  stillWorking: StillWorkingView | null;
  /** The timer that it stopped because nobody answered. */
  stoppedTimer: StoppedTimerView | null;
  /** Timers of the person that run at the service and not here. */
  remoteTimers: RemoteTimerView[];
  /** What a link from outside asks for, until it is answered. */
  linkQuestion: LinkQuestion | null;
  /** The global shortcut of quick add. */
  shortcut: ShortcutView;
  reminders: RemindersView;
  system: SystemView;
  /** Boards about whose dated tasks the person is reminded, whoever they are assigned to. */
  watchedBoards: WatchedBoardView[];
  /** null unless the account is the local workspace. */
  sample: { present: boolean } | null;
}
