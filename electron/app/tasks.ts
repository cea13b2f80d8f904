/** What a person does with tasks: opens one, changes it, makes new ones. */

import type { QuickAddKnown } from '../../shared/contract/index.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import type { QuickAddWindow } from '../desktop/quick-add-window.ts';
import type { Board } from '../features/board/board.ts';
import type { WatchedBoards } from '../features/board/watched-boards.ts';
import { createKnown } from '../features/projects/workspace-directory.ts';
import type { TaskNotices } from '../features/quick-add/created-notification.ts';
import { createMakeTasks, knownFrom } from '../features/quick-add/quick-add-service.ts';
import { createCreation } from '../features/quick-add/task-creation.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { Assigned } from '../features/tasks/assigned-tasks.ts';
import { taskPageSource } from '../features/tasks/commands.ts';
import { findAtService } from '../features/tasks/find-remote-task.ts';
import { createOpenTask, createSeenComments } from '../features/tasks/open-task.ts';
import { createPeoplePictures } from '../features/tasks/people-pictures.ts';

import { createTaskChanges } from '../features/tasks/task-changes.ts';
import { createTaskPage } from '../features/tasks/task-page.ts';

import type { Outbox } from '../outbox/outbox.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './context.ts';
import type { Touch } from './state-publisher.ts';
import type { TimeParts } from './time.ts';
import type { Notices } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';

/** Where tasks are found and shown; they need what is made here. */
export interface TaskHearers {
  assigned: Pick<Assigned, 'find' | 'view'>;
  board: Pick<Board, 'find' | 'overlay'>;
  watched: Pick<WatchedBoards, 'find'>;
  /** Another task is open, or none: its project's events are listened to. */
  watchProjects: () => void;
  reminders: Pick<Reminders, 'look' | 'dueDateSet'>;
  quickAdd: Pick<QuickAddWindow, 'knownChanged'>;
  taskNotices: Pick<TaskNotices, 'made'>;
}

export interface TaskPartsOptions {
  ground: Pick<Ground, 'database' | 'settings' | 'now' | 'monotonic' | 'steady'>;
  account: Pick<AccountParts, 'accounts' | 'permissions' | 'session'>;
  outbox: Outbox;
  time: Pick<TimeParts, 'entries' | 'timer'>;
  touch: Touch;
  say: Notices['say'];
  unreadable: Pick<Unreadable, 'set'>;
  /** Whose dates are read; some desktops add a variant (`@euro`). */
  locale: () => string;
  hearers: () => TaskHearers;
}

export type TaskParts = ReturnType<typeof composeTasks>;

export function composeTasks(options: TaskPartsOptions) {
  const { ground, account, outbox, time, touch, say, unreadable, hearers } = options;
  const { database, settings, now, monotonic, steady } = ground;
  const { accounts, permissions, session } = account;

  const find = (taskId: string) => {
    const { assigned, board, watched } = hearers();
    return assigned.find(taskId) ?? board.find(taskId) ?? watched.find(taskId);
  };
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    monotonic,
    say: (text, undo, taskId) => say(text, { ...undo, command: 'tasks.undo' }, taskId),
    onDueDate: (accountId, id, dueDate) => {
      const projectId = find(id)?.projectId ?? '';
      hearers().reminders.dueDateSet(accountId, { id, projectId, dueDate });
    },
    onChange: () => {
      const { board, reminders } = hearers();
      touch('tasks', 'board', 'outbox', 'details');
      board.overlay();
      reminders.look();
    },
  });
  const known = createKnown({
    database,
    now: steady,
    onChange: () => {
      hearers().quickAdd.knownChanged();
      touch('details', 'pictures');
    },
    onOdd: (odd) => unreadable.set('workspace', odd),
  });
  const pictures = createPeoplePictures({ people: () => known.lists().people, session, monotonic });
  const openTask = createOpenTask({
    pending: taskChanges.pending,
    refusedDescription: (accountId, taskId) => taskChanges.refusedDescription(accountId, taskId)?.why ?? null,
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
    seen: createSeenComments(settings),
    now,
    onChange: () => {
      touch('details');
      hearers().watchProjects();
    },
    onOdd: (odd) => unreadable.set('details', odd),
  });
  const taskPage = createTaskPage({ openTask, taskChanges, lists: known.lists, find });
  const creation = createCreation({
    database,
    outbox,
    taskChanges,
    now,
    onDueDate: (accountId, task, at) => hearers().reminders.dueDateSet(accountId, task, at),
    onMade: (task) => hearers().taskNotices.made(task),
  });
  const makeTasks = createMakeTasks({ accounts, creation, timer: time.timer, known });

  /** What quick add knows; null where nobody is signed in. */
  function quickAddKnown(): QuickAddKnown | null {
    const current = accounts.current();
    if (current === null) return null;
    const { assignToMe } = settings.read();
    // A variant is no part of a locale anywhere else.
    const [locale = 'en-GB'] = options.locale().split('@');
    return knownFrom(known.lists(), {
      me: current.user,
      lastProjectId: known.lastProjectId(),
      assigned: hearers().assigned.view().tasks,
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
    return findAtService(source, name).catch(() => undefined);
  }

  return { taskChanges, known, pictures, openTask, taskPage, creation, makeTasks, quickAddKnown, lookUp };
}
