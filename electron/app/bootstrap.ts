/** Start-up from the opened database to the first requests, in order. electron/main.ts has what comes before. */
import { messages } from '../../shared/i18n/generated/main.ts';
import { settingsMessages } from '../../shared/i18n/generated/settings.ts';
import { openExternal } from '../desktop/links/open-external.ts';
import type { Starts } from '../desktop/links/starts.ts';
import { damageNotice } from '../desktop/system/damage-text.ts';
import type { ElectronApp } from '../desktop/system/electron-app.ts';
import { showDamage, showFatalError } from '../desktop/system/error-dialogs.ts';
import { hasHiddenFlag } from '../desktop/system/log-in-start.ts';
import { watchSessionEnd } from '../desktop/system/session-end.ts';
import { actionOfStart } from '../desktop/tray/jump-list.ts';
import type { FeatureContext } from '../features/context.ts';
import { isRejection } from '../features/quick-add/index.ts';
import type { AnswerCommand } from '../ipc/startup-commands.ts';
import { createUndo } from '../outbox/undo.ts';
import { setUpCommandLine } from './command-line.ts';
import { createCommands } from './commands.ts';
import { connectFeatures } from './connect-features.ts';
import { type AppContext, type BaseParts, openAppContext } from './context.ts';
import { setUpDeepLinks } from './deep-links.ts';
import { setUpDesktopIntegration } from './desktop-integration.ts';
import { setUpDesktopSearch } from './desktop-search.ts';
import { createUnreadable } from './diagnostics.ts';
import { createFeatures } from './features.ts';
import { printAsGiven, printAsLogged } from './log.ts';
import { createNewTasks } from './new-tasks.ts';
import { setUpQuit } from './quit.ts';
import { createRequestedViews } from './requested-views.ts';
import { setUpResume } from './resume.ts';
import { createRevisions } from './revisions.ts';
import { setUpSession } from './session.ts';
import { applySettings, chooseSystemLanguage } from './settings.ts';
import { createStatePublisher, setUpState } from './state.ts';
import { createErrorReporting, createToasts } from './toasts.ts';
import { setUpTray } from './tray.ts';
import { setUpWindows } from './windows.ts';

/** What main.ts created already. */
export interface StartOptions
  extends Pick<BaseParts, 'electron' | 'out' | 'build' | 'trayHolder' | 'popover' | 'windowState'> {
  starts: Starts;
  /** This start shows the window. */
  isShown: boolean;
  startAnswering: (answer: AnswerCommand) => void;
  /** From now on bootstrap.ts handles requests to quit. */
  handOverQuit: () => void;
}

type App = Awaited<ReturnType<typeof createApp>>;

export async function start(options: StartOptions): Promise<void> {
  const app = await createApp(options);
  connectFeatures(app);
  connectDesktop(options, app);
  app.session.loadStored();
  reportDamage(app);
  options.startAnswering(app.answerCommand);
  const action = actionOfStart(process.argv);
  if (action !== null) app.tray.choose(action);
  // The stored list is on screen before anything else begins.
  if (options.isShown) await app.windows.popover.drawn();
  await goOnline(options, app);
}

/** Creates every part. Nothing is read from the service or shown yet. */
async function createApp(options: StartOptions) {
  const { electron, popover } = options;
  const context = await openContext(electron);
  const { now } = context;

  const statePublisher = createStatePublisher();
  const { invalidate } = statePublisher;
  const toasts = createToasts(now, () => invalidate('toast'));
  const showToast = toasts.show;
  const requestedViews = createRequestedViews(popover.show, () => invalidate('requestedViews'));
  const { runInBackground, act } = createErrorReporting({
    context,
    server: () => features.inFront().account.server(),
    showToast,
    showWindow: popover.show,
  });
  const settings = await applySettings(context.settings, electron, runInBackground);
  const revisions = createRevisions(() => invalidate('revisions'));
  const unreadable = createUnreadable(
    () => invalidate('unreadableRecords'),
    { each: () => features.each(), inFront: () => features.inFront() },
    () => context.settings.read().accountsTogether,
  );

  const featureContext: FeatureContext = {
    ...context,
    changeSettings: settings.change,
    invalidate,
    readAgain: revisions.readAgain,
    showToast,
    clearToast: toasts.clear,
    showAnswer: toasts.answer,
    undo: createUndo(
      now,
      () => revisions.readAgain('changes'),
      (id) => features.account.accounts.together(id),
    ),
    reportUnreadable: (view, records) => unreadable.set(view, records, features.inFront().accountId),
    runInBackground,
    openPage: openExternal,
    copyText: electron.copyText,
  };
  const base = {
    ...options,
    context,
    featureContext,
    settings,
    toasts,
    requestedViews,
    unreadable,
    revisions,
    act,
    statePublisher,
  };
  const features = createFeatures(base);
  const newTasks = createNewTasks(base, features);
  const integration = setUpDesktopIntegration(base, features);
  const windows = setUpWindows({ ...base, features, newTasks });
  const withWindows = { ...base, features, newTasks, integration, windows };
  const tray = setUpTray(withWindows);
  const { publisher, snapshot } = setUpState(withWindows);
  const commands = createCommands({ ...withWindows, readState: publisher.read });
  const commandLine = setUpCommandLine(withWindows, commands.run);
  const desktopSearch = setUpDesktopSearch({ ...withWindows, tray }, commands.run);
  statePublisher.connect(publisher, () => {
    tray.refresh();
    desktopSearch.countMayHaveChanged();
    commandLine.statusMayHaveChanged();
  });
  const session = setUpSession(withWindows);
  const resume = setUpResume(withWindows);
  const app = { ...withWindows, tray, snapshot, commandLine, desktopSearch, session, resume };
  return { ...app, answerCommand: commands.answer, quitting: setUpQuit(app) };
}

async function openContext(electron: ElectronApp): Promise<AppContext> {
  try {
    return openAppContext(electron.dataFolder(), electron.isPackaged ? printAsLogged : printAsGiven);
  } catch (error) {
    await chooseSystemLanguage(electron);
    throw error;
  }
}

/** Reacts to the desktop: power, further starts, quitting. */
function connectDesktop({ electron, starts, handOverQuit }: StartOptions, app: App): void {
  const { settings, windows, tray, resume, quitting } = app;
  const showWindow = () => windows.popover.show();
  resume.armDayTurn();
  electron.power().on('resume', resume.woke);
  starts.furtherStarts.follow((args) => {
    if (hasHiddenFlag(args)) return;
    const action = actionOfStart(args);
    if (action !== null) tray.choose(action);
    else showWindow();
  });
  electron.onActivate(showWindow);
  // Electron closes the windows first, which hide instead; the app quits only once they are closed.
  electron.onQuitForUpdate(() => {
    windows.popover.close();
    windows.quickAdd.close();
  });
  const setQuitInMenu = () => electron.setQuitInMenu(messages.tray.quit, () => void windows.quit());
  setQuitInMenu();
  settings.on('languageChanged', setQuitInMenu);
  electron.onBeforeQuit(quitting.mayQuit);
  electron.onWillQuit(quitting.close);
  watchSessionEnd({
    onAsked: quitting.flush,
    onEnd: () => {
      quitting.sessionEnds();
      electron.exit(0);
    },
    onShutdown: electron.quit,
  });
  handOverQuit();
}

/** Reports what was repaired when the database was opened, and sets unreadable settings aside. */
function reportDamage({ context, featureContext }: App): void {
  const { damage, settings, now } = context;
  const { showToast, runInBackground } = featureContext;
  if (damage !== null) {
    showToast(damageNotice(damage));
    showDamage(damage);
  }
  runInBackground(() => {
    const damaged = settings.setAside(new Date(now()));
    if (damaged.length === 0) return;
    console.error(`Settings could not be read and are set aside: ${damaged.join(', ')}`);
    const names = { ...settingsMessages, ...messages.app.settings };
    showToast(messages.app.settingsSetAside({ names: damaged.map((name) => names[name]).join(', ') }));
  });
}

/** Signs in and starts everything that may take time. The app may quit, which closes the database, during each wait. */
async function goOnline({ starts }: StartOptions, app: App): Promise<void> {
  const { context, featureContext, features, windows, tray, commandLine, integration } = app;
  const { database } = context;
  if (!database.isOpen) return;
  void app.desktopSearch.start();
  const signedIn = features.account.accounts.open();
  await windows.watchTrayHost(tray.remake);
  if (!database.isOpen) return;
  windows.shortcuts.start();
  await signedIn;
  if (!database.isOpen) return;
  starts.links.follow(setUpDeepLinks(app));
  features.notifications.followEarlier(starts.notificationClicks, (noticeId, action) => {
    if (isRejection(noticeId)) windows.showView('outbox');
    else featureContext.runInBackground(() => features.actOnEarlierNotification(noticeId, action));
  });
  await commandLine.ready;
  if (!database.isOpen) return;
  commandLine.createDropped();
  integration.register();
}

export { showFatalError };

/** Reports an error that occurs before the start. */
export async function failAtOnce(electron: ElectronApp, error: unknown): Promise<void> {
  await electron.whenReady();
  await chooseSystemLanguage(electron);
  await showFatalError(error);
}
