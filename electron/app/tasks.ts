/** What a person does with tasks: opens one, changes it, makes new ones. */

import type { QuickAddDirectory } from '../../shared/contract/index.ts';
import type { TaskView } from '../../shared/contract/task-view.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import { type TaskRef, taskRef } from '../../shared/time/entry.ts';
import type { AccountService } from '../features/account/index.ts';
import type { Board } from '../features/board/board.ts';
import type { WatchedBoards } from '../features/board/watched-boards.ts';
import type { WorkspaceDirectory } from '../features/projects/index.ts';
import type { CreatedNotifications } from '../features/quick-add/created-notification.ts';
import { createQuickAddService, directoryForParser } from '../features/quick-add/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { AssignedTasksReader } from '../features/tasks/assigned-tasks.ts';
import { taskPageSource } from '../features/tasks/commands.ts';
import { findRemoteTask } from '../features/tasks/find-remote-task.ts';
import { createOpenTask, createReadComments } from '../features/tasks/open-task.ts';
import { createPeoplePictures } from '../features/tasks/people-pictures.ts';
import { createTaskChanges } from '../features/tasks/task-changes.ts';
import { createCreation } from '../features/tasks/task-creation.ts';
import { createTaskPage } from '../features/tasks/task-page.ts';
import type { TimeService } from '../features/time/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Undo } from '../outbox/undo.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { Toasts } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';

/** Where tasks are found and shown; they need what is made here. */
export interface TaskListeners {
  assigned: Pick<AssignedTasksReader, 'find' | 'view'>;
  board: Pick<Board, 'find' | 'overlay'>;
  watched: Pick<WatchedBoards, 'find'>;
  /** Another task is open, or none: its project's events are listened to. */
  watchProjects: () => void;
  reminders: Pick<Reminders, 'look' | 'dueDateSet'>;
  createdNotifications: Pick<CreatedNotifications, 'made'>;
}

export interface TaskPartsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'monotonic'>;
  account: Pick<AccountService, 'accounts' | 'permissions' | 'session' | 'required' | 'current'>;
  outbox: Outbox;
  undo: Undo;
  time: Pick<TimeService, 'entries' | 'timer'>;
  known: WorkspaceDirectory;
  touch: Invalidate;
  say: Toasts['say'];
  unreadable: Pick<Unreadable, 'set'>;
  /** Whose dates are read; some desktops add a variant (`@euro`). */
  locale: () => string;
  listeners: () => TaskListeners;
}

export type TaskParts = ReturnType<typeof setUpTasks>;

export function setUpTasks(options: TaskPartsOptions) {
  const { context, account, outbox, time, known, touch, say, unreadable, listeners } = options;
  const { database, settings, now, monotonic } = context;
  const { accounts, permissions, session } = account;

  const find = (taskId: string) => {
    const { assigned, board, watched } = listeners();
    return assigned.find(taskId) ?? board.find(taskId) ?? watched.find(taskId);
  };
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    undo: options.undo,
    showToast: say,
    onDueDate: (accountId, id, dueDate) => {
      const projectId = find(id)?.projectId ?? '';
      listeners().reminders.dueDateSet(accountId, { id, projectId, dueDate });
    },
    onChange: () => {
      const { board, reminders } = listeners();
      touch('tasks', 'board', 'unsent', 'taskPage');
      board.overlay();
      reminders.look();
    },
  });
  const pictures = createPeoplePictures({ people: () => known.lists().people, session, monotonic });
  const openTask = createOpenTask({
    pending: taskChanges.pending,
    rejectedDescription: (accountId, taskId) => taskChanges.rejectedDescription(accountId, taskId)?.why ?? null,
    find,
    lists: known.lists,
    need: known.need,
    lacks: permissions.lacks,
    subjectOf: outbox.subjectOf,
    ownEntries: (accountId, taskId) => time.entries.ofTask(accountId, taskId, outbox),
    workedOn: time.entries.taskOf,
    source: () => {
      const acting = session();
      return acting && taskPageSource(acting.account, acting.client);
    },
    seen: createReadComments(settings),
    now,
    onChange: () => {
      touch('taskPage');
      listeners().watchProjects();
    },
    onUnreadable: (odd) => unreadable.set('details', odd),
  });
  const taskPage = createTaskPage({ openTask, taskChanges, lists: known.lists, find });
  const creation = createCreation({
    database,
    outbox,
    taskChanges,
    now,
    onDueDate: (accountId, task, at) => listeners().reminders.dueDateSet(accountId, task, at),
    onMade: (task) => listeners().createdNotifications.made(task),
  });
  const makeTasks = createQuickAddService({ account, creation, timer: time.timer, known });

  /** Throws AppError where no list has the task. */
  function findListed(taskId: string): TaskView {
    const task = find(taskId);
    if (task) return task;
    throw new ValidationError(messages.tasks.notListed);
  }

  /** A task that a timer may run for: it need not be assigned to the person. Throws AppError where it is not known. */
  function taskToTrack(taskId: string): TaskRef {
    const { id } = account.required();
    const task = find(taskId) ?? openTask.find(id, taskId);
    return (task && taskRef(task)) ?? time.entries.taskOf(id, taskId) ?? taskRef(findListed(taskId));
  }

  /** What quick add knows; null where nobody is signed in. */
  function quickAddKnown(): QuickAddDirectory | null {
    const current = accounts.current();
    if (current === null) return null;
    const { assignToMe } = settings.read();
    // A variant is no part of a locale anywhere else.
    const [locale = 'en-GB'] = options.locale().split('@');
    return directoryForParser(known.lists(), {
      me: current.user,
      lastProjectId: known.lastProjectId(),
      assigned: listeners().assigned.view().tasks,
      assignToMe,
      isLocal: current.kind === 'local',
      locale,
    });
  }

  /** A task that is in no list here may still be at the service; where it does not answer, there is none. */
  async function lookUp(name: string): Promise<TaskRef | undefined> {
    const acting = session();
    const workspaceId = acting?.account.workspaceId;
    if (acting === null || workspaceId == null) return undefined;
    const source = { client: acting.client, workspaceId, projects: known.lists().projects };
    return findRemoteTask(source, name).catch(() => undefined);
  }

  return {
    taskChanges,
    known,
    pictures,
    openTask,
    taskPage,
    creation,
    makeTasks,
    quickAddKnown,
    lookUp,
    find,
    findListed,
    taskToTrack,
  };
}
