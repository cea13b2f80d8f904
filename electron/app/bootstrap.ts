/** Table of contents: makes the parts, hands each what it needs, starts them, stops them. */

import { spawn } from 'node:child_process';
import { app, autoUpdater, clipboard, nativeTheme, powerMonitor } from 'electron';
import type { Settings } from '../../shared/contract/index.ts';
import { weekStart } from '../../shared/dates/week-start.ts';
import { dateLocale } from '../../shared/i18n/language.ts';
import { words } from '../../shared/i18n/main-messages.ts';
import { createSpeaker } from '../../shared/i18n/set-locale.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { servePictures } from '../desktop/app-protocol.ts';
import { deepLinkIn } from '../desktop/deep-link-argument.ts';
import type { DeepLinks } from '../desktop/deep-link-events.ts';
import { fail, tellDamage } from '../desktop/error-dialogs.ts';
import { hasHiddenFlag } from '../desktop/log-in-start.ts';
import { STOP_FLAG } from '../desktop/menu-entry.mjs';
import type { Popover } from '../desktop/popover.ts';
import type { FurtherStarts } from '../desktop/second-instance.ts';
import { watchSessionEnd } from '../desktop/session-end.ts';
import type { TrayHolder } from '../desktop/tray.ts';
import type { WindowState } from '../desktop/window-state.ts';
import { createZoom } from '../desktop/zoom.ts';
import { createTaskNotices } from '../features/quick-add/created-notification.ts';
import { createNews } from '../features/server/notifications.ts';

import { CHANNEL } from '../ipc/channels.ts';
import type { Answering } from '../ipc/receive.ts';
import { composeAccount } from './account.ts';
import { composeCommandLine } from './command-line.ts';
import { composeCommands } from './commands.ts';
import { type Ground, openGround } from './context.ts';
import { composeLinks } from './deep-links.ts';
import { composeDiagnostics } from './diagnostics.ts';
import { composeFailures } from './error-reporting.ts';
import { composeAttendance } from './idle.ts';
import { asGiven, asLogged } from './log.ts';
import { composeOutbox } from './outbox.ts';
import { composeQuitting } from './quit.ts';
import { composeReminders } from './reminders.ts';
import { composeWaking } from './resume.ts';
import { composeSession } from './session.ts';
import { composeLastState } from './startup-snapshot.ts';
import { composeState } from './state.ts';
import { createTelling } from './state-publisher.ts';
import { composeSystem } from './system.ts';
import { composeLists } from './task-lists.ts';
import { composeTasks } from './tasks.ts';
import { composeTime } from './time.ts';
import { createNotices } from './toasts.ts';
import { composeTray } from './tray.ts';
import { createUnreadable } from './unreadable-records.ts';
import { composeWindows } from './windows.ts';

export { fail };

/** What begin.ts made already. */
interface Begun {
  /** The folder of the build. */
  out: string;
  /** Names the code of the window's page. */
  build: string;
  links: DeepLinks;
  furtherStarts: FurtherStarts;
  trayHolder: TrayHolder;
  popover: Popover;
  windowState: WindowState;
  /** This start shows it. */
  isShown: boolean;
  /** From now on pages are answered, by this. */
  answerWith: (answering: Answering) => void;
  /** From now on whoever quits is heard here. */
  quitsItself: () => void;
}

/** The app itself, called with a command. */
export async function runAsCommand(): Promise<void> {
  app.dock?.hide();
  const { runProgram } = await import('../cli/program.ts');
  const code = await runProgram({
    args: process.argv.slice(1),
    dataFolder: app.getPath('userData'),
    version: app.getVersion(),
    startApp: (given) => {
      const args = app.isPackaged ? given : [app.getAppPath(), ...given];
      spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
    },
  });
  app.exit(code);
}

/** Where there are no settings to read, what went wrong is said in the system's language. */
async function readGround(): Promise<Ground> {
  try {
    return openGround(app.getPath('userData'), app.isPackaged ? asLogged : asGiven);
  } catch (error) {
    await speakAsSystem();
    throw error;
  }
}

async function speakAsSystem(): Promise<void> {
  const preferred = () => app.getPreferredSystemLanguages();
  await createSpeaker({ setting: () => 'system', preferred, onChange: () => undefined }).choose();
}

/** For an error before there is anything else. */
export async function failAtOnce(error: unknown): Promise<void> {
  await app.whenReady();
  await speakAsSystem();
  await fail(error);
}

export async function start(begun: Begun): Promise<void> {
  const { out, build, links, furtherStarts, trayHolder, popover, windowState, isShown, answerWith, quitsItself } =
    begun;
  const ground = await readGround();
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
      windows.quickAdd.knownChanged();
    },
  });
  await language.choose();

  // What a part needs that is made further down it asks for when something happens, never while the parts are made.
  const { touch } = telling;
  const notices = createNotices(now, () => touch('notice'));
  const { say } = notices;
  const unreadable = createUnreadable(() => touch('unreadable'));
  const version = app.getVersion();
  const quit = () => app.quit();
  const showWindow = () => windows.popover.show();
  const copyText = (text: string) => clipboard.writeText(text);

  const account = composeAccount({
    ground,
    touch,
    say,
    out,
    version,
    language: language.spoken,
    copyText,
    onSession: (next) => session.actFor(next),
    onPermissions: () => lists.board.overlay(),
  });
  const { unattended, act } = composeFailures({ ground, server: account.server, say, showWindow });
  const outbox = composeOutbox({
    ground,
    account,
    touch,
    say,
    hearers: () => ({ ...lists, ...tasks, ...reminding, news, taskNotices, network: waking.network }),
  });
  /** What every feature stands on. */
  const base = { ground, touch, say, unreadable, account, unattended, act, outbox };
  const time = composeTime({
    ...base,
    likely: () => lists.assigned.view().tasks.map(taskRef),
    isWindowSeen: popover.isVisible,
    isWithKey: () => account.accounts.current()?.kind === 'api-key',
    onEntries: () => unattended(attendance.attend),
  });
  const attendance = composeAttendance({
    ...base,
    time,
    monitor: powerMonitor,
    hearers: () => ({ ...reminding, showWindow }),
  });
  const tasks = composeTasks({
    ...base,
    time,
    locale: () => dateLocale(app.getSystemLocale(), language.spoken()),
    hearers: () => ({ ...lists, ...reminding, quickAdd: windows.quickAdd, taskNotices }),
  });
  servePictures(tasks.pictures.picture);
  const news = createNews({
    now,
    open: () => outbox.openOfKinds(account.id() ?? '', 'notification.'),
    onChange: () => touch('unread', 'unreadTasks'),
    onTasks: (taskIds) => lists.announced(taskIds),
    onOdd: (odd) => unreadable.set('news', odd),
  });
  const lists = composeLists({
    ...base,
    time,
    tasks,
    news,
    hearers: () => ({
      ...reminding,
      ...waking,
      isWindowSeen: windows.popover.isVisible,
      showCards: (cards) => windows.popover.post(CHANNEL.cards, cards),
    }),
  });
  const reminding = composeReminders({
    ...base,
    time,
    tasks,
    lists,
    out,
    startTimer: (taskId) => void act(() => handlers['timer.start']({ taskId })),
    show: (view) => windows.showView(view),
  });
  /** They need no window. */
  const features = { ...base, ...reminding, time, attendance, tasks, lists, news };

  const weekStartsOn = weekStart(app.getSystemLocale());
  const publisher = composeState({
    ...features,
    notices,
    version,
    weekStartsOn,
    language: language.spoken,
    sources: () => ({ windows, system }),
    onTold: (parts) => lastState.told(parts),
  });
  const lastState = composeLastState({ ground, build, state: publisher.read });
  telling.tell(publisher);
  const system = composeSystem({ ground, time, touch, say, out });
  const windows = composeWindows({
    ...features,
    out,
    popover,
    windowState,
    language: language.spoken,
    stopTimer: () => void act(() => handlers['timer.stop']({})),
    quit,
  });
  const tray = composeTray({ ...features, windows, trayHolder, out, commands: () => handlers, quit });
  const taskNotices = createTaskNotices({
    notifications: reminding.notifications,
    isOn: () => settings.read().tellCreated,
    isSeen: windows.popover.isVisible,
    say,
    undo: (undoId) => void act(() => handlers['tasks.undo']({ undoId })),
    openTask: (taskId) => windows.showTask(taskId === null ? null : { taskId }),
    openUnsent: () => windows.showView('outbox'),
  });
  /** With what a person sees of them. */
  const whole = { ...features, windows, system, tray };
  const { handlers, answering } = composeCommands({
    ...whole,
    notices,
    weekStartsOn,
    copyText,
    state: publisher.read,
    diagnostics: composeDiagnostics(whole),
    onSettings: settingsChanged,
  });
  function settingsChanged({ theme }: Settings): void {
    nativeTheme.themeSource = theme;
    zoom.changed();
    windows.popover.changed();
    windows.quickAdd.zoomChanged();
    touch('settings');
    void language.choose();
    windows.quickAdd.knownChanged();
    attendance.attend();
    reminding.reminders.settingsChanged();
    system.updates.settingsChanged();
  }
  const commands = composeCommandLine(whole);
  const session = composeSession(whole);
  const waking = composeWaking(whole);
  const quitting = composeQuitting({ ...whole, telling, taskNotices, waking, commands, lastState, quit });

  unattended(attendance.attend);
  waking.armTurn();
  powerMonitor.on('resume', waking.woke);
  furtherStarts.follow((args) => {
    if (deepLinkIn(args) !== undefined || hasHiddenFlag(args)) return;
    if (args.includes(STOP_FLAG)) tray.choose({ do: 'stop' });
    else showWindow();
  });
  app.on('activate', showWindow);
  // macOS: Electron closes the windows first, which refuse to be, and only then does the app quit; where it cannot, it goes on.
  autoUpdater.on('before-quit-for-update', () => {
    windows.popover.close();
    windows.quickAdd.close();
  });
  app.on('before-quit', (event) => {
    if (!quitting.mayGo()) event.preventDefault();
  });
  app.on('will-quit', quitting.close);
  watchSessionEnd({
    onAsked: quitting.flush,
    onEnd: () => {
      quitting.sessionEnds();
      app.exit(0);
    },
    onShutdown: quit,
  });
  quitsItself();

  session.load();
  if (ground.damage !== null) {
    say(words.app.damage.notice(ground.damage));
    tellDamage(ground.damage);
  }
  unattended(() => {
    const damaged = settings.setAside(new Date(now()));
    if (damaged.length === 0) return;
    console.error(`Settings could not be read and are set aside: ${damaged.join(', ')}`);
    say(words.app.settingsSetAside(damaged));
  });
  answerWith(answering);
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
  links.follow(composeLinks(whole));
  reminding.followEarlierNotifications();
  await commands.ready;
  if (!database.isOpen) return;
  commands.lookAtInbox();
  system.tellSystem();
}
