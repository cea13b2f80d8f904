/** Table of contents: makes the parts, hands each what it needs, starts them, stops them. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, clipboard, dialog, Menu, nativeTheme, powerMonitor, session } from 'electron';
import { createAccounts, LOCAL_BASE_URL, type Session } from './account/accounts.ts';
import { createKeychain } from './account/keychain.ts';
import { createSignIn } from './account/sign-in.ts';
import { CHANNEL } from './bridge/channels.ts';
import type { ShowView } from './bridge/contract.ts';
import { createHandlers } from './bridge/handlers.ts';
import { createNotices } from './bridge/notices.ts';
import { createPublisher, type Publisher } from './bridge/publish.ts';
import { serve } from './bridge/serve.ts';
import { createAlarm } from './desktop/alarm.ts';
import { hardenContents, refusePermissions } from './desktop/harden.ts';
import { startKeychainProcess } from './desktop/keychain-process.ts';
import { openPage } from './desktop/links.ts';
import { watchNetwork } from './desktop/network.ts';
import { notify } from './desktop/notify.ts';
import { isOurFrame, registerScheme, servePage } from './desktop/page.ts';
import { createPopover } from './desktop/popover.ts';
import { idleReading, watchPresence } from './desktop/presence.ts';
import { saveText } from './desktop/save-text.ts';
import { createTransport } from './desktop/transport.ts';
import { createTray } from './desktop/tray.ts';
import { hasTrayHost } from './desktop/tray-host.ts';
import { type TrayAction, trayModel } from './desktop/tray-model.ts';
import { createUnattended } from './desktop/unattended.ts';
import { createLocalAccess } from './local/in-process.ts';
import { labelAttach, labelRemove } from './outbox/label-writes.ts';
import { createOutbox } from './outbox/outbox.ts';
import { CreatedTask, TASK_CREATE, taskCreate } from './outbox/task-create.ts';
import { taskDelete } from './outbox/task-delete.ts';
import { taskAssignee, taskDueDate, taskPriority, taskStatus, tasksMove, taskTitle } from './outbox/task-writes.ts';
import { timeEntryCreate } from './outbox/time-entry-create.ts';
import { timeEntryUpdate } from './outbox/time-entry-update.ts';
import { outboxView } from './outbox/view.ts';
import { openDatabase } from './store/database.ts';
import { isDamage, setAside } from './store/set-aside.ts';
import { createSettings } from './store/settings.ts';
import { createAssigned, type TasksView } from './tasks/assigned.ts';
import { createCreation } from './tasks/create.ts';
import { nextTurn } from './tasks/due.ts';
import { changedList, pendingChanges } from './tasks/pending.ts';
import { createTaskChanges } from './tasks/task-changes.ts';
import { taskRef } from './tasks/task-view.ts';
import { adoptTask } from './time/adopt-task.ts';
import { createAttendance } from './time/attendance.ts';
import { createAwayLedger } from './time/away-ledger.ts';
import { createChanges } from './time/changes.ts';
import { createEdit } from './time/edit.ts';
import { createElsewhere } from './time/elsewhere.ts';
import { createEntries, type TimeView } from './time/entries.ts';
import { forgetTasks } from './time/forget.ts';
import { LONG_MS } from './time/refusals.ts';
import { createTimer } from './time/timer.ts';
import { weekTotals } from './time/totals.ts';
import { weekStart } from './time/week-start.ts';
import { createWitness } from './time/witness.ts';
import { problemFrom } from './words/problems.ts';

const now = () => Date.now();
/** Goes on whatever happens to the other one. */
const monotonic = () => performance.now();
const out = join(import.meta.dirname, '..');
/** How long quitting waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;
/** A key's quota is freed only by 60 quiet seconds (field notes 7); polls must leave such pauses, jitter and all. */
const API_KEY_POLL_MS = 70_000;

Menu.setApplicationMenu(null);
registerScheme();
hardenContents();
app.setName('Punchcard');

if (app.requestSingleInstanceLock()) {
  app.whenReady().then(start).catch(fail);
} else {
  // The running one opens its window.
  app.exit(0);
}

async function start(): Promise<void> {
  refusePermissions(session.defaultSession);
  servePage(session.defaultSession, join(out, 'renderer'));

  const dataFolder = app.getPath('userData');
  const { database, setAside: aside } = openDatabase(join(dataFolder, 'punchcard.sqlite'), new Date(now()));
  const settings = createSettings(database);
  nativeTheme.themeSource = settings.read().theme;

  const localPath = join(dataFolder, 'local-workspace.sqlite');
  const local = createLocalAccess(localPath, (error) => {
    if (!isDamage(error)) return false;
    notices.say('The workspace on this computer could not be read. It was set aside, and a new one begins.');
    console.error(`The local workspace was damaged and is set aside as ${setAside(localPath, new Date(now()))}`);
    return true;
  });
  const transport = createTransport();
  const transportFor = (baseUrl: string) => (baseUrl === LOCAL_BASE_URL ? local.transport : transport);
  const userAgent = `Punchcard/${app.getVersion()} (${process.platform})`;

  let acting: Session | null = null;
  let publisher: Publisher | null = null;
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
    startWorker: () => startKeychainProcess(join(import.meta.dirname, 'keychain-worker.js')),
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
    copyText: (text) => clipboard.writeText(text),
    openPage,
    now,
    monotonic,
    onChange: () => touch('signIn'),
  });

  const notices = createNotices(now, () => touch('notice'));
  const inWords = (error: unknown): string => {
    const { title, what } = problemFrom(error, acting?.server ?? 'The server');
    return `${title}. ${what}`;
  };
  const unattended = createUnattended(monotonic, inWords, notices.say);
  const outbox = createOutbox({
    database,
    kinds: [
      timeEntryCreate,
      timeEntryUpdate,
      taskCreate,
      taskDelete,
      taskStatus,
      taskPriority,
      taskDueDate,
      taskAssignee,
      taskTitle,
      tasksMove,
      labelAttach,
      labelRemove,
    ],
    now,
    random: Math.random,
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      touch('outbox', 'time', 'tasks');
      network.wait();
    },
    onTaken: (item, value) => {
      if (item.kind === TASK_CREATE) adoptTask(database, item.accountId, item.subject, CreatedTask.parse(value));
    },
    onSent: (item, value) => {
      if (item.kind === TASK_CREATE) creation.made(item, value);
      if (item.accountId === currentId()) assigned.absorb(pendingChanges([item]));
      assigned.refresh();
    },
    onRefused: (_, sentence) => notices.say(sentence),
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
      touch('time', 'outbox', 'away');
      // After the change is whole: it may be one of a row that ends the question.
      queueMicrotask(() => unattended(attend));
    },
  });
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    say: (text, undo, taskId) => notices.say(text, { ...undo, command: 'tasks.undo' }, taskId),
    onChange: () => touch('tasks', 'outbox'),
  });
  const creation = createCreation({ database, outbox, taskChanges, now });
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
    onRemind: () => notify('No timer is running', 'Click to start one.', () => popover.show()),
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
    pollMs: () =>
      Math.max(settings.read().pollSeconds * 1000, accounts.current()?.kind === 'api-key' ? API_KEY_POLL_MS : 0),
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      touch('tasks');
      elsewhere.listed();
      armTurn();
      network.wait();
    },
    onAnswering: () => unattended(outbox.tryNow),
  });

  const currentId = () => accounts.current()?.id;
  /** The list as the person left it, sent or not. */
  function tasksView(): TasksView {
    const view = assigned.view();
    const account = accounts.current();
    if (account === null) return view;
    return { ...view, ...changedList(view, taskChanges.pending(account.id), account.user.id) };
  }

  /** Reads and writes go through this session, or stop. */
  function actFor(next: Session | null): void {
    acting = next;
    const account = next?.account ?? accounts.current();
    if (next === null || account?.workspaceId == null) {
      assigned.stop();
      outbox.pause();
      elsewhere.start(null);
    } else {
      const { client, server } = next;
      assigned.start({
        accountId: account.id,
        userId: account.user.id,
        workspaceId: account.workspaceId,
        server,
        client,
      });
      outbox.resume({ accountId: account.id, userId: account.user.id, client });
      elsewhere.start({ accountId: account.id, userId: account.user.id, client });
    }
    touch('time', 'outbox');
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
      time: () => {
        const id = currentId();
        return id === undefined ? nothing : entries.view(id, new Date(now()), weekStartsOn, outbox);
      },
      outbox: () => {
        const id = currentId();
        if (id === undefined) return { items: [], total: 0, isPaused: true, others: [] };
        return outboxView(outbox, id, (subject) => entries.find(id, subject)?.discardedAt === null, accounts.others());
      },
      settings: settings.read,
      notice: notices.view,
      elsewhere: elsewhere.view,
      away: attendance.away,
      stillWorking: attendance.stillWorking,
      stoppedTimer: attendance.stoppedTimer,
      sample: () => (accounts.current()?.kind === 'local' ? { present: local.opened()?.hasSample() ?? false } : null),
    },
    (changed) => popover.post(CHANNEL.state, changed),
  );
  const { read } = publisher;

  const popover = createPopover({
    preload: join(out, 'preload', 'preload.cjs'),
    icon: join(out, 'icons', 'app', '64x64.png'),
    trayBounds: () => tray.bounds(),
    hasTrayHost,
    isPinned: () => settings.read().pinned,
    onLook: () => {
      assigned.glance();
      elsewhere.look();
      const view = accounts.view();
      if (view?.problem?.kind === 'keychain' && view.status !== 'signed-in') void accounts.askKeychainAgain();
    },
    onClosedForGood: () => app.quit(),
  });
  /** The little of the time that the tray shows: no day and no week has to be added up for it. */
  function trayTime(): Parameters<typeof trayModel>[0]['time'] {
    const id = currentId();
    if (id === undefined) return { running: null, recent: [] };
    return { running: entries.running(id) ?? null, recent: entries.recent(id) };
  }
  const tray = createTray({
    icons: join(out, 'icons', 'tray'),
    model: () => trayModel({ account: accounts.view(), tasks: tasksView(), time: trayTime() }, new Date(now())),
    onClick: popover.toggle,
    onAction: (action) => void act(() => chosen(action)),
  });

  function showView(view: ShowView): void {
    popover.show(() => popover.post(CHANNEL.show, view));
  }

  function chosen(action: TrayAction): unknown {
    switch (action.do) {
      case 'open':
        return popover.show();
      case 'settings':
        return showView('settings');
      case 'sign-in':
        popover.show();
        return signIn.again();
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
    entries,
    timer,
    edit,
    changes,
    taskChanges,
    elsewhere,
    attendance,
    outbox,
    settings,
    notices,
    weekStartsOn,
    local: local.open,
    session: () => acting,
    state: read,
    onSettings: ({ theme }) => {
      nativeTheme.themeSource = theme;
      touch('settings');
      attend();
    },
    onSample: () => {
      touch('sample');
      assigned.refresh(true);
    },
    forgetTasks: (accountId, taskIds) => {
      forgetTasks(database, entries, outbox, accountId, taskIds);
      touch('time', 'outbox');
    },
    onTakenOver: () => touch('time', 'outbox'),
    hideWindow: popover.hide,
    openPage,
    saveText,
  });
  serve({ handlers, isOurs: isOurFrame, server: () => acting?.server ?? 'The server' });

  /** The computer woke, or the network is back. */
  function lookAgain(): void {
    assigned.refresh();
    elsewhere.look();
    unattended(outbox.tryNow);
  }
  const network = watchNetwork(() => assigned.view().failingSince !== null || outbox.isHeld(), lookAgain);

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
  powerMonitor.on('resume', () => {
    turn.check();
    unattended(attendance.check);
    lookAgain();
  });

  app.on('second-instance', () => popover.show());
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
    network.stop();
    turn.stop();
    presence.stop();
    attendance.stop();
    unattended(assigned.stop);
    outbox.close();
    keychain.close();
    popover.quit();
    tray.destroy();
  });
  app.on('will-quit', () => {
    database.close();
    local.close();
  });

  const account = accounts.current();
  if (account) {
    assigned.load(account.id, account.workspaceId);
    const left = running();
    // Unless the clock makes no sense already.
    if (left && now() >= Date.parse(left.startTime)) witness.see(left);
  }
  if (aside !== null) {
    notices.say('The data could not be read. It was set aside, and Punchcard starts anew.');
    console.error(`The database was damaged and is set aside as ${aside}`);
    // The three doors have no status line to say it in.
    void dialog.showMessageBox({
      type: 'warning',
      title: 'Punchcard',
      message: 'The data could not be read, so Punchcard starts anew.',
      detail: `Nothing was deleted. The file is kept as ${aside}`,
    });
  }
  const opened = accounts.open();
  // First the tray, because a window gets its frame when it is made.
  await popover.lookForTray();
  if (!process.argv.includes('--hidden')) popover.show();
  await opened;
}

/** Nothing to show it in yet: a plain dialog, then the end. The data is untouched. */
function fail(error: unknown): void {
  const what = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox('Punchcard cannot start', `${what}\n\nYour data is untouched, in ${app.getPath('userData')}.`);
  app.exit(1);
}
