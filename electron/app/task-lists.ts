/** What is read of the service's tasks, how often, and what is listened to: the assigned list, the open board, the watched ones. */

import type { BoardCards } from '../../shared/contract/board-view.ts';
import type { TasksView } from '../../shared/contract/task-view.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import type { NetworkWatch } from '../desktop/network-watch.ts';
import type { Account, Accounts, Session } from '../features/account/accounts.ts';
import type { AccountService } from '../features/account/index.ts';
import { createBoard } from '../features/board/board.ts';
import { createBoardCache } from '../features/board/board-cache.ts';
import { createWatchedBoards } from '../features/board/watched-boards.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { ServerNotifications } from '../features/server/notifications.ts';
import { type AffectedData, affectedByEvent } from '../features/tasks/affected-data.ts';
import { applyPendingToList } from '../features/tasks/apply-pending.ts';
import { createAssignedTasksReader } from '../features/tasks/assigned-tasks.ts';
import { createRefreshAffected } from '../features/tasks/refresh-affected.ts';
import type { TimeService } from '../features/time/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { POLLS_WITH_SOCKET } from '../service/poll-schedule.ts';
import { createCatchUp } from '../service/realtime-catch-up.ts';
import { createRealtime } from '../service/realtime-subscriptions.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { TaskParts } from './tasks.ts';
import type { Unreadable } from './unreadable-records.ts';

/** A key's quota is freed only by 60 quiet seconds (docs/service.md#rate-limits); polls must leave such pauses, jitter and all. */
const API_KEY_POLL_MS = 70_000;
/** How often a watched board is looked at, and how soon again after a change was told (ms); a key's quota is small. */
const WATCHED = { everyMs: 15 * 60_000, restMs: 60_000 };
const WATCHED_WITH_KEY = { everyMs: 60 * 60_000, restMs: 15 * 60_000 };
/** Projects, watched or of assigned tasks, that are listened to beside the one whose board is open. */
export const MAX_WATCHED_PROJECTS = 5;

/** What follows from a list that changed or was read, and where cards are shown; made after it. */
export interface ListListeners {
  reminders: Pick<Reminders, 'look'>;
  /** Projects' own leads are read where they may be new. */
  readLeadTimes: () => void;
  network: Pick<NetworkWatch, 'wait'>;
  /** The next due date may be another one. */
  armDayTurn: () => void;
  /** The service answered: a moment to see whether the clock was set. */
  checkClockChange: () => void;
  isWindowSeen: () => boolean;
  showCards: (cards: BoardCards) => void;
}

export interface ListPartsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'steady'>;
  account: {
    accounts: Pick<Accounts, 'isCredentialDead'> & {
      current: () => Pick<Account, 'id' | 'kind' | 'user'> | null;
    };
    permissions: Pick<AccountService['permissions'], 'lacks'>;
    session: () => Pick<Session, 'client'> | null;
  };
  outbox: Outbox;
  time: { remoteTimers: Pick<TimeService['remoteTimers'], 'listed' | 'look'> };
  tasks: Pick<TaskParts, 'taskChanges' | 'known' | 'openTask'>;
  news: Pick<ServerNotifications, 'refreshIfStale' | 'changed'>;
  touch: Invalidate;
  unreadable: Pick<Unreadable, 'set'>;
  runInBackground: RunInBackground;
  listeners: () => ListListeners;
}

export type ListParts = ReturnType<typeof setUpTaskLists>;

export function setUpTaskLists(options: ListPartsOptions) {
  const { context, account, outbox, time, tasks, news, touch, unreadable, runInBackground, listeners } = options;
  const { database, settings, now, steady } = context;
  const { accounts, permissions } = account;
  const { taskChanges, known, openTask } = tasks;
  const { random } = Math;

  const isWithKey = () => accounts.current()?.kind === 'api-key';
  const isSeen = () => listeners().isWindowSeen();
  const pollMs = () => Math.max(settings.read().pollSeconds * 1000, isWithKey() ? API_KEY_POLL_MS : 0);

  const assigned = createAssignedTasksReader({
    database,
    now,
    random,
    pollMs: () => pollMs() * (realtime.isLive() ? POLLS_WITH_SOCKET : 1),
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      const { armDayTurn, network, reminders, readLeadTimes } = listeners();
      touch('tasks');
      watchProjects();
      time.remoteTimers.listed();
      openTask.look();
      armDayTurn();
      network.wait();
      reminders.look();
      readLeadTimes();
    },
    // The clock may have been set meanwhile, or the zone; nobody tells.
    onAnswer: () => {
      const { checkClockChange, isWindowSeen } = listeners();
      checkClockChange();
      if (!isWindowSeen()) return;
      news.refreshIfStale();
      if (isWithKey()) time.remoteTimers.look();
    },
    onUnreadable: (odd) => unreadable.set('tasks', odd),
    onAnswering: () => runInBackground(outbox.tryNow),
    columnOf: (projectId, slug) => known.lists().columns[projectId]?.find((column) => column.slug === slug),
  });
  const kept = createBoardCache(database);
  const board = createBoard({
    kept,
    now,
    random,
    pollMs: () => pollMs() * (realtime.watches(board.ownProjectId() ?? '') ? POLLS_WITH_SOCKET : 1),
    openWrites: (accountId) => outbox.openOfKinds(accountId, 'task.', 'tasks.', 'column.'),
    personName: (userId) => known.lists().people.find(({ id }) => id === userId)?.name,
    lacks: permissions.lacks,
    isSeen,
    isCredentialDead: accounts.isCredentialDead,
    send: (cards) => listeners().showCards(cards),
    onChange: () => {
      touch('board');
      watchProjects();
      listeners().network.wait();
    },
    onGone: (accountId, projectId) => {
      kept.forget(accountId, projectId);
      forgetLastBoard(projectId);
    },
    onUnreadable: (odd) => unreadable.set('board', odd),
  });
  const watched = createWatchedBoards({
    database,
    now: steady,
    random,
    pace: () => (isWithKey() ? WATCHED_WITH_KEY : WATCHED),
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      const { reminders, readLeadTimes } = listeners();
      touch('watchedBoards');
      watchProjects();
      reminders.look();
      readLeadTimes();
    },
  });
  const catchUp = createCatchUp({
    random,
    pollMs,
    isSeen,
    ask: () => {
      assigned.missed();
      news.changed();
      board.missed();
      openTask.missed();
      watched.refreshIfStale();
    },
  });
  const follow = createRefreshAffected({
    client: () => account.session()?.client ?? null,
    assigned,
    board,
    openTask,
    onProject: watched.changed,
    onNews: news.changed,
  });
  const realtime = createRealtime({
    random,
    isSeen,
    onEvent: (event) => follow.touch(affectedByEvent(event), false),
    onLive: () => catchUp.turned(realtime.isLive()),
  });

  /** Listens to the projects of what is open, and to as many others as are worth a socket. */
  function watchProjects(): void {
    const open = new Set([board.ownProjectId(), openTask.projectId()].filter((id) => id != null));
    const all = [...watched.view(), ...assigned.view().tasks].map(({ projectId }) => projectId);
    const others = new Set(all.filter((id) => !open.has(id)));
    realtime.watch([...open, ...[...others].slice(0, MAX_WATCHED_PROJECTS)]);
  }

  /**
   * The service notified the person about tasks. A task in the list is read again unless a socket reports its changes; one that is
   * not in the list may have been assigned just now.
   */
  function announced(taskIds: readonly string[]): void {
    const concerns: AffectedData[] = [];
    let isOtherTask = false;
    for (const taskId of taskIds) {
      const projectId = assigned.find(taskId)?.projectId;
      if (projectId === undefined) isOtherTask = true;
      else if (!realtime.watches(projectId))
        concerns.push({ of: 'task', taskId, projectId, parts: ['task', 'labels'] });
    }
    if (isOtherTask) assigned.changed(undefined);
    follow.touch(concerns, false);
  }

  /** It is not the board to open next. */
  function forgetLastBoard(projectId: string): void {
    const others = Object.entries(settings.kept('last-boards') ?? {}).filter(([, id]) => id !== projectId);
    settings.keep('last-boards', Object.fromEntries(others));
  }

  /** Where the person chose a column for it, a task goes there when its timer starts. */
  function moveOnStart(accountId: string, taskId: string): void {
    // The board may know better where the task is: it may just have been moved there.
    const task = board.find(taskId) ?? assigned.find(taskId) ?? watched.find(taskId);
    const to = task && settings.read().moveOnStart[task.projectId];
    if (to === undefined || task === undefined) return;
    const from = { slug: task.status, name: task.statusName ?? messages.tasks.outside.planned, isFinal: false };
    taskChanges.setStatus(accountId, task, from, to);
  }

  function watchBoard(accountId: string, projectId: string, on: boolean): void {
    const project = board.view()?.project;
    watched.watch(accountId, { id: projectId, name: project?.id === projectId ? project.name : '' }, on);
  }

  function projectChanged(projectId: string): void {
    if (board.ownProjectId() === projectId) board.refresh();
  }

  function labelsChanged(): void {
    if (board.ownProjectId() !== null) board.refresh();
  }

  function projectLeft(projectId: string): void {
    forgetLastBoard(projectId);
    if (board.ownProjectId() === projectId) board.close();
  }

  /** The assigned list as the person left it, sent or not. */
  function tasksView(): TasksView {
    const view = assigned.view();
    const current = accounts.current();
    if (current === null) return view;
    return { ...view, ...applyPendingToList(view, taskChanges.pending(current.id), current.user.id) };
  }

  return {
    assigned,
    kept,
    board,
    watched,
    follow,
    realtime,
    catchUp,
    watchProjects,
    announced,
    tasksView,
    projectChanged,
    labelsChanged,
    projectLeft,
    moveOnStart,
    watchBoard,
  };
}
