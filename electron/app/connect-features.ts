/** Which part reacts to which event. Listeners of an event run in the order in which they are added here. */
import { remindersMessages } from '../../shared/i18n/generated/reminders.ts';
import { pendingChanges } from '../features/tasks/index.ts';
import type { AppParts } from './context.ts';

export function connectFeatures(app: AppParts): void {
  const { settings, statePublisher, snapshot, featureContext, features } = app;
  const { integration, windows, session, resume, toasts } = app;
  const { account, outbox, outboxEvents, projects, time, idle, focus } = features;
  const { tasks, boards, server, createdNotifications, live } = features;
  const { reminders, notifications, readLeadTimes } = features.reminders;
  const { clearToast } = featureContext;
  const { assigned, taskPage } = tasks;
  const { board, watched } = boards;

  settings.on('settingsChanged', windows.popover.changed);
  settings.on('settingsChanged', windows.quickAdd.zoomChanged);
  settings.on('settingsChanged', windows.quickAdd.directoryChanged);
  settings.on('settingsChanged', windows.updateQuickAdd);
  settings.on('settingsChanged', () => featureContext.invalidate('settings'));
  settings.on('settingsChanged', idle.update);
  settings.on('settingsChanged', reminders.settingsChanged);
  settings.on('settingsChanged', () => featureContext.invalidate('focus'));
  settings.on('settingsChanged', integration.updates.settingsChanged);
  // Any slice may contain messages.
  settings.on('languageChanged', statePublisher.invalidateAll);
  settings.on('languageChanged', windows.quickAdd.languageChanged);
  settings.on('languageChanged', windows.quickAdd.directoryChanged);

  account.on('sessionChanged', session.use);
  account.on('permissionsChanged', board.pendingChanged);
  account.on('leavingWorkspace', board.close);
  account.on('recovered', outbox.tryNow);
  account.on('signedOut', clearToast);
  account.on('signedOut', () => session.use(null));
  account.on('tasksDeleted', ({ accountId, taskIds }) => time.forgetTasks(accountId, taskIds));
  account.on('sampleChanged', () => assigned.refresh(true));
  account.on('sampleChanged', board.refresh);

  outboxEvents.on('changed', board.pendingChanged);
  outboxEvents.on('changed', server.inbox.overlay);
  outboxEvents.on('changed', projects.pendingChanged);
  outboxEvents.on('changed', resume.network.wait);
  // Each feature knows its own kinds of write. Affected data is read after the write's own changes are applied.
  outboxEvents.on('sent', ({ item, value }) => tasks.sent(item, value));
  outboxEvents.on('sent', ({ item, value }) => time.sent(item, value));
  outboxEvents.on('sent', ({ item }) => {
    if (item.accountId === account.id()) watched.sent(pendingChanges([item]));
  });
  outboxEvents.on('sent', ({ item, value }) => board.sent(item, value));
  outboxEvents.on('sent', ({ item }) => server.inbox.sent(item));
  outboxEvents.on('sent', ({ item, affected }) => {
    if (item.accountId === account.id()) live.affected.add(affected, true);
  });
  // “Changed” is no longer true.
  outboxEvents.on('needsAttention', ({ item }) => {
    const undo = toasts.view()?.undo;
    if (undo && featureContext.undo.isOf(undo.undoId, [item.subject])) clearToast();
  });
  outboxEvents.on('needsAttention', ({ item }) => taskPage.needsAttention(item));
  outboxEvents.on('needsAttention', ({ item, why }) => createdNotifications.needsAttention(item, why));
  outboxEvents.on('rejected', ({ error }) => account.permissions.learn(error));
  outboxEvents.on('rejected', ({ text }) => toasts.refuse(text));
  outboxEvents.on('rejected', reminders.evaluate);

  projects.on('directoryChanged', windows.quickAdd.directoryChanged);
  projects.on('directoryChanged', snapshot.changed);
  projects.on('projectChanged', boards.projectChanged);
  projects.on('projectLeft', boards.projectLeft);
  projects.on('projectsListed', board.listed);
  projects.on('labelsChanged', boards.labelsChanged);

  time.on('timerStarted', ({ accountId, taskId }) => boards.moveStarted(accountId, taskId));
  time.on('entriesChanged', idle.update);
  time.on('entriesChanged', time.rememberLabels);
  time.on('entriesChanged', focus.timerChanged);
  time.on('entriesChanged', live.watchProjects);
  time.on('entriesChanged', live.checkTrackedTask);
  focus.on('changed', reminders.evaluate);

  idle.on('asked', () => windows.popover.show());
  idle.on('timerMissing', () => {
    const notice = { id: 'no-timer', ...remindersMessages.noTimer, actions: [] };
    const onAction = () => windows.popover.show();
    if (reminders.view().pausedUntil === null) void notifications.show(notice, { onAction });
  });

  tasks.on('listChanged', live.watchProjects);
  tasks.on('listChanged', live.checkTrackedTask);
  tasks.on('listChanged', time.remoteTimers.onTasksListed);
  tasks.on('listChanged', time.rememberLabels);
  tasks.on('listChanged', resume.armDayTurn);
  tasks.on('listChanged', resume.network.wait);
  tasks.on('listChanged', reminders.evaluate);
  tasks.on('listChanged', readLeadTimes);
  // No event announces that the clock or the time zone was set.
  tasks.on('listAnswered', resume.checkClock);
  // Days pass, and on Linux no event announces that the computer was unplugged.
  tasks.on('listAnswered', windows.updateQuickAdd);
  tasks.on('listAnswered', () => {
    if (!windows.popover.isVisible()) return;
    server.inbox.refreshIfStale();
    if (account.current()?.kind === 'api-key') time.remoteTimers.poll();
  });
  tasks.on('pageChanged', live.watchProjects);
  tasks.on('tasksChanged', board.pendingChanged);
  tasks.on('tasksChanged', reminders.evaluate);
  tasks.on('dueDateSet', ({ accountId, task, at }) => reminders.dueDateSet(accountId, task, at));
  tasks.on('taskCreated', createdNotifications.created);

  boards.on('boardChanged', live.watchProjects);
  boards.on('boardChanged', resume.network.wait);
  boards.on('watchedChanged', live.watchProjects);
  boards.on('watchedChanged', reminders.evaluate);
  boards.on('watchedChanged', readLeadTimes);

  server.on('tasksAnnounced', live.tasksAnnounced);
}
