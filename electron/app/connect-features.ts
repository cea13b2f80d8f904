/** Which part reacts to which event. Listeners of an event run in the order in which they are added here. */
import { remindersMessages } from '../../shared/i18n/generated/reminders.ts';
import { isQuiet } from '../features/reminders/index.ts';
import { pendingChanges } from '../features/tasks/index.ts';
import type { AccountFeatures } from './account-features.ts';
import type { AppParts } from './context.ts';
import { nameAccount } from './open-accounts.ts';

export function connectFeatures(app: AppParts): void {
  const { settings, statePublisher, featureContext, features } = app;
  const { integration, windows, session, resume, toasts } = app;
  const { account, outboxEvents, time, idle, focus, notifications } = features;

  settings.on('settingsChanged', windows.popover.changed);
  settings.on('settingsChanged', windows.quickAdd.zoomChanged);
  settings.on('settingsChanged', windows.quickAdd.directoryChanged);
  settings.on('settingsChanged', windows.updateKept);
  settings.on('settingsChanged', () => featureContext.invalidate('settings', 'unreadableRecords'));
  settings.on('settingsChanged', idle.update);
  settings.on('settingsChanged', () => {
    for (const { reminders } of features.each()) reminders.reminders.settingsChanged();
  });
  settings.on('settingsChanged', () => featureContext.invalidate('focus'));
  settings.on('settingsChanged', features.gapReminder.settingsChanged);
  settings.on('settingsChanged', integration.updates.settingsChanged);
  settings.on('settingsChanged', features.localPort.update);
  settings.on('settingsChanged', features.assistants.settingsChanged);
  // Any slice may contain messages.
  settings.on('languageChanged', statePublisher.invalidateAll);
  settings.on('languageChanged', windows.quickAdd.languageChanged);
  settings.on('languageChanged', windows.quickAdd.directoryChanged);

  account.on('frontChanged', session.frontChanged);
  account.on('frontChanged', features.localPort.update);
  account.on('frontChanged', windows.quickAdd.directoryChanged);

  outboxEvents.on('changed', resume.network.wait);
  // Each feature knows its own kinds of write. Affected data is read after the write's own changes are applied.
  outboxEvents.on('sent', ({ item, value }) => time.sent(item, value));
  // “Changed” is no longer true.
  outboxEvents.on('needsAttention', ({ item }) => {
    const undo = toasts.view()?.undo;
    if (undo && featureContext.undo.isOf(undo.undoId, item.accountId, item.subject)) featureContext.clearToast();
  });
  outboxEvents.on('rejected', ({ item, text }) => toasts.refuse(nameAccount(features, item.accountId, text)));

  time.on('entriesChanged', idle.update);
  time.on('entriesChanged', time.rememberLabels);
  time.on('entriesChanged', focus.timerChanged);
  time.on('entriesChanged', features.hooks.timerChanged);
  time.on('weekClosed', features.hooks.weekClosed);

  idle.on('asked', () => windows.popover.show());
  idle.on('timerMissing', () => {
    const notice = { id: 'no-timer', ...remindersMessages.noTimer, actions: [] };
    const onAction = () => windows.popover.show();
    const pausedUntil = () => features.inFront().reminders.reminders.view().pausedUntil;
    featureContext.runInBackground(async () => {
      if (!(await isQuiet(featureContext, { notifications, pausedUntil })))
        await notifications.show(notice, { onAction });
    });
  });

  features.onAccount((one) => connectAccount(app, one));
}

/** The features of one account, which ignore the writes of others. */
function connectAccount(app: AppParts, one: AccountFeatures): void {
  const { snapshot, featureContext, features, windows, session, resume, toasts } = app;
  const { outbox, outboxEvents, time, focus, proposals } = features;
  const { account, projects, tasks, boards, remoteTimers, server, createdNotifications, live } = one;
  const { reminders, readLeadTimes } = one.reminders;
  const { assigned, taskPage } = tasks;
  const { board, watched } = boards;
  const isOwn = ({ item }: { item: { accountId: string } }) => item.accountId === one.accountId;

  account.on('sessionChanged', (next) => session.use(one, next));
  account.on('sessionChanged', features.localPort.update);
  account.on('permissionsChanged', board.pendingChanged);
  account.on('leavingWorkspace', board.close);
  account.on('recovered', () => outbox.tryNow(one.accountId ?? undefined));
  account.on('signedOut', () => {
    const { undo, accountId = undo && featureContext.undo.accountOf(undo.undoId) } = toasts.view() ?? {};
    // Its further workspaces are closed with it.
    if (accountId && features.account.accounts.find(accountId) === undefined) featureContext.clearToast();
  });
  account.on('tasksDeleted', ({ accountId, taskIds }) => time.forgetTasks(accountId, taskIds));
  account.on('sampleChanged', () => assigned.refresh(true));
  account.on('sampleChanged', board.refresh);

  outboxEvents.on('changed', board.pendingChanged);
  outboxEvents.on('changed', server.inbox.overlay);
  outboxEvents.on('changed', projects.pendingChanged);
  outboxEvents.on('sent', (sent) => {
    if (!isOwn(sent)) return;
    const { item, value, affected } = sent;
    // First, because the open page compares itself with the boards as soon as the list changed.
    watched.sent(pendingChanges([item]));
    board.sent(item, value);
    tasks.sent(item, value);
    projects.sent(item, value);
    server.inbox.sent(item);
    live.affected.add(affected, true);
  });
  outboxEvents.on('needsAttention', (write) => {
    if (!isOwn(write)) return;
    taskPage.needsAttention(write.item);
    void createdNotifications.needsAttention(write.item, write.why);
  });
  outboxEvents.on('rejected', (write) => {
    if (!isOwn(write)) return;
    account.permissions.learn(write.error);
    reminders.evaluate();
  });

  projects.on('directoryChanged', windows.quickAdd.directoryChanged);
  projects.on('directoryChanged', snapshot.changed);
  projects.on('projectChanged', boards.projectChanged);
  projects.on('projectLeft', boards.projectLeft);
  projects.on('projectsListed', board.listed);
  projects.on('labelsChanged', boards.labelsChanged);

  time.on('timerStarted', ({ accountId, taskId }) => {
    if (accountId === one.accountId) boards.moveStarted(accountId, taskId);
  });
  time.on('entriesChanged', live.watchProjects);
  time.on('entriesChanged', live.checkTrackedTask);
  focus.on('changed', reminders.evaluate);

  tasks.on('listChanged', live.watchProjects);
  tasks.on('listChanged', live.checkTrackedTask);
  tasks.on('listChanged', remoteTimers.onTasksListed);
  tasks.on('listChanged', time.rememberLabels);
  tasks.on('listChanged', resume.armDayTurn);
  tasks.on('listChanged', resume.network.wait);
  tasks.on('listChanged', reminders.evaluate);
  tasks.on('listChanged', readLeadTimes);
  // No event announces that the clock or the time zone was set.
  tasks.on('listAnswered', resume.checkClock);
  // Days pass, and on Linux no event announces that the computer was unplugged.
  tasks.on('listAnswered', windows.updateKept);
  tasks.on('listAnswered', () => {
    if (!windows.popover.isVisible()) return;
    server.inbox.refreshIfStale();
    if (account.current()?.kind === 'api-key') remoteTimers.poll();
  });
  tasks.on('pageChanged', live.watchProjects);
  tasks.on('tasksChanged', board.pendingChanged);
  tasks.on('tasksChanged', reminders.evaluate);
  tasks.on('dueDateSet', ({ accountId, task, at }) => reminders.dueDateSet(accountId, task, at));
  tasks.on('taskCreated', createdNotifications.created);
  tasks.on('taskCreated', ({ taskId }) => proposals.did(account.marked({ taskId }), 'created'));

  boards.on('boardChanged', live.watchProjects);
  boards.on('boardChanged', resume.network.wait);
  boards.on('watchedChanged', live.watchProjects);
  boards.on('watchedChanged', reminders.evaluate);
  boards.on('watchedChanged', readLeadTimes);

  server.on('tasksAnnounced', live.tasksAnnounced);
}
