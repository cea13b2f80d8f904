/** Creates the features of one account, in the order in which they use each other. */
import type { State } from '../../shared/contract/index.ts';
import { dateLocale } from '../../shared/i18n/language.ts';
import { choosePicture } from '../desktop/system/file-dialogs.ts';
import type { AccountAccess, AccountPart } from '../features/account/index.ts';
import { createBoardService } from '../features/board/index.ts';
import type { FeatureContext } from '../features/context.ts';
import { undoChange } from '../features/outbox/index.ts';
import { createPalette } from '../features/palette/index.ts';
import { createProjects } from '../features/projects/index.ts';
import { createCreatedNotifications, createQuickAdd } from '../features/quick-add/index.ts';
import { createReminderService } from '../features/reminders/index.ts';
import { createServer } from '../features/server/index.ts';
import { createLiveUpdates, createTasks } from '../features/tasks/index.ts';
import { createRemoteTimersService } from '../features/time/index.ts';
import { CHANNEL } from '../ipc/channels.ts';
import type { BaseParts } from './context.ts';
import type { SharedFeatures } from './shared-features.ts';

/** The features of one account, or the empty ones that are shown while nobody is signed in. */
export type AccountFeatures = ReturnType<typeof createAccountFeatures>;

/** Slices with something of each open account; the others are about the one in front. */
const OF_ALL: ReadonlySet<keyof State> = new Set([
  'tasks',
  'outbox',
  'unreadNotifications',
  'unreadTasks',
  'remoteTimers',
]);

/** Each account has a digest, and two may have a task of the same id. Windows takes ids of up to 64 characters. */
export const noticeOf = (accountId: string | null, id: string): string => `${String(accountId).slice(0, 8)} ${id}`;

export function createAccountFeatures(options: BaseParts, shared: SharedFeatures, accountId: string | null) {
  const { context, electron, popover, settings, act, requestedViews } = options;
  const { outbox, time, notifications, focus } = shared;
  const { accounts } = shared.account;
  const account: AccountAccess = shared.account.of(accountId);
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
    reportUnreadable: (view, unreadable) => options.unreadable.set(view, unreadable, accountId),
  };
  function bringToFront(): void {
    if (accountId !== null) accounts.putInFront(accountId);
  }
  /** Two accounts may have tasks with the same name. */
  const withServer = (text: string): string =>
    accountId === null || accounts.openIds().length < 2 ? text : `${text}\n${shared.accountTitle(accountId)}`;
  const showView: typeof requestedViews.show = (view) => {
    bringToFront();
    requestedViews.show(view);
  };

  const server = createServer(featureContext, { account, outbox });
  const projects = createProjects(featureContext, {
    account,
    outbox,
    choosePicture,
    hasUploads: server.hasUploads,
    copyPictureLine: shared.copyPictureLine,
  });
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
    notifications: {
      ...notifications,
      show: ({ id, replaces, ...content }, events) =>
        notifications.show(
          {
            ...content,
            body: withServer(content.body),
            id: noticeOf(accountId, id),
            ...(replaces !== undefined && { replaces: noticeOf(accountId, replaces) }),
          },
          events,
        ),
      close: (id) => notifications.close(noticeOf(accountId, id)),
    },
    heldUntil: focus.holdsRemindersUntil,
    onDue: shared.hooks.due,
    startTimer(taskId) {
      const task = account.marked({ taskId });
      shared.proposals.did(task, 'reminder');
      void act(() => time.start(task));
    },
    show(view) {
      if (typeof view === 'object' && view.view === 'taskPage')
        shared.proposals.did(account.marked({ taskId: view.taskId }), 'reminder');
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
    onTaskGone: (taskId) => time.taskGone(account.marked({ taskId })),
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
