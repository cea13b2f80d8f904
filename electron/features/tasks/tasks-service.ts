/** The person's tasks: the assigned list, the open page, changes, and new tasks. */
import type { TaskHit } from '../../../shared/contract/task-page.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { createEvents } from '../../../shared/events.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { type TaskRef, taskRef } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { type AccountAccess, type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { WorkspaceDirectory } from '../projects/index.ts';
import type { TimeService } from '../time/index.ts';
import { createAnnouncedEvents } from './announced-event.ts';
import { applyPendingToList, pendingChanges } from './apply-pending.ts';
import { createAssignedTasksReader } from './assigned-tasks.ts';
import { createTaskEdits } from './edit-commands.ts';
import { createPeoplePictures } from './people-pictures.ts';
import { findRemoteTask, isIdentifier, searchTasks } from './search-tasks.ts';
import { createTaskChanges } from './task-changes.ts';
import { type CreationOptions, createCreation } from './task-creation.ts';
import { createReadComments, createTaskPage, type TaskPageSource, taskPageSource } from './task-page.ts';

export interface TaskEvents {
  /** The assigned list changed. */
  listChanged: undefined;
  /** The service answered, whether or not the list changed. */
  listAnswered: undefined;
  /** Another page was opened, or the page changed or was closed. */
  pageChanged: undefined;
  /** The user changed tasks or undid that. */
  tasksChanged: undefined;
  /** Emitted before the state is published. `at`: when the user wrote it (ms), if that was before now. */
  dueDateSet: { accountId: string; task: { id: string; projectId: string; dueDate: string | null }; at?: number };
  /** The service created a task. */
  taskCreated: Parameters<CreationOptions['onCreated']>[0];
}

export interface TasksOptions {
  account: AccountAccess;
  outbox: Outbox;
  time: Pick<TimeService, 'entries' | 'taskGone'>;
  directory: WorkspaceDirectory;
  pollMs: () => number;
  /** Searches the open board and the watched ones. */
  findOnBoards: (taskId: string) => TaskView | undefined;
}

export type TasksService = ReturnType<typeof createTasks>;

export function createTasks(context: FeatureContext, options: TasksOptions) {
  const { database, settings, now, monotonic, invalidate } = context;
  const { account, outbox, time, directory, pollMs, findOnBoards } = options;
  const { session, permissions } = account;
  const events = createEvents<TaskEvents>(context.runInBackground);
  /** What the last search found, by account and id: tasks that are in no list. */
  let found: Map<string, TaskRef> = new Map();

  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    undo: context.undo,
    showToast: context.showToast,
    onDueDate: (accountId, id, dueDate) =>
      events.emit('dueDateSet', { accountId, task: { id, projectId: find(id)?.projectId ?? '', dueDate } }),
    onChange: () => {
      invalidate('tasks', 'board', 'outbox', 'taskPage');
      events.emit('tasksChanged');
    },
  });
  const assigned = createAssignedTasksReader({
    database,
    now,
    random: Math.random,
    pollMs,
    isCredentialDead: account.isCredentialDead,
    onChange: () => {
      invalidate('tasks');
      taskPage.refreshIfRowChanged();
      events.emit('listChanged');
    },
    onAnswer: () => events.emit('listAnswered'),
    onUnreadable: (unreadable) => context.reportUnreadable('tasks', unreadable),
    columnOf: (projectId, slug) => directory.lists().columns[projectId]?.find((column) => column.slug === slug),
  });
  const find = (taskId: string): TaskView | undefined => assigned.find(taskId) ?? findOnBoards(taskId);
  const taskPage = createTaskPage({
    pending: taskChanges.pending,
    rejectedDescription: (accountId, taskId) => taskChanges.description.rejected(accountId, taskId)?.why ?? null,
    find,
    lists: directory.lists,
    loadColumns: directory.loadColumns,
    missingPermissions: permissions.missing,
    subjectOf: outbox.subjectOf,
    serverId: outbox.serverId,
    ownEntries: (accountId, taskId) => time.entries.ofTaskWithDiscarded(accountId, taskId, outbox),
    trackedTask: time.entries.taskOf,
    source: () => {
      const current = session();
      return current && taskPageSource(current.account, current.client);
    },
    readComments: createReadComments(settings),
    now,
    onChange: () => {
      invalidate('taskPage');
      events.emit('pageChanged');
    },
    onGone: (taskId) => time.taskGone(account.marked({ taskId })),
    onUnreadable: (unreadable) => context.reportUnreadable('taskPage', unreadable),
  });
  const announcedEvents = createAnnouncedEvents({
    now,
    people: () => directory.lists().people,
    places(taskId) {
      const task = find(taskId);
      return task === undefined ? [] : taskPage.places(task.projectId);
    },
  });
  const creation = createCreation({
    database,
    outbox,
    queue: taskChanges.queue,
    now,
    onDueDate: (accountId, task, at) => events.emit('dueDateSet', { accountId, task, at }),
    onCreated: (task) => events.emit('taskCreated', task),
  });

  /** Throws AppError if no list has the task. */
  function findListed(taskId: string): TaskView {
    const task = find(taskId);
    if (task) return task;
    throw new ValidationError(messages.tasks.notListed);
  }

  const part: AccountPart = {
    load(of) {
      assigned.stop();
      if (of === null) assigned.clear();
      else if (!assigned.isOf(of.id, of.workspaceId)) assigned.load(of.id, of.workspaceId);
    },
    start({ account: { id: accountId, user }, server, client, rateLimit }, workspaceId) {
      assigned.start({ accountId, userId: user.id, workspaceId, server, client, rateLimit });
    },
    refreshIfStale: assigned.refreshIfStale,
    resume: assigned.refresh,
    transfer: nothing,
    stop: assigned.stop,
  };

  return {
    on: events.on,
    part,
    /** The service accepted a write, of this feature or another. `value`: its answer. */
    sent(item: OutboxItem, value: unknown): void {
      creation.sent(item, value);
      // The open page compares itself with the list.
      taskPage.sent(item);
      assigned.sent(pendingChanges([item]));
    },
    taskChanges,
    assigned,
    /** The assigned tasks, with pending changes. */
    view(): TasksView {
      const view = assigned.view();
      const current = account.current();
      if (current === null) return view;
      return { ...view, ...applyPendingToList(view, taskChanges.pending(current.id), current.user.id) };
    },
    taskPage,
    announcedEvents,
    taskEdits: createTaskEdits({
      account,
      taskPage,
      taskChanges,
      lists: directory.lists,
      loadColumns: directory.loadColumns,
      find,
    }),
    creation,
    pictures: createPeoplePictures({ people: () => directory.lists().people, session, monotonic }),
    find,
    findListed,

    /** True if it is on a list of this account, or was found by the last search. */
    knows: (taskId: string): boolean => find(taskId) !== undefined || found.has(`${account.id()} ${taskId}`),

    /** A task to track time on, assigned to the user or not. Throws AppError if it is not known. */
    taskToTrack(taskId: string): TaskRef {
      const { id } = account.required();
      const shown = find(taskId) ?? taskPage.find(id, taskId);
      const known = (shown && taskRef(shown)) ?? time.entries.taskOf(id, taskId) ?? taskPage.related(id, taskId);
      const task = known ?? found.get(`${id} ${taskId}`) ?? taskRef(findListed(taskId));
      return account.marked(task);
    },

    /** Searches the service by words. */
    async search(source: TaskPageSource, query: string): Promise<TaskHit[]> {
      const { id } = account.required();
      const tasks = await searchTasks(source, directory.lists().projects, query);
      found = new Map(tasks.map((task) => [`${id} ${task.taskId}`, task]));
      return tasks.map(({ taskId, identifier, title, projectName }) =>
        account.marked<TaskHit>({ id: taskId, identifier, title, projectName }),
      );
    },

    /** Searches the service for a task that no list has; undefined if it finds none. Throws ServiceError and AppError. */
    async findAtService(name: string): Promise<TaskRef | undefined> {
      const { id, workspaceId } = account.required();
      const identifier = name.trim();
      if (workspaceId === null || !isIdentifier(identifier)) return undefined;
      const { projects } = directory.lists();
      const task = await account.read((client) => findRemoteTask({ client, workspaceId, projects }, identifier));
      if (task !== undefined) found.set(`${id} ${task.taskId}`, task);
      return task;
    },
  };
}
