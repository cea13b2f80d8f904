/**
 * Creates the account, the outbox and the features, in the order in which they use each other. What a feature needs from one that is
 * created later is a function, or an event that connect-features.ts connects.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { weekStart } from '../../shared/dates/week-start.ts';
import { dateLocale } from '../../shared/i18n/language.ts';
import { createIdle } from '../desktop/idle/idle.ts';
import { createNotifications } from '../desktop/notifications/notifications.ts';
import { choosePicture, openTextFile, saveFile } from '../desktop/system/file-dialogs.ts';
import { startKeychainProcess } from '../desktop/system/keychain-process.ts';
import { savedFiles } from '../desktop/system/saved-files.ts';
import { createTransport } from '../desktop/system/transport.ts';
import { servePictures, serveReportPreview } from '../desktop/windows/app-protocol.ts';
import { printOnPaper, printToPdf } from '../desktop/windows/hidden-page.ts';
import { type AccountPart, createAccount } from '../features/account/index.ts';
import { createBoardService } from '../features/board/index.ts';
import { createFocus } from '../features/focus/index.ts';
import { createIdleService } from '../features/idle/index.ts';
import { undoChange } from '../features/outbox/index.ts';
import { createPalette } from '../features/palette/index.ts';
import { createProjects } from '../features/projects/index.ts';
import { createCreatedNotifications, createQuickAdd } from '../features/quick-add/index.ts';
import { createReminderService } from '../features/reminders/index.ts';
import { createReports } from '../features/report/index.ts';
import { createServer } from '../features/server/index.ts';
import { createdTaskOf, createLiveUpdates, createTasks } from '../features/tasks/index.ts';
import { createTime } from '../features/time/index.ts';
import { createHolidayFiles, createRulesBackup, createTimeRules } from '../features/time-rules/index.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { CHANNEL } from '../ipc/channels.ts';
import { createLocalAccess } from '../local/in-process-client.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import type { BaseParts } from './context.ts';
import { setUpOutbox } from './outbox.ts';

/** How long signing out waits for the last writes (ms). */
const LAST_WRITES_MS = 3_000;

export type Features = ReturnType<typeof createFeatures>;

export function createFeatures(options: BaseParts) {
  const { context, featureContext, electron, out, popover, settings, act, requestedViews } = options;
  const { language } = settings;
  const showView = requestedViews.show;
  const { runInBackground, showToast } = featureContext;
  const { platform, env } = process;

  const local = createLocalAccess({ ...context, language, showToast });
  const account = createAccount(featureContext, {
    transport: createTransport(),
    local,
    startKeychain: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    userAgent: `Punchcard/${electron.version} (${platform})`,
    hasRunningTimer: (accountId) => time.entries.running(accountId) !== undefined,
    transfer(fromId, toId) {
      for (const part of parts) part.transfer(fromId, toId);
    },
    beforeSignOut: async () => {
      const running = time.running();
      if (running) time.timer.stop(running.accountId);
      outbox.flush();
      await Promise.race([outbox.idle(), delay(LAST_WRITES_MS)]);
    },
  });
  const { outbox, outboxEvents, outboxPart } = setUpOutbox(featureContext, account, storeAnswer);
  const server = createServer(featureContext, { account, outbox });
  const projects = createProjects(featureContext, { account, outbox, choosePicture, hasUploads: server.hasUploads });
  const weekStartsOn = weekStart(electron.systemLocale());
  const timeRules = createTimeRules(featureContext, account);
  const rulesBackup = createRulesBackup(featureContext, { account, rules: timeRules, saveFile, openTextFile });
  const holidayFiles = createHolidayFiles(featureContext, { rules: timeRules, openTextFile, readTextFile });
  const time = createTime(featureContext, {
    account,
    outbox,
    rules: timeRules,
    weekStartsOn,
    taskToTrack: (taskId) => tasks.taskToTrack(taskId),
    assignedTasks: () => tasks.assigned.view().tasks,
    findTask: (taskId) => tasks.find(taskId),
    projects: () => projects.directory.lists().projects,
    isWindowVisible: popover.isVisible,
    saveFile,
  });
  const reports = createReports(featureContext, {
    account,
    time,
    rules: timeRules,
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
  const idle = createIdleService(featureContext, { account, time, power: electron.power(), idleTime });
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
    showCards: (cards) => popover.post(CHANNEL.cards, JSON.stringify(cards)),
  });
  servePictures(async (key) => (await tasks.pictures.picture(key)) ?? boards.publicPictures.picture(key));
  const palette = createPalette(featureContext, { account, boards, projects, time });
  const quickAdd = createQuickAdd(featureContext, {
    account,
    tasks,
    time,
    lists: projects.directory,
    locale: () => dateLocale(electron.systemLocale(), language()),
  });
  const notifications = createNotifications(
    join(out, 'icons', 'app', '128x128.png'),
    () => reminders.reminders.evaluate(),
    {
      read: () => context.settings.readValue('shown-notices') ?? [],
      write: (list) => context.settings.writeValue('shown-notices', list),
    },
  );
  const focus = createFocus(featureContext, {
    account,
    time,
    notifications,
    pausedUntil: () => reminders.reminders.view().pausedUntil,
    show: popover.show,
  });
  const reminders = createReminderService(featureContext, {
    account,
    time,
    tasks,
    boards,
    notifications,
    heldUntil: focus.holdsRemindersUntil,
    startTimer: (taskId) => void act(() => time.start(taskId)),
    show: showView,
  });
  const createdNotifications = createCreatedNotifications({
    notifications,
    isOn: () => context.settings.read().tellCreated,
    isSeen: popover.isVisible,
    showToast,
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
    onTask: time.remoteTimers.taskChanged,
    onTaskGone: time.taskGone,
    trackedTask() {
      const task = time.running()?.task;
      return task && { taskId: task.taskId, projectId: tasks.find(task.taskId)?.projectId };
    },
  });

  /** Local data refers to a new task by its outbox subject until the service has given it an id. */
  function storeAnswer(item: OutboxItem, value: unknown): void {
    time.storeAnswer(item, value);
    const task = createdTaskOf(item, value);
    if (task === undefined) return;
    time.linkCreatedTask(item.accountId, item.subject, task);
    reminders.reminders.replaceTaskId(item.accountId, item.subject, task.id);
  }

  /** In the order in which they start. When quitting, a write that is sent still affects data, so live updates stop after the outbox. */
  const parts: AccountPart[] = [
    focus.part,
    tasks.part,
    boards.watchedPart,
    reminders.part,
    createdNotifications.part,
    outboxPart,
    live.part,
    time.part,
    idle.part,
    account.part,
    projects.part,
    server.part,
    boards.boardPart,
  ];

  return {
    parts,
    local,
    account,
    outbox,
    outboxEvents,
    server,
    projects,
    timeRules,
    rulesBackup,
    holidayFiles,
    time,
    reports,
    idleTime,
    idle,
    tasks,
    boards,
    palette,
    quickAdd,
    notifications,
    focus,
    reminders,
    createdNotifications,
    live,
  };
}
