/** Table of contents: makes the parts, hands each what it needs, starts them, stops them. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandHandlers, commands, type Settings } from '../../shared/contract/index.ts';
import { weekStart } from '../../shared/dates/week-start.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { settingsMessages } from '../../shared/i18n/generated/settings.ts';
import { dateLocale } from '../../shared/i18n/language.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { pageOf, servePictures } from '../desktop/app-protocol.ts';
import { damageNotice } from '../desktop/damage-text.ts';
import { deepLinkIn } from '../desktop/deep-link-argument.ts';
import type { DeepLinks } from '../desktop/deep-link-events.ts';
import type { ElectronApp } from '../desktop/electron-app.ts';
import { showDamage, showFatalError } from '../desktop/error-dialogs.ts';
import { choosePicture, saveText } from '../desktop/file-dialogs.ts';
import { createIdle as createIdleTime } from '../desktop/idle.ts';
import { startKeychainProcess } from '../desktop/keychain-process.ts';
import { hasHiddenFlag } from '../desktop/log-in-start.ts';
import { STOP_FLAG } from '../desktop/menu-entry.mjs';
import { createNotifications } from '../desktop/notifications.ts';
import { openExternal } from '../desktop/open-external.ts';
import type { Popover } from '../desktop/popover.ts';
import type { SecondInstances } from '../desktop/second-instance.ts';
import { watchSessionEnd } from '../desktop/session-end.ts';
import { createTransport } from '../desktop/transport.ts';
import type { TrayHolder } from '../desktop/tray.ts';
import type { WindowState } from '../desktop/window-state.ts';
import { createZoom } from '../desktop/zoom.ts';
import { handlers as accountHandlers, createAccount } from '../features/account/index.ts';
import { handlers as boardHandlers, createBoardService } from '../features/board/index.ts';
import type { FeatureContext } from '../features/context.ts';
import { createIdle, handlers as idleHandlers } from '../features/idle/index.ts';
import { createProjects, handlers as projectHandlers } from '../features/projects/index.ts';
import {
  createCreatedNotifications,
  createQuickAdd,
  isRejection,
  handlers as quickAddHandlers,
} from '../features/quick-add/index.ts';
import { createReminderService, handlers as reminderHandlers } from '../features/reminders/index.ts';
import { createServer, handlers as serverHandlers } from '../features/server/index.ts';
import { type SystemControls, handlers as settingsHandlers } from '../features/settings/index.ts';
import { CreatedTask, createTasks, TASK_CREATE, handlers as taskHandlers } from '../features/tasks/index.ts';
import { createTime, linkCreatedTask, handlers as timeHandlers } from '../features/time/index.ts';
import { handlers as unsentHandlers } from '../features/unsent/index.ts';
import { CHANNEL } from '../ipc/channels.ts';
import type { AnswerCommand } from '../ipc/receive.ts';
import { serveCommands } from '../ipc/serve.ts';
import { createLocalAccess } from '../local/in-process-client.ts';
import { createUndo } from '../outbox/undo.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import { setUpCommandLine } from './command-line.ts';
import { connectFeatures } from './connect-features.ts';
import { type AppContext, openAppContext } from './context.ts';
import { setUpDeepLinks } from './deep-links.ts';
import { setUpSystem } from './desktop-integration.ts';
import { createUnreadable, setUpDiagnostics } from './diagnostics.ts';
import { setUpLiveUpdates } from './live-updates.ts';
import { printAsGiven, printAsLogged } from './log.ts';
import { setUpOutbox } from './outbox.ts';
import { setUpQuit } from './quit.ts';
import { setUpResume } from './resume.ts';
import { setUpSession } from './session.ts';
import { createStatePublisher, setUpStartupSnapshot, setUpState } from './state.ts';
import { createToasts, setUpErrorReporting } from './toasts.ts';
import { setUpTray } from './tray.ts';
import { setUpWindows } from './windows.ts';

export { showFatalError };

/** How long signing out waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;

/** What main.ts made already. */
interface Begun {
  electron: ElectronApp;
  /** The folder of the build. */
  out: string;
  /** Names the code of the window's page. */
  build: string;
  links: DeepLinks;
  furtherStarts: SecondInstances;
  trayHolder: TrayHolder;
  popover: Popover;
  windowState: WindowState;
  /** This start shows it. */
  isShown: boolean;
  /** From now on pages are answered, by this. */
  startAnswering: (answer: AnswerCommand) => void;
  /** From now on whoever quits is heard here. */
  handOverQuit: () => void;
}

/** Runs a command line in this process. */
export async function runAsCommand(electron: ElectronApp): Promise<void> {
  electron.hideFromDock();
  const { runProgram } = await import('../cli/run.ts');
  const code = await runProgram({
    args: process.argv.slice(1),
    dataFolder: electron.dataFolder(),
    version: electron.version,
    startApp: (given) => {
      const [program = process.execPath, ...own] = electron.command();
      spawn(program, [...own, ...given], { detached: true, stdio: 'ignore' }).unref();
    },
    answerWithoutApp: async (...question) =>
      (await import('./command-line-without-app.ts')).answerWithoutApp(...question),
  });
  electron.exit(code);
}

/** Without settings, errors are shown in the system's language. */
async function openContext(electron: ElectronApp): Promise<AppContext> {
  try {
    return openAppContext(electron.dataFolder(), electron.isPackaged ? printAsLogged : printAsGiven);
  } catch (error) {
    await chooseSystemLanguage(electron);
    throw error;
  }
}

async function chooseSystemLanguage({ preferredLanguages }: ElectronApp): Promise<void> {
  await createLocaleSetter({
    setting: () => 'system',
    preferred: preferredLanguages,
    onChange: () => undefined,
  }).choose();
}

/** Shows an error that comes before anything else. */
export async function failAtOnce(electron: ElectronApp, error: unknown): Promise<void> {
  await electron.whenReady();
  await chooseSystemLanguage(electron);
  await showFatalError(error);
}

export async function start(begun: Begun): Promise<void> {
  const {
    electron,
    out,
    build,
    links,
    furtherStarts,
    trayHolder,
    popover,
    windowState,
    isShown,
    startAnswering,
    handOverQuit,
  } = begun;
  const context = await openContext(electron);
  const { database, settings, now } = context;
  electron.setTheme(settings.read().theme);
  const zoom = createZoom({
    read: () => settings.read().zoom,
    change: (zoom) => featureContext.changeSettings({ zoom }),
  });
  const statePublisher = createStatePublisher(() => tray.refresh());
  const language = createLocaleSetter({
    setting: () => settings.read().language,
    preferred: electron.preferredLanguages,
    override: !electron.isPackaged && process.env.PUNCHCARD_LOCALE === 'qps' ? 'qps' : undefined,
    // Every part of the state may hold words.
    onChange: () => {
      if (!statePublisher.isConnected()) return;
      statePublisher.invalidateAll();
      windows.quickAdd.languageChanged();
      windows.quickAdd.directoryChanged();
    },
  });
  await language.choose();

  // Context
  const { invalidate } = statePublisher;
  const notices = createToasts(now, () => invalidate('toast'));
  const { say } = notices;
  const unreadable = createUnreadable(() => invalidate('unreadableRecords'));
  const { version, quit, copyText } = electron;
  const showWindow = () => windows.popover.show();

  const { runInBackground, act } = setUpErrorReporting({ context, server: () => account.server(), say, showWindow });
  const undo = createUndo(context.monotonic);
  const featureContext: FeatureContext = {
    ...context,
    changeSettings: (changed) => settingsChanged(settings.change(changed)),
    invalidate,
    showToast: say,
    clearToast: notices.clear,
    undo,
    reportUnreadable: unreadable.set,
    runInBackground,
    openPage: openExternal,
    copyText,
  };
  const local = createLocalAccess({ ...context, language: language.current, showToast: say });
  // Account and outbox
  const account = createAccount(featureContext, {
    transport: createTransport(),
    local,
    startKeychain: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    userAgent: `Punchcard/${version} (${process.platform})`,
    beforeSignOut: async () => {
      const running = time.running();
      if (running) time.timer.stop(running.accountId);
      outbox.flush();
      await Promise.race([outbox.idle(), delay(LAST_WRITES_MS)]);
    },
  });
  const { outbox, outboxEvents } = setUpOutbox(featureContext, account, (item, value) => {
    if (item.kind !== TASK_CREATE) return;
    const task = CreatedTask.parse(value);
    linkCreatedTask(database, item.accountId, item.subject, task);
    reminding.reminders.replaceTaskId(item.accountId, item.subject, task.id);
  });
  // Features. Each may use those above it; what is below it is reached by events, or by a function called later.
  const server = createServer(featureContext, { account, outbox });
  const projects = createProjects(featureContext, { account, outbox, choosePicture, hasUploads: server.hasUploads });
  const time = createTime(featureContext, {
    account,
    outbox,
    weekStartsOn: weekStart(electron.systemLocale()),
    taskToTrack: (taskId) => tasks.taskToTrack(taskId),
    likelyTasks: () => tasks.assigned.view().tasks.map(taskRef),
    isWindowVisible: popover.isVisible,
    saveText,
  });
  const { platform, env } = process;
  const idleTime = createIdleTime({
    monitor: electron.power(),
    platform,
    env,
    onChange: () => runInBackground(idle.presence.idleChanged),
  });
  const idle = createIdle(featureContext, { account, time, power: electron.power(), idleTime });
  const tasks = createTasks(featureContext, {
    account,
    outbox,
    time,
    directory: projects.directory,
    pollMs: () => live.listPollMs(),
    findOnBoards: (taskId) => boards.find(taskId),
  });
  servePictures(tasks.pictures.picture);
  const boards = createBoardService(featureContext, {
    account,
    outbox,
    tasks,
    directory: projects.directory,
    pollMs: () => live.boardPollMs(),
    isWindowVisible: popover.isVisible,
    showCards: (cards) => popover.post(CHANNEL.cards, cards),
  });
  const adding = createQuickAdd(featureContext, {
    account,
    tasks,
    time,
    lists: projects.directory,
    locale: () => dateLocale(electron.systemLocale(), language.current()),
  });
  const notifications = createNotifications(
    join(out, 'icons', 'app', '128x128.png'),
    () => reminding.reminders.evaluate(),
    {
      read: () => settings.readValue('shown-notices') ?? [],
      write: (list) => settings.writeValue('shown-notices', list),
    },
  );
  const reminding = createReminderService(featureContext, {
    account,
    time,
    tasks,
    boards,
    notifications,
    startTimer: (taskId) => void act(() => time.start(taskId)),
    show: (view) => windows.showView(view),
  });
  const { reminders } = reminding;
  const live = setUpLiveUpdates({
    pollSeconds: () => settings.read().pollSeconds,
    isWithKey: () => account.current()?.kind === 'api-key',
    isWindowVisible: popover.isVisible,
    client: () => account.session()?.client ?? null,
    assigned: tasks.assigned,
    board: boards.board,
    openTask: tasks.openTask,
    watched: boards.watched,
    notifications: server.notifications,
  });
  const features = {
    context,
    featureContext,
    invalidate,
    say,
    unreadable,
    account,
    runInBackground,
    act,
    outbox,
    outboxEvents,
    server,
    projects,
    time,
    idle,
    idleTime,
    tasks,
    boards,
    adding,
    notifications,
    reminding,
    reminders,
    live,
  };

  // State, windows and tray
  const publisher = setUpState({
    ...features,
    notices,
    version,
    language: language.current,
    sources: () => ({ windows, system }),
    onTold: (parts) => lastState.told(parts),
  });
  const lastState = setUpStartupSnapshot({ context, build, state: publisher.read });
  statePublisher.connect(publisher);
  const system = setUpSystem({ context, time, invalidate, say, out });
  const windows = setUpWindows({
    ...features,
    out,
    popover,
    windowState,
    language: language.current,
    stopTimer: () => void act(() => time.stop()),
    quit,
  });
  const tray = setUpTray({ ...features, windows, trayHolder, out, quit });
  const createdNotifications = createCreatedNotifications({
    notifications,
    isOn: () => settings.read().tellCreated,
    isSeen: windows.popover.isVisible,
    showToast: say,
    undo: (undoId) => void act(() => handlers['undo.undo']({ undoId })),
    openTask: (taskId) => windows.showTask(taskId === null ? null : { taskId }),
    openUnsent: () => windows.showView('outbox'),
  });
  /** With what a person sees of them. */
  const whole = { ...features, windows, system, tray };
  const systemControls: SystemControls = {
    ...system,
    idle: idleTime,
    setWindowSystem: windows.setWindowSystem,
    hideWindow: windows.popover.hide,
    hiddenForMs: windows.popover.hiddenForMs,
    diagnostics: setUpDiagnostics(whole),
    unreadableText: unreadable.text,
    state: publisher.read,
  };
  // Commands. One without a handler, or a handler without a command, does not compile.
  const handlers = {
    ...accountHandlers(account, featureContext),
    ...projectHandlers(projects, account, featureContext),
    ...timeHandlers(time, account),
    ...idleHandlers(idle, time),
    ...taskHandlers(tasks, projects, account, featureContext),
    ...boardHandlers(boards),
    ...quickAddHandlers(adding, { window: windows.quickAdd, shortcut: windows.shortcut }, account),
    ...reminderHandlers(reminding),
    ...serverHandlers(server, account, featureContext),
    ...unsentHandlers({ account, outbox, time, tasks }, featureContext),
    ...settingsHandlers(systemControls, featureContext),
  } satisfies CommandHandlers;
  const answering = serveCommands({
    commands,
    handlers,
    pageOf,
    // The quick-add page needs no other command.
    mayAsk: (page, name) => page === 'main' || name.startsWith('quick-add.'),
    toError: (error) => toAppErrorView(error, account.server()),
    whenFree: context.whenFree,
  });
  function settingsChanged({ theme }: Settings): void {
    electron.setTheme(theme);
    zoom.changed();
    windows.popover.changed();
    windows.quickAdd.zoomChanged();
    invalidate('settings');
    void language.choose();
    windows.quickAdd.directoryChanged();
    idle.update();
    reminders.settingsChanged();
    system.updates.settingsChanged();
  }
  // Lifecycle
  const commandLine = setUpCommandLine(whole);
  const session = setUpSession(whole);
  const resume = setUpResume(whole);
  const quitting = setUpQuit({
    ...whole,
    local,
    statePublisher,
    createdNotifications,
    resume,
    commands: commandLine,
    lastState,
    quit,
  });

  connectFeatures({ ...whole, createdNotifications, resume, followSession: session.actFor });
  runInBackground(idle.update);
  resume.armDayTurn();
  electron.power().on('resume', resume.woke);
  furtherStarts.follow((args) => {
    if (deepLinkIn(args) !== undefined || hasHiddenFlag(args)) return;
    if (args.includes(STOP_FLAG)) tray.choose({ do: 'stop' });
    else showWindow();
  });
  electron.onActivate(showWindow);
  // Electron closes the windows first, which hide instead; the app quits only once they are closed.
  electron.onQuitForUpdate(() => {
    windows.popover.close();
    windows.quickAdd.close();
  });
  electron.onBeforeQuit(quitting.mayQuit);
  electron.onWillQuit(quitting.close);
  watchSessionEnd({
    onAsked: quitting.flush,
    onEnd: () => {
      quitting.sessionEnds();
      electron.exit(0);
    },
    onShutdown: quit,
  });
  handOverQuit();

  session.load();
  if (context.damage !== null) {
    say(damageNotice(context.damage));
    showDamage(context.damage);
  }
  runInBackground(() => {
    const damaged = settings.setAside(new Date(now()));
    if (damaged.length === 0) return;
    console.error(`Settings could not be read and are set aside: ${damaged.join(', ')}`);
    const names = { ...settingsMessages, ...messages.app.settings };
    say(messages.app.settingsSetAside({ names: damaged.map((name) => names[name]).join(', ') }));
  });
  startAnswering(answering);
  if (process.argv.includes(STOP_FLAG)) tray.choose({ do: 'stop' });
  // The last known list is drawn before anything else begins.
  if (isShown) await windows.popover.drawn();
  // Here and below: somebody may have quit meanwhile.
  if (!database.isOpen) return;
  const opened = account.accounts.open();
  await windows.followTrayHost(tray.remake);
  if (!database.isOpen) return;
  windows.shortcut.start();
  await opened;
  if (!database.isOpen) return;
  links.follow(setUpDeepLinks(whole));
  notifications.followEarlier((noticeId, action) => {
    if (isRejection(noticeId)) windows.showView('outbox');
    else runInBackground(() => reminders.handleEarlierAction(noticeId, action));
  });
  await commandLine.ready;
  if (!database.isOpen) return;
  commandLine.createFromInbox();
  system.reportSystemState();
}
