/**
 * Creates the accounts, what all of them share, and the features of each account, in the order in which they use each other. What a
 * feature needs from one that is created later is a function, or an event that connect-features.ts connects.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { State } from '../../shared/contract/index.ts';
import { weekStart } from '../../shared/dates/week-start.ts';
import { dateLocale } from '../../shared/i18n/language.ts';
import type { KnownTask } from '../../shared/proposals/find-tasks.ts';
import { localDay } from '../../shared/time/day.ts';
import { createIdle } from '../desktop/idle/idle.ts';
import { createNotifications } from '../desktop/notifications/notifications.ts';
import { confirmDevice } from '../desktop/system/confirm-device.ts';
import { chooseFolder, choosePicture, openTextFile, saveFile } from '../desktop/system/file-dialogs.ts';
import { startKeychainProcess } from '../desktop/system/keychain-process.ts';
import { commandProgram } from '../desktop/system/program-path.ts';
import { savedFiles } from '../desktop/system/saved-files.ts';
import { createTransport } from '../desktop/system/transport.ts';
import { servePictures, serveReportPreview } from '../desktop/windows/app-protocol.ts';
import { printOnPaper, printToPdf } from '../desktop/windows/hidden-page.ts';
import { type AccountPart, type AccountService, createAccountsService } from '../features/account/index.ts';
import { createAssistants } from '../features/assistants/index.ts';
import { createBoardService } from '../features/board/index.ts';
import type { FeatureContext } from '../features/context.ts';
import { createFocus } from '../features/focus/index.ts';
import { createIdleService } from '../features/idle/index.ts';
import { undoChange } from '../features/outbox/index.ts';
import { createPalette } from '../features/palette/index.ts';
import { createProjects } from '../features/projects/index.ts';
import { createProposals } from '../features/proposals/index.ts';
import { createCreatedNotifications, createQuickAdd } from '../features/quick-add/index.ts';
import { createGapReminder, createReminderService } from '../features/reminders/index.ts';
import { createReports } from '../features/report/index.ts';
import { createServer } from '../features/server/index.ts';
import { createdTaskOf, createLiveUpdates, createTasks } from '../features/tasks/index.ts';
import { createRemoteTimersService, createTime } from '../features/time/index.ts';
import { createHolidayFiles, createRulesBackup, createTimeRules } from '../features/time-rules/index.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { CHANNEL } from '../ipc/channels.ts';
import { createLocalAccess } from '../local/in-process-client.ts';
import { createLocalPort } from '../local/port.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import type { BaseParts } from './context.ts';
import { setUpOutbox } from './outbox.ts';

/** How long signing out waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;
/** The largest calendar that can be chosen for proposals. */
const MAX_CALENDAR_BYTES = 10_000_000;

/** The features of one account, or the empty ones that are shown while nobody is signed in. */
export type AccountFeatures = ReturnType<typeof createAccountFeatures>;

/** What all accounts share, and the features of each. */
export type Features = ReturnType<typeof createFeatures>;

type Shared = ReturnType<typeof createShared>;

export function createFeatures(options: BaseParts) {
  const byAccount = new Map<string | null, AccountFeatures>();
  const listeners: ((features: AccountFeatures) => void)[] = [];
  const shared = createShared(options, { inFront, each, ofTask, storeAnswer });
  const { accounts } = shared.account;

  function of(accountId: string | null): AccountFeatures {
    const known = byAccount.get(accountId);
    if (known !== undefined) return known;
    const features = createAccountFeatures(options, shared, accountId);
    byAccount.set(accountId, features);
    for (const listener of listeners) listener(features);
    return features;
  }

  function inFront(): AccountFeatures {
    return of(accounts.current()?.id ?? null);
  }

  /** Of the open accounts. */
  function each(): AccountFeatures[] {
    const ids = accounts.openIds();
    return ids.length === 0 ? [of(null)] : ids.map(of);
  }

  /**
   * Of the account that knows the task: the named one, else the one whose list has it, else the one with time on it; of several the one
   * in front.
   */
  function ofTask(taskId: string, accountId = ''): AccountFeatures {
    if (accounts.find(accountId) !== undefined) return of(accountId);
    const { entries } = shared.time;
    // A page belongs to the account in front, although another may know its task too.
    const front = inFront();
    const all = [front, ...each()];
    if (front.accountId !== null && front.tasks.taskPage.find(front.accountId, taskId)) return front;
    return (
      all.find(({ tasks }) => tasks.assigned.find(taskId) !== undefined) ??
      all.find(({ tasks }) => tasks.knows(taskId)) ??
      all.find(({ accountId }) => accountId !== null && entries.taskOf(accountId, taskId) !== undefined) ??
      all.find(({ server }) => server.inbox.mentions(taskId)) ??
      inFront()
    );
  }

  /** Local data refers to a new task by its outbox subject until the service has given it an id. */
  function storeAnswer(item: OutboxItem, value: unknown): void {
    const { time } = shared;
    time.storeAnswer(item, value);
    const task = createdTaskOf(item, value);
    if (task === undefined) return;
    time.linkCreatedTask(item.accountId, item.subject, task);
    of(item.accountId).reminders.reminders.replaceTaskId(item.accountId, item.subject, task.id);
  }

  servePictures(async (key) => {
    for (const { tasks, boards } of each()) {
      const picture = (await tasks.pictures.picture(key)) ?? (await boards.publicPictures.picture(key));
      if (picture !== null) return picture;
    }
    return null;
  });

  return {
    ...shared,
    of,
    inFront,
    each,
    ofTask,
    /** Of the account that a reminder of an earlier run belongs to, else the one in front. */
    ofReminder: (noticeId: string): AccountFeatures =>
      each().find(({ reminders }) => reminders.reminders.hasTaskOf(noticeId)) ?? inFront(),
    /** What all accounts share first: when quitting, a write that is sent still affects data, so the outbox stops first. */
    allParts: (): AccountPart[] => [...shared.parts, ...each().flatMap(({ parts }) => parts)],
    /** `listener` gets the features of each account, those that are open already included. */
    onAccount(listener: (features: AccountFeatures) => void): void {
      listeners.push(listener);
      for (const features of byAccount.values()) listener(features);
    },
  };
}

interface OfAccounts {
  inFront: () => AccountFeatures;
  each: () => AccountFeatures[];
  ofTask: (taskId: string, accountId?: string) => AccountFeatures;
  storeAnswer: (item: OutboxItem, value: unknown) => void;
}

function createShared(options: BaseParts, { inFront, each, ofTask, storeAnswer }: OfAccounts) {
  const { context, featureContext, electron, out, popover, settings } = options;
  const { language } = settings;
  const { runInBackground, showToast } = featureContext;
  const { platform, env } = process;

  const transport = createTransport();
  const local = createLocalAccess({ ...context, language, showToast });
  const account = createAccountsService(featureContext, {
    transport,
    local,
    startKeychain: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    userAgent: `Punchcard/${electron.version} (${platform})`,
    hasRunningTimer: (accountId) => time.entries.hasRunning(accountId),
    transfer(fromId, toId) {
      for (const part of [...parts, ...inFront().parts]) part.transfer(fromId, toId);
    },
    stopTimer(accountId) {
      if (time.entries.hasRunning(accountId)) time.timer.stop(accountId);
    },
    beforeSignOut: async (accountId) => {
      outbox.flush(accountId);
      await Promise.race([outbox.idle(accountId), delay(LAST_WRITES_MS)]);
    },
  });
  const { accounts, shared } = account;
  const localPort = createLocalPort({
    setting: () => context.settings.read().localServer,
    hasAccount: () => accounts.openIds().some((id) => accounts.find(id)?.account().kind === 'local'),
    open: local.open,
    confirm: confirmDevice,
    onChange: () => featureContext.invalidate('localServer'),
  });
  const { outbox, outboxEvents, outboxPart, sendingPart } = setUpOutbox(featureContext, account, storeAnswer);
  const weekStartsOn = weekStart(electron.systemLocale());
  const timeRules = createTimeRules(featureContext, shared);
  const rulesBackup = createRulesBackup(featureContext, { account: shared, rules: timeRules, saveFile, openTextFile });
  const holidayFiles = createHolidayFiles(featureContext, { rules: timeRules, openTextFile, readTextFile });
  const time = createTime(featureContext, {
    account: shared,
    outbox,
    rules: timeRules,
    weekStartsOn,
    together: account.accounts.together,
    taskToTrack: (taskId, accountId) => ofTask(taskId, accountId).tasks.taskToTrack(taskId),
    assignedTasks: () => each().flatMap((one) => one.tasks.assigned.view().tasks.map(one.account.marked)),
    findTask(taskId) {
      const one = ofTask(taskId);
      const task = one.tasks.find(taskId);
      return task && one.account.marked(task);
    },
    projects: () => each().flatMap(({ projects }) => projects.directory.lists().projects),
    saveFile,
  });
  const reports = createReports(featureContext, {
    account: shared,
    time,
    rules: timeRules,
    serverOf: (id) => account.of(id).server(),
    weekStartsOn,
    language,
    saveFile,
    savedFiles,
    printToPdf,
    printOnPaper,
  });
  serveReportPreview(reports.previewHtml);
  const idleTime = createIdle({
    monitor: electron.power(),
    platform,
    env,
    onChange: () => runInBackground(idle.awayWatch.idleChanged),
  });
  const idle = createIdleService(featureContext, { account: shared, time, power: electron.power(), idleTime });
  const notifications = createNotifications(
    join(out, 'icons', 'app', '128x128.png'),
    () => {
      for (const { reminders } of each()) reminders.reminders.evaluate();
    },
    {
      read: () => context.settings.readValue('shown-notices') ?? [],
      write: (list) => context.settings.writeValue('shown-notices', list),
    },
  );
  const focus = createFocus(featureContext, {
    account: shared,
    time,
    notifications,
    pausedUntil: () => inFront().reminders.reminders.view().pausedUntil,
    show: popover.show,
  });
  const gapReminder = createGapReminder(featureContext, {
    notifications,
    gaps() {
      const [id, today] = [shared.id(), localDay(context.now())];
      return id === undefined ? [] : time.timesheet.review(id, today, today).gaps;
    },
    pausedUntil: () => inFront().reminders.reminders.view().pausedUntil,
    review: () => options.requestedViews.show('review'),
  });

  const proposals = createProposals(featureContext, {
    path: join(context.dataFolder, 'evidence.sqlite'),
    tasks: () => each().flatMap(tasksOf),
    entries: ({ from, to }) => {
      const id = shared.id();
      return id === undefined ? [] : time.entries.between(id, from, to);
    },
    notWork: () => timeRules.rules().notWork,
    awayTimes: idle.recorded,
    ownAddresses: () => each().flatMap((one) => one.account.current()?.user.email ?? []),
    power: electron.power(),
    transport,
    readTextFile,
    chooseFolder,
    chooseCalendar: async () => (await openTextFile('ics', MAX_CALENDAR_BYTES))?.path ?? null,
    calendarWorker: join(out, 'main', 'calendar-worker.js'),
  });

  const assistants = createAssistants(featureContext, {
    changes() {
      const id = shared.id();
      return id === undefined ? [] : featureContext.undo.list(id);
    },
    notifications,
    isSeen: popover.isVisible,
    showWindow: () => popover.show(),
    program: commandProgram(electron.isPackaged),
  });

  /** In the order in which they start. */
  const parts: AccountPart[] = [focus.part, outboxPart, time.part, idle.part, gapReminder.part, proposals.part];

  return {
    parts,
    local,
    localPort,
    account,
    outbox,
    outboxEvents,
    sendingPart,
    timeRules,
    rulesBackup,
    holidayFiles,
    time,
    reports,
    idleTime,
    idle,
    notifications,
    focus,
    gapReminder,
    proposals,
    assistants,
  };
}

/** The tasks of an account's list and boards, and those whose pages told their links. */
function tasksOf({ account, tasks, palette }: AccountFeatures): KnownTask[] {
  const listed = [...tasks.assigned.view().tasks.map(account.marked), ...palette.lists().boardTasks];
  const linked = tasks.taskPage.linked(account.id() ?? '').map(account.marked);
  return [...listed.map((task) => ({ ...task, links: [] })), ...linked].map(
    ({ id: taskId, identifier, title, projectId, projectName, accountId, links }) => {
      const optional = accountId !== undefined && { accountId };
      return { taskId, identifier, title, projectId, projectName, links, ...optional };
    },
  );
}

/** Slices with something of each open account; the others are about the one in front. */
const OF_ALL: ReadonlySet<keyof State> = new Set([
  'tasks',
  'outbox',
  'unreadNotifications',
  'unreadTasks',
  'remoteTimers',
]);

function createAccountFeatures(options: BaseParts, shared: Shared, accountId: string | null) {
  const { context, electron, popover, settings, act, requestedViews } = options;
  const { outbox, time, notifications, focus } = shared;
  const { accounts } = shared.account;
  const account: AccountService = shared.account.of(accountId);
  const isInFront = () => (accounts.current()?.id ?? null) === accountId;

  /** The window shows the account in front, and the tasks of all. */
  const featureContext: FeatureContext = {
    ...options.featureContext,
    invalidate(...slices) {
      const { invalidate } = options.featureContext;
      const shown = isInFront() ? slices : slices.filter((slice) => OF_ALL.has(slice));
      if (shown.length > 0) invalidate(...shown);
      if (slices.includes('tasks')) invalidate('accounts');
    },
    showToast: (text, undo, openTaskId) => options.toasts.show(text, undo, openTaskId, accountId ?? undefined),
    reportUnreadable(view, unreadable) {
      if (isInFront()) options.featureContext.reportUnreadable(view, unreadable);
    },
  };
  function bringToFront(): void {
    if (accountId !== null) accounts.putInFront(accountId);
  }
  const showView: typeof requestedViews.show = (view) => {
    bringToFront();
    requestedViews.show(view);
  };

  const server = createServer(featureContext, { account, outbox });
  const projects = createProjects(featureContext, { account, outbox, choosePicture, hasUploads: server.hasUploads });
  const tasks = createTasks(featureContext, {
    account,
    outbox,
    time,
    directory: projects.directory,
    pollMs: () => live.listPollMs(),
    findOnBoards: (taskId) => boards.find(taskId),
  });
  const boards = createBoardService(featureContext, {
    account,
    outbox,
    tasks,
    directory: projects.directory,
    pollMs: () => live.boardPollMs(),
    isWindowVisible: popover.isVisible,
    showCards(cards) {
      if (isInFront()) popover.post(CHANNEL.cards, JSON.stringify(cards));
    },
  });
  const remoteTimers = createRemoteTimersService(featureContext, {
    account,
    time,
    outbox,
    assignedTasks: () => tasks.assigned.view().tasks,
    isWindowVisible: popover.isVisible,
  });
  const palette = createPalette(featureContext, { account, boards, projects, time });
  const quickAdd = createQuickAdd(featureContext, {
    account,
    tasks,
    time,
    lists: projects.directory,
    locale: () => dateLocale(electron.systemLocale(), settings.language()),
  });
  const reminders = createReminderService(featureContext, {
    account,
    time,
    tasks,
    boards,
    notifications,
    heldUntil: focus.holdsRemindersUntil,
    startTimer(taskId) {
      shared.proposals.did(taskId, 'reminder');
      void act(() => time.start(taskId));
    },
    show(view) {
      if (typeof view === 'object' && view.view === 'taskPage') shared.proposals.did(view.taskId, 'reminder');
      showView(view);
    },
  });
  const createdNotifications = createCreatedNotifications({
    notifications,
    isOn: () => context.settings.read().tellCreated,
    isSeen: popover.isVisible,
    showToast: featureContext.showToast,
    undo: (undoId) => void act(() => undoChange(featureContext, account.required().id, undoId)),
    openTask: (taskId) => (taskId === null ? popover.show() : showView({ view: 'taskPage', taskId, reminder: false })),
    openOutbox: () => showView('outbox'),
  });
  const live = createLiveUpdates({
    pollSeconds: () => context.settings.read().pollSeconds,
    isWithKey: () => account.current()?.kind === 'api-key',
    isWindowVisible: popover.isVisible,
    client: () => account.session()?.client ?? null,
    assigned: tasks.assigned,
    board: boards.board,
    taskPage: tasks.taskPage,
    watched: boards.watched,
    inbox: server.inbox,
    onTask: remoteTimers.taskChanged,
    onTaskGone: time.taskGone,
    trackedTask() {
      const running = time.running();
      if (running?.accountId !== accountId) return undefined;
      return { taskId: running.task.taskId, projectId: tasks.find(running.task.taskId)?.projectId };
    },
  });

  /** In the order in which they start. */
  const parts: AccountPart[] = [
    tasks.part,
    boards.watchedPart,
    reminders.part,
    createdNotifications.part,
    shared.sendingPart(accountId ?? undefined),
    live.part,
    remoteTimers.part,
    account.part,
    projects.part,
    server.part,
    boards.boardPart,
  ];

  return {
    /** null while nobody is signed in. */
    accountId,
    parts,
    account,
    server,
    projects,
    tasks,
    boards,
    remoteTimers,
    palette,
    quickAdd,
    reminders,
    createdNotifications,
    live,
  };
}
