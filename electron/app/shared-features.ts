/** Creates the accounts and the features that all of them share, in the order in which they use each other. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { weekStart } from '../../shared/dates/week-start.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { KnownTask } from '../../shared/proposals/find-tasks.ts';
import { localDay } from '../../shared/time/day.ts';
import { COMMANDS, commandWords } from '../cli/commands.ts';
import { createIdle } from '../desktop/idle/idle.ts';
import { createNotifications } from '../desktop/notifications/notifications.ts';
import { confirmDevice } from '../desktop/system/confirm-device.ts';
import { chooseFile, chooseFolder, openTextFile, saveFile } from '../desktop/system/file-dialogs.ts';
import { startKeychainProcess } from '../desktop/system/keychain-process.ts';
import { commandProgram } from '../desktop/system/program-path.ts';
import { savedFiles } from '../desktop/system/saved-files.ts';
import { createTransport } from '../desktop/system/transport.ts';
import { serveReportPreview } from '../desktop/windows/app-protocol.ts';
import { printOnPaper, printToPdf } from '../desktop/windows/print-page.ts';
import { type AccountPart, createAccountRegistry } from '../features/account/index.ts';
import { createAssistants } from '../features/assistants/index.ts';
import { createFocus } from '../features/focus/index.ts';
import { createHooks } from '../features/hooks/index.ts';
import { createIdleService } from '../features/idle/index.ts';
import { createCopyPictureLine } from '../features/projects/index.ts';
import { createProposals } from '../features/proposals/index.ts';
import { createGapReminder } from '../features/reminders/index.ts';
import { createReports } from '../features/report/index.ts';
import { createTime } from '../features/time/index.ts';
import { createHolidayFiles, createRulesBackup, createTimeRules } from '../features/time-rules/index.ts';
import { appendToPrivateLog } from '../files/private-file.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { createLocalAccess } from '../local/in-process-client.ts';
import { createLocalPort } from '../local/port.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import type { AccountFeatures } from './account-features.ts';
import type { BaseParts } from './context.ts';
import { openAccounts, titleOf } from './open-accounts.ts';
import { LAST_WRITES_MS, setUpOutbox } from './outbox.ts';

/** Of hooks; a longer log begins anew (bytes). */
const MAX_HOOKS_LOG = 500_000;
/** The largest calendar that can be chosen for proposals. */
const MAX_CALENDAR_BYTES = 10_000_000;

/** What all accounts share: time and its rules, reports, proposals, the outbox and more. */
export type SharedFeatures = ReturnType<typeof createSharedFeatures>;

interface OfAccounts {
  of: (accountId: string) => AccountFeatures;
  inFront: () => AccountFeatures;
  each: () => AccountFeatures[];
  ofTask: (taskId: string, accountId?: string) => AccountFeatures;
  checkOpen: (accountId: string | null | undefined) => void;
  storeAnswer: (item: OutboxItem, value: unknown) => void;
}

export function createSharedFeatures(
  options: BaseParts,
  { of, inFront, each, ofTask, checkOpen, storeAnswer }: OfAccounts,
) {
  const { context, featureContext, electron, out, popover, settings } = options;
  const { language } = settings;
  const { runInBackground, showToast } = featureContext;
  const { platform, env } = process;

  const transport = createTransport();
  const local = createLocalAccess({
    ...context,
    language,
    showToast,
    onProgram: () => featureContext.readAgain('apiKeys'),
  });
  const account = createAccountRegistry(featureContext, {
    transport,
    local,
    startKeychain: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    userAgent: `Punchcard/${electron.version} (${platform})`,
    hasRunningTimer: (accountId) => time.entries.hasRunning(accountId),
    hasData: (accountId) => outbox.count(accountId) > 0 || time.ownEntries.recent(accountId, 1).length > 0,
    transfer(fromId, toId) {
      for (const part of [...parts, ...inFront().parts]) part.transfer(fromId, toId);
    },
    whenIdle: (accountId, work) => outbox.idle(accountId).then(() => runInBackground(work)),
    onTaken(fromId, toId) {
      outbox.transferred(fromId, toId);
      // A third account may have a running timer too.
      time.timer.keepLast(toId);
      outbox.wake();
      time.entriesReplaced();
      inFront().boards.accountMoved();
    },
    stopTimer(accountId) {
      if (time.entries.hasRunning(accountId)) time.timer.stop(accountId);
    },
    beforeSignOut: async (accountId) => {
      outbox.flush(accountId);
      await Promise.race([outbox.idle(accountId), delay(LAST_WRITES_MS)]);
    },
  });
  const { accounts, first } = account;
  const localPort = createLocalPort({
    setting: () => context.settings.read().localServer,
    hasAccount: () => accounts.openIds().some((id) => accounts.find(id)?.account().kind === 'local'),
    open: local.open,
    confirm: confirmDevice,
    onChange: () => featureContext.invalidate('localServer'),
  });
  const { outbox, outboxEvents, outboxPart, sendingPart } = setUpOutbox(featureContext, account, storeAnswer);
  const accountTitle = (id: string): string => titleOf({ each, outbox, account }, id);
  const weekStartsOn = weekStart(electron.systemLocale());
  const timeRules = createTimeRules(featureContext, first);
  const rulesBackup = createRulesBackup(featureContext, { account: first, rules: timeRules, saveFile, openTextFile });
  const holidayFiles = createHolidayFiles(featureContext, { rules: timeRules, openTextFile, readTextFile });
  const time = createTime(featureContext, {
    account: first,
    outbox,
    rules: timeRules,
    weekStartsOn,
    together: account.accounts.together,
    taskToTrack(taskId, accountId) {
      checkOpen(accountId);
      return ofTask(taskId, accountId).tasks.taskToTrack(taskId);
    },
    assignedTasks: () => each().flatMap((one) => one.tasks.assigned.view().tasks.map(one.account.marked)),
    findTask(taskId, accountId) {
      const one = ofTask(taskId, accountId);
      const task = one.tasks.find(taskId);
      return task && one.account.marked(task);
    },
    projects: (accountId) => of(accountId).projects.directory.lists().projects,
    accountTitle,
    saveFile,
  });
  const reports = createReports(featureContext, {
    account: first,
    time,
    rules: timeRules,
    accountTitle,
    accountName: (id) => openAccounts({ each, outbox, account }).find((one) => one.id === id)?.name ?? id,
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
  const idle = createIdleService(featureContext, {
    account: first,
    together: accounts.together,
    time,
    power: electron.power(),
    idleTime,
  });
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
    account: first,
    time,
    notifications,
    pausedUntil: () => inFront().reminders.reminders.view().pausedUntil,
    show: popover.show,
  });
  const gapReminder = createGapReminder(featureContext, {
    notifications,
    gaps() {
      const [id, today] = [first.id(), localDay(context.now())];
      return id === undefined ? [] : time.timesheet.review(id, today, today).gaps;
    },
    pausedUntil: () => inFront().reminders.reminders.view().pausedUntil,
    review: (day) => options.requestedViews.show({ view: 'review', day }),
  });

  const proposals = createProposals(featureContext, {
    path: join(context.dataFolder, 'evidence.sqlite'),
    tasks: () => each().flatMap(tasksOf),
    entries: ({ from, to }) => {
      const id = first.id();
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

  const hooks = createHooks(featureContext, {
    time,
    chooseFile,
    // Not the app's own log, which has nothing personal in it.
    writeLog: (text) => appendToPrivateLog(join(context.dataFolder, 'hooks.log'), text, MAX_HOOKS_LOG),
  });

  const assistants = createAssistants(featureContext, {
    changes() {
      const id = first.id();
      return id === undefined ? [] : featureContext.undo.list(id);
    },
    notifications,
    isSeen: popover.isVisible,
    showWindow: () => popover.show(),
    program: commandProgram(electron.isPackaged, out),
    tools: () =>
      commandWords.flatMap((tool) => {
        const [{ kind }, description] = [COMMANDS[tool], messages.cli.commands[tool]];
        return kind === undefined ? [] : [{ tool, kind, description }];
      }),
  });

  /** In the order in which they start. */
  const parts: AccountPart[] = [
    focus.part,
    outboxPart,
    time.part,
    idle.part,
    gapReminder.part,
    proposals.part,
    hooks.part,
  ];

  return {
    parts,
    local,
    localPort,
    account,
    accountTitle,
    outbox,
    outboxEvents,
    sendingPart,
    timeRules,
    rulesBackup,
    holidayFiles,
    time,
    copyPictureLine: createCopyPictureLine(featureContext),
    reports,
    idleTime,
    idle,
    notifications,
    focus,
    gapReminder,
    proposals,
    assistants,
    hooks,
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
