/** Table of contents: makes the parts, hands each what it needs, starts them, stops them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, clipboard, dialog, nativeTheme, powerMonitor, type Tray } from 'electron';
import { createAccounts, LOCAL_BASE_URL, type Session } from './account/accounts.ts';
import { createKeychain } from './account/keychain.ts';
import { createPermissions } from './account/permissions.ts';
import { createSignIn } from './account/sign-in.ts';
import { boardSource } from './bridge/board-handlers.ts';
import { CHANNEL } from './bridge/channels.ts';
import type { ShowView } from './bridge/contract.ts';
import { createHandlers } from './bridge/handlers.ts';
import { createNotices } from './bridge/notices.ts';
import { createPublisher, type Publisher } from './bridge/publish.ts';
import type { Answering } from './bridge/receive.ts';
import { serve } from './bridge/serve.ts';
import { taskPageSource } from './bridge/task-handlers.ts';
import { createAnswers } from './cli/answer.ts';
import { readCommandLine } from './cli/args.ts';
import { readInput } from './cli/input.ts';
import { terminalSpeaker } from './cli/language.ts';
import { runCommandLine } from './cli/run.ts';
import { serveCommands } from './cli/server.ts';
import { createAlarm } from './desktop/alarm.ts';
import { createAutostart } from './desktop/autostart.ts';
import { choosePicture } from './desktop/choose-picture.ts';
import { parseDeepLink } from './desktop/deep-link.ts';
import { deepLinkIn } from './desktop/deep-link-argument.ts';
import type { DeepLinks } from './desktop/deep-links.ts';
import { readDesktop } from './desktop/diagnostics.ts';
import { diagnosticsText } from './desktop/diagnostics-text.ts';
import { pressCounter } from './desktop/key-repeat.ts';
import { startKeychainProcess } from './desktop/keychain-process.ts';
import { createLinkHandler } from './desktop/link-handler.ts';
import { openPage } from './desktop/links.ts';
import { createLog, keepConsole } from './desktop/log.ts';
import { watchNetwork } from './desktop/network.ts';
import { createNotifications } from './desktop/notifications.ts';
import { pageOf } from './desktop/page.ts';
import { createPopover, type FirstWindow } from './desktop/popover.ts';
import { idleReading, watchPresence } from './desktop/presence.ts';
import { createQuickAddWindow } from './desktop/quick-add-window.ts';
import { saveText } from './desktop/save-text.ts';
import { createShortcut } from './desktop/shortcuts.ts';
import { createTaskNotices } from './desktop/task-notices.ts';
import { createTransport } from './desktop/transport.ts';
import { createTray } from './desktop/tray.ts';
import { hasTrayHost } from './desktop/tray-host.ts';
import { type TrayAction, trayModel } from './desktop/tray-model.ts';
import { createUnattended } from './desktop/unattended.ts';
import { createUpdates, readOrigin } from './desktop/updates.ts';
import { createZoneWatch } from './desktop/zone.ts';
import { createZoom } from './desktop/zoom.ts';
import { createNews } from './instance/news.ts';
import { createUploads } from './instance/server.ts';
import { createTools } from './instance/tools.ts';
import { createLocalAccess } from './local/in-process.ts';
import { WRITE_KINDS } from './outbox/kinds.ts';
import { createOutbox } from './outbox/outbox.ts';
import { CreatedTask, TASK_CREATE, TaskCreatePayload } from './outbox/task-create.ts';
import { outboxView } from './outbox/view.ts';
import { createWrite } from './projects/writes.ts';
import { createLeadTimes } from './reminders/lead-times.ts';
import { createLedger } from './reminders/ledger.ts';
import { type ReminderList, reminderLists } from './reminders/lists.ts';
import { createReminders } from './reminders/reminders.ts';
import { readCounts } from './store/counts.ts';
import { openDatabase } from './store/database.ts';
import { isDamage, setAside } from './store/set-aside.ts';
import { createSettings } from './store/settings.ts';
import { createAssigned, type TasksView } from './tasks/assigned.ts';
import { createBoard } from './tasks/board.ts';
import { createCreation } from './tasks/create.ts';
import { nextTurn } from './tasks/due.ts';
import { findAtService } from './tasks/find-at-service.ts';
import { findTask } from './tasks/find-task.ts';
import { emptyInbox } from './tasks/inbox.ts';
import { createKeptBoards } from './tasks/kept-boards.ts';
import { createKnown } from './tasks/known.ts';
import { createMakeTasks, knownFrom } from './tasks/make-tasks.ts';
import { createOpenTask } from './tasks/open-task.ts';
import { changedList, pendingChanges } from './tasks/pending.ts';
import { pendingColumns } from './tasks/pending-columns.ts';
import { createRealtime } from './tasks/realtime.ts';
import { createTaskChanges } from './tasks/task-changes.ts';
import { createTaskPage } from './tasks/task-page.ts';
import { oneLine, taskRef } from './tasks/task-view.ts';
import { createWatchedBoards } from './tasks/watched-boards.ts';
import { adoptTask } from './time/adopt-task.ts';
import { createAttendance } from './time/attendance.ts';
import { createAwayLedger } from './time/away-ledger.ts';
import { createChanges } from './time/changes.ts';
import { createEdit } from './time/edit.ts';
import { createElsewhere } from './time/elsewhere.ts';
import { createEntries, type TaskRef, type TimeView } from './time/entries.ts';
import { forgetTasks } from './time/forget.ts';
import { createLinkQuestions } from './time/link-question.ts';
import { LONG_MS } from './time/refusals.ts';
import { createTimer } from './time/timer.ts';
import { weekTotals } from './time/totals.ts';
import { weekStart } from './time/week-start.ts';
import { createWitness } from './time/witness.ts';
import { words } from './words/index.ts';
import { problemFrom } from './words/problems.ts';
import { reminderWords } from './words/reminders.ts';
import { createSpeaker } from './words/speaker.ts';

const now = () => Date.now();
/** Goes on whatever happens to the other one. */
const monotonic = () => performance.now();
const isElsewhere = createZoneWatch();
/** When the window of quick add is made, after the sign-in (ms). */
const PREPARE_MS = 1_500;
/** How long quitting waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;
/** A key's quota is freed only by 60 quiet seconds (field notes 7); polls must leave such pauses, jitter and all. */
const API_KEY_POLL_MS = 70_000;
/** While the service tells what happens, asking is only a safety net. */
const RARE_POLLS = 5;
/** How often a watched board is looked at, and how soon again after a change was told (ms); a key's quota is small. */
const WATCHED = { everyMs: 15 * 60_000, restMs: 60_000 };
const WATCHED_WITH_KEY = { everyMs: 60 * 60_000, restMs: 15 * 60_000 };
/** Projects, watched or of assigned tasks, that are listened to beside the one whose board is open. */
const MAX_WATCHED_PROJECTS = 5;

/** What begin.ts made already. */
interface Begun {
  /** The folder of the build. */
  out: string;
  links: DeepLinks;
  tray: Tray;
  /** The window that this start shows, still empty. */
  first: FirstWindow | null;
  /** From now on pages are answered, by this. */
  answerWith: (answering: Answering) => void;
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

export async function start({ out, links, tray: icon, first, answerWith }: Begun): Promise<void> {
  const dataFolder = app.getPath('userData');
  const log = createLog({ folder: join(dataFolder, 'logs'), now });
  keepConsole(log);
  const { database, setAside: aside } = openDatabase(join(dataFolder, 'punchcard.sqlite'), new Date(now()));
  const settings = createSettings(database);
  nativeTheme.themeSource = settings.read().theme;
  const zoomed = () => settings.read().zoom;
  const zoom = createZoom({ read: zoomed, change: (zoom) => void handlers['settings.change']({ zoom }) });
  let publisher: Publisher | null = null;
  const language = createSpeaker({
    setting: () => settings.read().language,
    preferred: () => app.getPreferredSystemLanguages(),
    // Every part of the state may hold words.
    onChange: () => {
      if (publisher === null) return;
      publisher.touchAll();
      quickAdd.languageChanged();
    },
  });
  await language.choose();

  const localPath = join(dataFolder, 'local-workspace.sqlite');
  const local = createLocalAccess(localPath, (error) => {
    if (!isDamage(error)) return false;
    notices.say(words.app.workspaceSetAside);
    console.error(`The local workspace was damaged and is set aside as ${setAside(localPath, new Date(now()))}`);
    return true;
  });
  const transport = createTransport();
  const transportFor = (baseUrl: string) => (baseUrl === LOCAL_BASE_URL ? local.transport : transport);
  const userAgent = `Punchcard/${app.getVersion()} (${process.platform})`;

  const copyText = (text: string) => clipboard.writeText(text);
  const currentId = () => accounts.current()?.id;
  let acting: Session | null = null;
  let isTrayStale = false;
  const touch: Publisher['touch'] = (...parts) => {
    publisher?.touch(...parts);
    if (isTrayStale) return;
    isTrayStale = true;
    // Once a turn, however many parts changed in it; by then the tray is made, too.
    queueMicrotask(() => {
      isTrayStale = false;
      tray.refresh();
    });
  };

  const keychain = createKeychain({
    startWorker: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    onRecovered: () => void accounts.askKeychainAgain(),
  });
  const accounts = createAccounts({
    database,
    settings,
    tokens: keychain,
    userAgent,
    transportFor,
    openLocalSession: local.openSession,
    now,
    onChange: () => touch('account', 'sample'),
    onSession: actFor,
  });
  const signIn = createSignIn({
    accounts,
    settings,
    transportFor,
    userAgent,
    openLocalSession: local.openSession,
    copyText,
    openPage,
    now,
    monotonic,
    onChange: () => touch('signIn'),
  });

  const notices = createNotices(now, () => touch('notice'));
  const inWords = (error: unknown): string => {
    const { title, what } = problemFrom(error, acting?.server ?? words.account.someServer);
    return `${title}. ${what}`;
  };
  const unattended = createUnattended(monotonic, inWords, notices.say);
  const permissions = createPermissions({
    now,
    onChange: () => {
      touch('lacks', 'details');
      board.overlay();
    },
  });
  const outbox = createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    random: Math.random,
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      touch('outbox', 'time', 'tasks', 'board', 'details');
      board.overlay();
      news.overlay();
      network.wait();
    },
    onTaken: (item, value) => {
      if (item.kind === TASK_CREATE) adoptTask(database, item.accountId, item.subject, CreatedTask.parse(value));
    },
    onSent: (item, value) => {
      if (item.kind === TASK_CREATE) creation.made(item, value);
      if (item.accountId === currentId()) {
        const taken = pendingChanges([item]);
        assigned.absorb(taken);
        watched.absorb(taken);
      }
      board.sent(item, value);
      openTask.sent(item);
      if (item.kind.startsWith('notification.')) news.sent(item);
      else assigned.refresh();
    },
    onNeedsYou: ({ kind, subject, payload }, why) => {
      const task = kind === TASK_CREATE ? TaskCreatePayload.safeParse(payload).data : undefined;
      if (task !== undefined) void taskNotices.refused(subject, oneLine(task.title, 120), why);
    },
    onRefused: (_, sentence, error) => {
      permissions.learn(error);
      notices.say(sentence);
      // What it would have changed is as before.
      reminders.look();
    },
  });
  const entries = createEntries(database);
  const witness = createWitness(now, monotonic);
  const changes = createChanges({
    database,
    entries,
    outbox,
    witness,
    now,
    monotonic,
    notify: (text, undo) => notices.say(text, undo && { ...undo, command: 'time.undo' }),
    onChange: () => {
      touch('time', 'outbox', 'away', 'details');
      // After the change is whole: it may be one of a row that ends the question.
      queueMicrotask(() => unattended(attend));
    },
  });
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    say: (text, undo, taskId) => notices.say(text, { ...undo, command: 'tasks.undo' }, taskId),
    onChange: () => {
      touch('tasks', 'board', 'outbox', 'details');
      board.overlay();
      reminders.look();
    },
  });
  const known = createKnown({
    database,
    now,
    onChange: () => {
      quickAdd.knownChanged();
      touch('details');
    },
  });
  const openTask = createOpenTask({
    pending: taskChanges.pending,
    find: (taskId) => assigned.find(taskId) ?? board.find(taskId) ?? watched.find(taskId),
    lists: known.lists,
    need: known.need,
    lacks: permissions.lacks,
    ownEntries: (accountId, taskId) => entries.ofTask(accountId, taskId, outbox),
    source: () => acting && taskPageSource(acting.account, acting.client),
    now,
    onChange: () => touch('details'),
  });
  const taskPage = createTaskPage({ openTask, taskChanges, lists: known.lists });
  const write = createWrite({ outbox, now });
  const news = createNews({
    now,
    open: () => outbox.openOfKinds(currentId() ?? '', 'notification.'),
    onChange: () => touch('unread'),
  });
  const tools = createTools({ copyText, openPage });
  const creation = createCreation({ database, outbox, taskChanges, now, onMade: (task) => taskNotices.made(task) });
  const timer = createTimer({ entries, outbox, changes, witness, now });
  const askIdle = () => settings.read().askIdle;
  const thresholdMs = () => settings.read().idleMinutes * 60_000;
  const ledger = createAwayLedger({ database, now, isOn: askIdle, thresholdMs, find: entries.find });
  const edit = createEdit({ entries, changes, inherit: ledger.inherit, now });
  const running = () => {
    const id = accounts.current()?.id;
    return id === undefined ? undefined : entries.running(id);
  };
  // What was recorded while nobody could see: the time since the app last ran is an absence, too.
  ledger.recover(now(), running());
  const presence = watchPresence({
    monitor: powerMonitor,
    ledger,
    platform: process.platform,
    reading: idleReading(process.platform, process.env, app.commandLine.getSwitchValue('ozone-platform')),
    running,
    askIdle,
    thresholdMs,
    now,
    monotonic,
    unattended,
    onBack: () => {
      if (attendance.away() !== null) popover.show();
    },
    onChange: () => touch('away', 'app'),
  });
  const attendance = createAttendance({
    entries,
    changes,
    timer,
    ledger,
    settings: settings.read,
    memory: {
      read: () => settings.kept('still-working') ?? null,
      write: (memory) => settings.keep('still-working', memory),
    },
    stopped: {
      read: () => settings.kept('stopped-timer') ?? null,
      write: (one) => settings.keep('stopped-timer', one),
    },
    lastInput: presence.lastInput,
    isAway: presence.isAway,
    accountId: () => accounts.current()?.id,
    wake: (ring) => createAlarm(now, () => unattended(ring)),
    now,
    onAsk: () => popover.show(),
    onRemind: () => {
      const notice = { id: 'no-timer', ...reminderWords.noTimer, actions: [] };
      if (reminders.view().pausedUntil === null) void notifications.show(notice, { onAction: () => popover.show() });
    },
    onChange: () => touch('away', 'stillWorking', 'stoppedTimer'),
  });
  const elsewhere = createElsewhere({
    entries,
    changes,
    timer,
    outbox,
    likely: () => assigned.view().tasks.map(taskRef),
    now,
    onChange: () => touch('elsewhere'),
  });
  const assigned = createAssigned({
    database,
    now,
    random: Math.random,
    pollMs: () => pollMs() * (realtime.isLive() ? RARE_POLLS : 1),
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      touch('tasks');
      watchProjects();
      elsewhere.listed();
      openTask.look();
      armTurn();
      network.wait();
      reminders.look();
      readLeadTimes();
    },
    // The clock may have been set meanwhile, or the zone; nobody tells.
    onAnswer: () => {
      unattended(isElsewhere() ? lookAtClock : reminders.check);
      if (popover.isVisible()) news.glance();
    },
    onAnswering: () => unattended(outbox.tryNow),
  });
  const notifications = createNotifications(() => reminders.look());
  const leadTimes = createLeadTimes({ now, onChange: () => reminders.look() });
  function readLeadTimes(): void {
    const projects = [...assigned.view().tasks, ...watched.view()].map(({ projectId }) => projectId);
    if (acting) void leadTimes.look({ accountId: acting.account.id, client: acting.client }, projects);
  }
  const reminders = createReminders({
    ledger: createLedger(database),
    memory: {
      read: () => settings.kept('reminders') ?? { pausedUntil: null, isHolding: false },
      write: (memory) => settings.keep('reminders', memory),
    },
    accountId: currentId,
    lists: remindedLists,
    leadMinutes: leadTimes.known,
    settings: () => settings.read().reminders,
    notifications,
    wake: (ring) => createAlarm(now, () => unattended(ring)),
    now,
    onStart: (taskId) => void act(() => handlers['timer.start']({ taskId })),
    onOpen: (taskId) => showView(taskId === null ? 'tasks' : { view: 'details', taskId, reminder: true }),
    onChange: () => touch('reminders'),
  });

  function pollMs(): number {
    return Math.max(settings.read().pollSeconds * 1000, accounts.current()?.kind === 'api-key' ? API_KEY_POLL_MS : 0);
  }
  const kept = createKeptBoards(database);
  const board = createBoard({
    kept,
    now,
    random: Math.random,
    pollMs: () => pollMs() * (realtime.watches(board.ownProjectId() ?? '') ? RARE_POLLS : 1),
    pending: taskChanges.pending,
    columnsPending: (accountId) => pendingColumns(outbox.openOfKinds(accountId, 'column.')),
    openWrites: (accountId) => outbox.openOfKinds(accountId, 'task.'),
    personName: (userId) => known.lists().people.find(({ id }) => id === userId)?.name,
    lacks: permissions.lacks,
    isSeen: () => popover.isVisible(),
    isCredentialDead: accounts.isCredentialDead,
    send: (cards) => popover.post(CHANNEL.cards, cards),
    onChange: () => {
      touch('board');
      watchProjects();
      network.wait();
    },
    onGone: (accountId, projectId) => {
      kept.forget(accountId, projectId);
      const others = Object.entries(settings.kept('last-boards') ?? {}).filter(([, id]) => id !== projectId);
      settings.keep('last-boards', Object.fromEntries(others));
    },
  });
  const watched = createWatchedBoards({
    database,
    now,
    random: Math.random,
    pace: () => (accounts.current()?.kind === 'api-key' ? WATCHED_WITH_KEY : WATCHED),
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      touch('watchedBoards');
      watchProjects();
      reminders.look();
      readLeadTimes();
    },
  });
  const realtime = createRealtime({
    random: Math.random,
    onProject: (projectId, taskId) => {
      board.changed(projectId, taskId);
      openTask.glance();
      watched.changed(projectId);
    },
    onNews: () => {
      assigned.refresh();
      news.changed();
    },
    onLive: () => {
      // What happened while nobody listened was not told.
      assigned.refresh();
      news.changed();
      board.glance();
      watched.glance();
    },
  });
  function watchProjects(): void {
    const open = board.ownProjectId();
    const all = [...watched.view(), ...assigned.view().tasks].map(({ projectId }) => projectId);
    const others = new Set(all.filter((id) => id !== open));
    realtime.watch([...(open === null ? [] : [open]), ...[...others].slice(0, MAX_WATCHED_PROJECTS)]);
  }

  /** The list as the person left it, sent or not. */
  function tasksView(): TasksView {
    const view = assigned.view();
    const account = accounts.current();
    if (account === null) return view;
    return { ...view, ...changedList(view, taskChanges.pending(account.id), account.user.id) };
  }

  /** Nobody signed in is reminded of nothing. */
  function remindedLists(): ReminderList[] {
    const account = accounts.current();
    if (account === null) return [];
    const { id, user, workspaceId } = account;
    const pending = taskChanges.pending(id);
    const boards = watched.boards(id);
    const assignedNow = assigned.isOf(id, workspaceId) ? tasksView() : null;
    return reminderLists({ assigned: assignedNow, boards, userId: user.id, workspaceId, pending });
  }

  const makeTasks = createMakeTasks({ accounts, creation, timer, known });
  const linkQuestions = createLinkQuestions({ entries, timer, onChange: () => touch('linkQuestion') });

  /** What quick add knows; null where nobody is signed in. */
  function quickAddKnown() {
    const account = accounts.current();
    if (account === null) return null;
    const { assignToMe } = settings.read();
    // Some desktops add a variant, which is no part of a locale anywhere else.
    const [locale = 'en-GB'] = app.getSystemLocale().split('@');
    return knownFrom(known.lists(), {
      me: account.user,
      lastProjectId: known.lastProjectId(),
      assigned: assigned.view().tasks,
      assignToMe,
      locale,
    });
  }

  /** Reads and writes go through this session, or stop. */
  function actFor(next: Session | null): void {
    acting = next;
    const account = next?.account ?? accounts.current();
    const of = account?.workspaceId == null ? null : { accountId: account.id, workspaceId: account.workspaceId };
    if (next === null || account?.workspaceId == null || of === null) {
      assigned.stop();
      watched.stop();
      watched.load(account?.id ?? null);
      outbox.pause();
      elsewhere.start(null);
      permissions.start(null);
      known.load(of);
      news.start(null);
      realtime.start(null);
      board.use(null, account?.id ?? null);
    } else {
      const { client, server, openSocket } = next;
      assigned.start({
        accountId: account.id,
        userId: account.user.id,
        workspaceId: account.workspaceId,
        server,
        client,
      });
      watched.start({ accountId: account.id, client });
      outbox.resume({ accountId: account.id, userId: account.user.id, client });
      elsewhere.start({ accountId: account.id, userId: account.user.id, client });
      permissions.start({ workspaceId: account.workspaceId, client });
      known.start(of, client);
      setTimeout(prepareQuickAdd, PREPARE_MS);
      news.start(client);
      realtime.start(openSocket);
      board.use(boardSource(next), account.id);
    }
    touch('time', 'outbox', 'details');
  }

  const weekStartsOn = weekStart(app.getSystemLocale());
  const nothing: TimeView = {
    running: null,
    day: '',
    today: [],
    week: weekTotals([], new Date(now()), weekStartsOn),
    recent: [],
  };
  publisher = createPublisher(
    {
      app: () => ({ version: app.getVersion(), platform: process.platform, canReadIdle: presence.canReadIdle() }),
      account: accounts.view,
      signIn: signIn.view,
      tasks: tasksView,
      board: board.view,
      time: () => {
        const id = currentId();
        return id === undefined ? nothing : entries.view(id, new Date(now()), weekStartsOn, outbox);
      },
      outbox: () => {
        const id = currentId();
        if (id === undefined) return { items: [], total: 0, isPaused: true, others: [] };
        return outboxView(outbox, id, (subject) => entries.find(id, subject)?.discardedAt === null, accounts.others());
      },
      lacks: permissions.lacks,
      unread: news.unread,
      language: language.spoken,
      settings: settings.read,
      notice: notices.view,
      details: () => {
        const id = currentId();
        return id === undefined ? null : openTask.view(id);
      },
      elsewhere: elsewhere.view,
      reminders: reminders.view,
      system: () => ({ autostart: autostart.isOn(), links: linkHandler.isOn(), updates: updates.view() }),
      watchedBoards: watched.view,
      away: attendance.away,
      stillWorking: attendance.stillWorking,
      linkQuestion: linkQuestions.view,
      shortcut: () => shortcut.view(),
      stoppedTimer: attendance.stoppedTimer,
      sample: () => (accounts.current()?.kind === 'local' ? { present: local.opened()?.hasSample() ?? false } : null),
    },
    (changed) => popover.post(CHANNEL.state, changed),
  );
  const { read } = publisher;

  const autostart = createAutostart();
  const linkHandler = createLinkHandler({
    icon: join(out, 'icons', 'app', '256x256.png'),
    isRefused: () => settings.kept('links-refused') ?? false,
    setRefused: (refused) => settings.keep('links-refused', refused),
  });
  const updates = createUpdates({
    isOn: () => settings.read().updates,
    isTimerRunning: () => running() !== undefined,
    now,
    random: Math.random,
    wake: (ring) => createAlarm(now, ring),
    onChange: () => touch('system'),
    onMoved: tellSystem,
  });
  /** What starts Punchcard is told where it lies now. */
  function tellSystem(): void {
    autostart.refresh();
    linkHandler.register();
    touch('system');
  }
  let crashes = 0;

  const popover = createPopover({
    out,
    first,
    trayBounds: () => tray.bounds(),
    hasTrayHost,
    zoom: zoomed,
    isPinned: () => settings.read().pinned,
    onLook: () => {
      assigned.glance();
      openTask.glance();
      elsewhere.look();
      board.glance();
      news.glance();
      const view = accounts.view();
      if (view?.problem?.kind === 'keychain' && view.status !== 'signed-in') void accounts.askKeychainAgain();
    },
    onCrash: () => {
      crashes += 1;
      console.error('The window’s page ended by itself');
      notices.say(words.app.windowAnew);
    },
    onGone: board.close,
    onClosedForGood: () => app.quit(),
  });
  const quickAdd = createQuickAddWindow({
    preload: join(out, 'preload', 'preload.cjs'),
    icon: join(out, 'icons', 'app', '64x64.png'),
    channel: CHANNEL.quickAdd,
    isAnotherVisible: popover.isVisible,
    language: language.spoken,
    zoom: zoomed,
    onShow: known.glance,
  });
  const isPress = pressCounter();
  const shortcut = createShortcut({
    read: () => settings.kept('quick-add-shortcut'),
    write: (accelerator) => settings.keep('quick-add-shortcut', accelerator),
    onPress: () => {
      if (isPress(monotonic())) newTask();
    },
    onChange: () => touch('shortcut'),
  });
  /** The little of the time that the tray shows: no day and no week has to be added up for it. */
  function trayTime(): Parameters<typeof trayModel>[0]['time'] {
    const id = currentId();
    if (id === undefined) return { running: null, recent: [] };
    return { running: entries.running(id) ?? null, recent: entries.recent(id) };
  }
  /** undefined: there is nothing to pause. */
  const pausedUntil = () => (settings.read().reminders.on ? reminders.view().pausedUntil : undefined);
  const tray = createTray({
    tray: icon,
    icons: join(out, 'icons', 'tray'),
    model: () =>
      trayModel(
        { account: accounts.view(), tasks: tasksView(), time: trayTime(), pausedUntil: pausedUntil() },
        new Date(now()),
      ),
    onClick: popover.toggle,
    onAction: (action) => void act(() => chosen(action)),
  });

  /** Whoever has a shortcut may press it at any moment; what a start itself needs goes first. */
  function prepareQuickAdd(): void {
    if (acting !== null && shortcut.view().state === 'set') quickAdd.prepare();
  }

  /** Without an account there is nothing to add to: the doors are shown instead. */
  function newTask(): void {
    if (accounts.current() === null) popover.show();
    else quickAdd.toggle();
  }

  function showView(view: ShowView): void {
    popover.show(() => popover.post(CHANNEL.show, view));
  }

  function chosen(action: TrayAction): unknown {
    switch (action.do) {
      case 'open':
        return popover.show();
      case 'new-task':
        return quickAdd.show();
      case 'settings':
        return showView('settings');
      case 'sign-in':
        popover.show();
        return signIn.again();
      case 'pause':
        return reminders.pause(action.length);
      case 'resume':
        return reminders.resume();
      case 'quit':
        return app.quit();
      case 'stop': {
        const stopped = running();
        handlers['timer.stop']({});
        // Nobody would read there how long it was.
        const isLong = stopped !== undefined && now() - Date.parse(stopped.startTime) > LONG_MS;
        return isLong ? showView('time') : undefined;
      }
      case 'discard':
        return handlers['timer.discard']({});
      case 'start':
        return handlers['timer.start']({ taskId: action.taskId });
    }
  }

  const taskNotices = createTaskNotices({
    notifications,
    isOn: () => settings.read().tellCreated,
    isSeen: popover.isVisible,
    say: notices.say,
    undo: (undoId) => void act(() => handlers['tasks.undo']({ undoId })),
    openTask: (taskId) => (taskId === null ? popover.show() : showView({ view: 'details', taskId, reminder: false })),
    openUnsent: () => showView('outbox'),
  });

  /** What the tray was asked for and could not do is said in the window. */
  async function act(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      notices.say(inWords(error));
      popover.show();
    }
  }

  const handlers = createHandlers({
    accounts,
    signIn,
    assigned,
    board,
    kept,
    permissions,
    entries,
    timer,
    edit,
    changes,
    taskChanges,
    openTask,
    taskPage,
    elsewhere,
    attendance,
    reminders,
    watched,
    notifications,
    outbox,
    settings,
    known,
    quickAddKnown,
    makeTasks,
    creation,
    quickAdd,
    shortcut,
    linkQuestions,
    notices,
    weekStartsOn,
    local: local.open,
    session: () => acting,
    state: read,
    onSettings: ({ theme }) => {
      nativeTheme.themeSource = theme;
      zoom.changed();
      popover.zoomChanged();
      quickAdd.zoomChanged();
      touch('settings');
      void language.choose();
      quickAdd.knownChanged();
      attend();
      reminders.settingsChanged();
      updates.settingsChanged();
    },
    onSample: () => {
      touch('sample');
      assigned.refresh(true);
      board.refresh();
    },
    forgetTasks: (accountId, taskIds) => {
      forgetTasks(database, entries, outbox, accountId, taskIds);
      touch('time', 'outbox');
    },
    onTakenOver: () => touch('time', 'outbox'),
    hideWindow: popover.hide,
    write,
    uploads: createUploads(),
    news,
    tools,
    choosePicture,
    copyText,
    server: () => acting?.server ?? words.account.someServer,
    now,
    openPage,
    saveText,
    autostart,
    linkHandler,
    updates,
    diagnostics,
    onSystem: () => touch('system'),
  });
  const answering = serve({ handlers, pageOf, server: () => acting?.server ?? words.account.someServer });

  async function diagnostics(): Promise<string> {
    const origin = readOrigin();
    const account = accounts.view();
    const { total, failingSince, problem } = assigned.view();
    return diagnosticsText({
      ...readDesktop(origin),
      hasTrayHost: await hasTrayHost(),
      account: account && { ...account, problem: account.problem?.kind ?? null },
      tasks: { shown: total, isFailing: failingSince !== null, problem: problem?.kind ?? null },
      isListening: realtime.isLive(),
      isTimerRunning: running() !== undefined,
      shortcut: shortcut.view().state,
      autostart: autostart.isOn(),
      links: linkHandler.isOn(),
      updates: updates.view().state,
      crashes,
      runMs: monotonic(),
      counts: readCounts(database),
      log: log.last(),
    });
  }

  function follow(text: string): void {
    const link = parseDeepLink(text);
    const id = currentId();
    if (link === null || id === undefined) popover.show();
    else if (link.do === 'add') quickAdd.show({ text: link.text, isFromLink: true });
    else if (link.do === 'stop') {
      if (!linkQuestions.askStop(id)) notices.say(words.app.linkStopsNothing);
      popover.show();
    } else if (link.task === undefined) popover.show();
    else void followTo(id, link.task, link.do);
  }

  /** A task that is in no list here may still be at the service; where it does not answer, there is none. */
  async function lookUp(name: string): Promise<TaskRef | undefined> {
    const workspaceId = acting?.account.workspaceId;
    if (acting === null || workspaceId == null) return undefined;
    const source = { client: acting.client, workspaceId, projects: known.lists().projects };
    return findAtService(source, name).catch(() => undefined);
  }

  async function followTo(accountId: string, name: string, does: 'start' | 'open'): Promise<void> {
    const found = findTask(name, [...entries.recent(accountId), ...assigned.view().tasks.map(taskRef)]);
    const task = found.is === 'none' ? await lookUp(name) : found.is === 'one' ? found.task : undefined;
    if (task !== undefined && does === 'open') {
      showTask(task);
      return;
    }
    if (task !== undefined) linkQuestions.askStart(accountId, task);
    else notices.say(words.app.linkNamesNone(name));
    popover.show();
  }

  function showTask(task: TaskRef | null): void {
    if (task === null) popover.show();
    else showView({ view: 'details', taskId: task.taskId, reminder: false });
  }

  /** What a command line wrote down while no app was running. */
  function lookAtInbox(): void {
    const id = currentId();
    if (id === undefined) return;
    void act(() => emptyInbox(database, id, makeTasks));
  }
  const commands = serveCommands({
    dataFolder,
    answer: createAnswers({
      accounts,
      assigned,
      entries,
      timer,
      known: () => {
        const lists = quickAddKnown();
        return lists && { ...lists, now: new Date(now()) };
      },
      make: makeTasks,
      openQuickAdd: () => quickAdd.show(),
      lookUp,
      openWindow: showTask,
      lookAtDatabase: lookAtInbox,
      server: () => acting?.server ?? words.account.someServer,
      now,
    }),
    onFailure: (error) => console.error(`Command lines will not find the app: ${error.message}`),
  });

  /** The computer woke, or the network is back. */
  function lookAgain(): void {
    assigned.refresh();
    openTask.glance();
    elsewhere.look();
    unattended(outbox.tryNow);
    realtime.again();
    board.glance();
    watched.glance();
  }
  const network = watchNetwork(
    () => assigned.view().failingSince !== null || outbox.isHeld() || board.view()?.problem != null,
    lookAgain,
  );

  function attend(): void {
    presence.update();
    attendance.update();
  }
  unattended(attend);

  /** A new day and a due date that passes change what is shown without anything else happening. */
  const turn = createAlarm(now, () => {
    touch('time');
    armTurn();
  });
  function armTurn(): void {
    const dueDates = assigned.view().tasks.map((task) => task.dueDate);
    turn.set(nextTurn(dueDates, new Date(now())).getTime());
  }
  armTurn();
  /** Due days and quiet hours are by the clock on the wall. */
  function lookAtClock(): void {
    armTurn();
    touch('time', 'tasks');
    reminders.look();
  }
  powerMonitor.on('resume', () => {
    if (isElsewhere()) lookAtClock();
    turn.check();
    unattended(attendance.check);
    lookAgain();
    reminders.woke();
  });

  app.on('second-instance', (_event, args) => {
    if (deepLinkIn(args) === undefined) popover.show();
  });
  app.on('activate', () => popover.show());
  // Without this listener Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  let isFlushed = false;
  app.on('before-quit', (event) => {
    if (!isFlushed && acting !== null && outbox.count(acting.account.id) > 0) {
      // What waits only to be taken back leaves now: the next start may be days away.
      event.preventDefault();
      popover.hide();
      unattended(outbox.flush);
      void Promise.race([outbox.idle(), delay(LAST_WRITES_MS)]).finally(() => {
        isFlushed = true;
        app.quit();
      });
      return;
    }
    // What ends now changes what is shown, and would be told after the database is closed: an error, whose dialog nobody ends.
    publisher = null;
    updates.quitting();
    network.stop();
    turn.stop();
    presence.stop();
    attendance.stop();
    reminders.stop();
    taskNotices.stop();
    notifications.stop();
    watched.stop();
    board.close();
    realtime.start(null);
    unattended(assigned.stop);
    outbox.close();
    keychain.close();
    commands.close();
    shortcut.stop();
    quickAdd.quit();
    popover.quit();
    tray.destroy();
  });
  app.on('will-quit', () => {
    publisher?.stop();
    database.close();
    local.close();
  });

  const account = accounts.current();
  if (account) {
    watched.load(account.id);
    assigned.load(account.id, account.workspaceId);
    if (account.workspaceId !== null) known.load({ accountId: account.id, workspaceId: account.workspaceId });
    reminders.tidy();
    const left = running();
    // Unless the clock makes no sense already.
    if (left && now() >= Date.parse(left.startTime)) witness.see(left);
  }
  if (aside !== null) {
    notices.say(words.app.dataSetAside);
    console.error(`The database was damaged and is set aside as ${aside}`);
    // The three doors have no status line to say it in.
    void dialog.showMessageBox({
      type: 'warning',
      title: 'Punchcard',
      message: words.app.dataAnew,
      detail: words.app.fileKept(aside),
    });
  }
  const opened = accounts.open();
  answerWith(answering);
  await popover.lookForTray();
  // Here and below: somebody may have quit meanwhile.
  if (!database.isOpen) return;
  if (first !== null) popover.show();
  shortcut.start();
  await opened;
  if (!database.isOpen) return;
  links.follow(follow);
  await commands.ready;
  if (!database.isOpen) return;
  lookAtInbox();
  tellSystem();
}

/** Nothing to show it in yet: a plain dialog, then the end. The data is untouched. */
export function fail(error: unknown): void {
  console.error('Punchcard cannot start:', error);
  const what = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(words.app.cannotStart, words.app.untouched(what, app.getPath('userData')));
  app.exit(1);
}
