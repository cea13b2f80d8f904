/** Table of contents: makes the parts, hands each what it needs, starts them, stops them. */
import { spawn } from 'node:child_process';
import { app, clipboard, dialog, nativeTheme, powerMonitor, type Tray } from 'electron';
import { CHANNEL } from './bridge/channels.ts';
import type { Settings } from './bridge/contract.ts';
import { createNotices } from './bridge/notices.ts';
import { readCommandLine } from './cli/args.ts';
import { readInput } from './cli/input.ts';
import { terminalSpeaker } from './cli/language.ts';
import { runCommandLine } from './cli/run.ts';
import { composeAccount } from './compose/account.ts';
import { composeAttendance } from './compose/attendance.ts';
import { composeCommandLine } from './compose/command-line.ts';
import { composeCommands } from './compose/commands.ts';
import { composeDiagnostics } from './compose/diagnostics.ts';
import { composeFailures } from './compose/failures.ts';
import { openGround } from './compose/ground.ts';
import { composeLinks } from './compose/links.ts';
import { composeLists } from './compose/lists.ts';
import { composeOutbox } from './compose/outbox.ts';
import { composeQuitting } from './compose/quitting.ts';
import { composeReminders } from './compose/reminders.ts';
import { composeSession } from './compose/session.ts';
import { composeState } from './compose/state.ts';
import { composeSystem } from './compose/system.ts';
import { composeTasks } from './compose/tasks.ts';
import { createTelling } from './compose/telling.ts';
import { composeTime } from './compose/time.ts';
import { composeTray } from './compose/tray.ts';
import { composeWaking } from './compose/waking.ts';
import { composeWindows } from './compose/windows.ts';
import { deepLinkIn } from './desktop/deep-link-argument.ts';
import type { DeepLinks } from './desktop/deep-links.ts';
import type { FirstWindow } from './desktop/popover.ts';
import { createTaskNotices } from './desktop/task-notices.ts';
import { createZoom } from './desktop/zoom.ts';
import { createNews } from './instance/news.ts';
import { taskRef } from './tasks/task-view.ts';
import { weekStart } from './time/week-start.ts';
import { words } from './words/index.ts';
import { createSpeaker } from './words/speaker.ts';

/** What begin.ts made already. */
interface Begun {
  /** The folder of the build. */
  out: string;
  links: DeepLinks;
  tray: Tray;
  /** The window that this start shows, still empty. */
  first: FirstWindow | null;
  /** From now on pages are answered. */
  served: () => void;
}

export async function runAsCommand(): Promise<void> {
  app.dock?.hide();
  const speak = terminalSpeaker(process.env);
  await speak('system');
  const code = await runCommandLine(readCommandLine(process.argv.slice(1)), {
    dataFolder: app.getPath('userData'),
    version: app.getVersion(),
    readInput,
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    speak,
    startApp: () => {
      const args = app.isPackaged ? [] : [app.getAppPath()];
      spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
    },
  });
  app.exit(code);
}

export async function start({ out, links, tray: icon, first, served }: Begun): Promise<void> {
  const ground = openGround(app.getPath('userData'));
  const { database, settings, now } = ground;
  nativeTheme.themeSource = settings.read().theme;
  const zoom = createZoom({
    read: () => settings.read().zoom,
    change: (zoom) => void handlers['settings.change']({ zoom }),
  });
  const telling = createTelling(() => tray.refresh());
  const language = createSpeaker({
    setting: () => settings.read().language,
    preferred: () => app.getPreferredSystemLanguages(),
    // Every part of the state may hold words.
    onChange: () => {
      if (!telling.isHeard()) return;
      telling.touchAll();
      windows.quickAdd.languageChanged();
    },
  });
  await language.choose();

  // What a part needs that is made further down it asks for when something happens, never while the parts are made.
  const { touch } = telling;
  const notices = createNotices(now, () => touch('notice'));
  const { say } = notices;
  const version = app.getVersion();
  const quit = () => app.quit();
  const showWindow = () => windows.popover.show();
  const copyText = (text: string) => clipboard.writeText(text);

  const account = composeAccount({
    ...{ ground, touch, say, out, version, copyText },
    onSession: (next) => session.actFor(next),
    onPermissions: () => lists.board.overlay(),
  });
  const { unattended, act } = composeFailures({ ground, server: account.server, say, showWindow });
  const outbox = composeOutbox({
    ...{ ground, account, touch, say },
    hearers: () => ({ ...lists, ...tasks, ...reminding, news, taskNotices, network: waking.network }),
  });
  /** What every feature stands on. */
  const base = { ground, touch, say, account, unattended, act, outbox };
  const time = composeTime({
    ...base,
    likely: () => lists.assigned.view().tasks.map(taskRef),
    onEntries: () => unattended(attendance.attend),
  });
  const attendance = composeAttendance({
    ...base,
    time,
    monitor: powerMonitor,
    ozone: app.commandLine.getSwitchValue('ozone-platform'),
    hearers: () => ({ ...reminding, showWindow }),
  });
  const tasks = composeTasks({
    ...base,
    time,
    systemLocale: () => app.getSystemLocale(),
    hearers: () => ({ ...lists, ...reminding, quickAdd: windows.quickAdd, taskNotices }),
  });
  const news = createNews({
    now,
    open: () => outbox.openOfKinds(account.id() ?? '', 'notification.'),
    onChange: () => touch('unread'),
  });
  const lists = composeLists({
    ...base,
    time,
    tasks,
    hearers: () => ({
      ...reminding,
      ...waking,
      news,
      isWindowSeen: windows.popover.isVisible,
      showCards: (cards) => windows.popover.post(CHANNEL.cards, cards),
    }),
  });
  const reminding = composeReminders({
    ...base,
    tasks,
    lists,
    startTimer: (taskId) => void act(() => handlers['timer.start']({ taskId })),
    show: (view) => windows.showView(view),
  });
  /** What is there without a window. */
  const features = { ...base, ...reminding, time, attendance, tasks, lists, news };

  const spoken = language.spoken;
  const weekStartsOn = weekStart(app.getSystemLocale());
  const publisher = composeState({
    ...features,
    ...{ notices, version, weekStartsOn, language: spoken },
    sources: () => ({ windows, system }),
  });
  telling.tell(publisher);
  const system = composeSystem({ ground, time, touch, out });
  const windows = composeWindows({ ...features, out, first, language: spoken, trayBounds: () => tray.bounds(), quit });
  const tray = composeTray({ ...features, windows, icon, out, commands: () => handlers, quit });
  const taskNotices = createTaskNotices({
    notifications: reminding.notifications,
    isOn: () => settings.read().tellCreated,
    isSeen: windows.popover.isVisible,
    say,
    undo: (undoId) => void act(() => handlers['tasks.undo']({ undoId })),
    openTask: (taskId) => windows.showTask(taskId === null ? null : { taskId }),
    openUnsent: () => windows.showView('outbox'),
  });
  const handlers = composeCommands({
    ...features,
    ...{ windows, system, notices, weekStartsOn, copyText },
    state: publisher.read,
    diagnostics: composeDiagnostics({ ...features, windows, system }),
    onSettings: settingsChanged,
  });
  function settingsChanged({ theme }: Settings): void {
    nativeTheme.themeSource = theme;
    zoom.changed();
    windows.popover.zoomChanged();
    windows.quickAdd.zoomChanged();
    touch('settings');
    void language.choose();
    windows.quickAdd.knownChanged();
    attendance.attend();
    reminding.reminders.settingsChanged();
    system.updates.settingsChanged();
  }
  const commands = composeCommandLine({ ...features, windows });
  const session = composeSession({ ...features, windows });
  const waking = composeWaking(features);
  const quitting = composeQuitting({
    ...features,
    telling,
    taskNotices,
    system,
    windows,
    tray,
    waking,
    commands,
    quit,
  });

  unattended(attendance.attend);
  waking.armTurn();
  powerMonitor.on('resume', waking.woke);
  app.on('second-instance', (_event, args) => {
    if (deepLinkIn(args) === undefined) showWindow();
  });
  app.on('activate', showWindow);
  // Without this listener Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    if (!quitting.mayGo()) event.preventDefault();
  });
  app.on('will-quit', quitting.close);

  session.load();
  if (ground.aside !== null) sayAside(ground.aside, say);
  const opened = account.accounts.open();
  served();
  await windows.popover.lookForTray();
  // Here and below: somebody may have quit meanwhile.
  if (!database.isOpen) return;
  if (first !== null) showWindow();
  windows.shortcut.start();
  await opened;
  if (!database.isOpen) return;
  links.follow(composeLinks({ account, time, tasks, lists, windows, say }));
  await commands.ready;
  if (!database.isOpen) return;
  commands.lookAtInbox();
  system.tellSystem();
}

function sayAside(path: string, say: (sentence: string) => void): void {
  say(words.app.dataSetAside);
  console.error(`The database was damaged and is set aside as ${path}`);
  // The three doors have no status line to say it in.
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Punchcard',
    message: words.app.dataAnew,
    detail: words.app.fileKept(path),
  });
}

/** Nothing to show it in yet: a plain dialog, then the end. The data is untouched. */
export function fail(error: unknown): void {
  console.error('Punchcard cannot start:', error);
  const what = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(words.app.cannotStart, words.app.untouched(what, app.getPath('userData')));
  app.exit(1);
}
