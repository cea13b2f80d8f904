/** The clocks, and everything that is opened in the data folder: log, database, settings. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApp } from '../desktop/system/electron-app.ts';
import type { TrayHolder } from '../desktop/tray/tray.ts';
import type { Popover } from '../desktop/windows/popover.ts';
import type { WindowState } from '../desktop/windows/window-state.ts';
import type { FeatureContext } from '../features/context.ts';
import { startBackups } from '../store/backup.ts';
import { createMonotonicClock, createSteadyClock } from '../store/clocks.ts';
import { openDatabase } from '../store/database.ts';
import { createSettings } from '../store/settings.ts';
import type { CommandLineServer } from './command-line.ts';
import type { DesktopIntegration } from './desktop-integration.ts';
import type { AppDesktopSearch } from './desktop-search.ts';
import type { Unreadable } from './diagnostics.ts';
import type { Features } from './features.ts';
import { captureConsole, createLog, type PrintedLine } from './log.ts';
import type { NewTasks } from './new-tasks.ts';
import type { RequestedViews } from './requested-views.ts';
import type { Resume } from './resume.ts';
import type { createRevisions } from './revisions.ts';
import type { AppSession } from './session.ts';
import type { AppSettings } from './settings.ts';
import type { StatePublisher, StateSetup } from './state.ts';
import type { ErrorReporting, Toasts } from './toasts.ts';
import type { AppTray } from './tray.ts';
import type { Windows } from './windows.ts';

export type AppContext = ReturnType<typeof openAppContext>;

/** What bootstrap.ts creates, once each: first what the features use. */
export interface BaseParts {
  context: AppContext;
  featureContext: FeatureContext;
  electron: ElectronApp;
  /** The folder of the build. */
  out: string;
  /** Names the code of the window's page. */
  build: string;
  popover: Popover;
  windowState: WindowState;
  /** As made by `openTray`. */
  trayHolder: TrayHolder;
  settings: AppSettings;
  toasts: Toasts;
  requestedViews: RequestedViews;
  unreadable: Unreadable;
  revisions: ReturnType<typeof createRevisions>;
  act: ErrorReporting['act'];
  statePublisher: StatePublisher;
}

/** Then the features and the windows. */
export interface MainParts extends BaseParts {
  features: Features;
  newTasks: NewTasks;
  integration: DesktopIntegration;
  windows: Windows;
}

/** Then what uses all of them. */
export interface AppParts extends MainParts {
  tray: AppTray;
  snapshot: StateSetup['snapshot'];
  commandLine: CommandLineServer;
  desktopSearch: AppDesktopSearch;
  session: AppSession;
  resume: Resume;
}

/**
 * From now on warnings and errors go into the log, uncaught ones too. `printed`: what the console prints of them. Throws if the
 * database cannot be opened.
 */
export function openAppContext(dataFolder: string, printed: PrintedLine) {
  const now = () => Date.now();
  const log = createLog({ folder: join(dataFolder, 'logs'), now, folders: [homedir(), dataFolder] });
  captureConsole(log, printed);
  const path = join(dataFolder, 'punchcard.sqlite');
  const { database, damage } = openDatabase(path, new Date(now()));
  startBackups(database, path);
  const settings = createSettings(database);
  /** Never goes back, and counts while the computer sleeps (ms). */
  const monotonic = createMonotonicClock();
  /** Starts at the wall clock's time and then follows the monotonic clock: for waits and ages (ms). */
  const steady = createSteadyClock(now, monotonic);
  /** `now`: the wall clock (ms since 1970). `damage`: what was repaired in the database; null if there was none. */
  return { dataFolder, now, monotonic, steady, log, database, settings, damage };
}
