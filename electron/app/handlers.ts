/** Which feature answers which command. */

import type { CommandHandlers, QuickAddDirectory, Settings } from '../../shared/contract/index.ts';
import type { TaskView } from '../../shared/contract/task-view.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import {
  type NotificationContent,
  type NotificationEvents,
  testNotification,
} from '../../shared/reminders/notification.ts';
import type { QuickAddWindow } from '../desktop/quick-add-window.ts';
import type { Shortcut } from '../desktop/shortcuts.ts';
import type { Accounts, Session } from '../features/account/accounts.ts';
import { type AccountService, handlers as accountHandlers } from '../features/account/index.ts';
import type { Permissions } from '../features/account/permissions.ts';
import type { Board } from '../features/board/board.ts';
import type { BoardCache } from '../features/board/board-cache.ts';
import { createBoardHandlers } from '../features/board/commands.ts';
import type { WatchedBoards } from '../features/board/watched-boards.ts';
import type { FeatureContext } from '../features/context.ts';
import { type IdleService, handlers as idleHandlers } from '../features/idle/index.ts';
import { type ProjectsService, handlers as projectHandlers } from '../features/projects/index.ts';
import type { WorkspaceDirectory } from '../features/projects/workspace-directory.ts';
import type { CreateTasks } from '../features/quick-add/quick-add-service.ts';
import type { Creation } from '../features/quick-add/task-creation.ts';
import { boardList } from '../features/reminders/reminder-lists.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import { type ServerService, handlers as serverHandlers } from '../features/server/index.ts';
import type { SystemControls } from '../features/settings/commands.ts';
import { handlers as settingsHandlers } from '../features/settings/index.ts';
import type { AssignedTasksReader } from '../features/tasks/assigned-tasks.ts';
import { createTaskHandlers } from '../features/tasks/commands.ts';
import type { OpenTask } from '../features/tasks/open-task.ts';
import type { TaskChanges } from '../features/tasks/task-changes.ts';
import type { TaskPage } from '../features/tasks/task-page.ts';
import { type TimeService, handlers as timeHandlers } from '../features/time/index.ts';

import type { Outbox } from '../outbox/outbox.ts';
import type { Undo } from '../outbox/undo.ts';

import type { SettingsStore } from '../store/settings.ts';
import type { Toasts } from './toasts.ts';

export interface Features {
  context: FeatureContext;
  server: ServerService;
  projects: ProjectsService;
  system: SystemControls;
  account: AccountService;
  accounts: Accounts;
  assigned: AssignedTasksReader;
  board: Board;
  kept: BoardCache;
  permissions: Permissions;
  taskChanges: TaskChanges;
  openTask: OpenTask;
  taskPage: TaskPage;
  time: TimeService;
  idle: IdleService;
  /** Throws AppError where no list has the task. */
  findListed: (taskId: string) => TaskView;
  reminders: Reminders;
  watched: WatchedBoards;
  notifications: {
    show(notice: NotificationContent, events: NotificationEvents): Promise<boolean>;
    hasButtons(): Promise<boolean>;
  };
  outbox: Outbox;
  undo: Undo;
  settings: SettingsStore;
  known: WorkspaceDirectory;
  /** What quick add knows; null where nobody is signed in. */
  quickAddKnown: () => QuickAddDirectory | null;
  makeTasks: CreateTasks;
  creation: Creation;
  quickAdd: QuickAddWindow;
  shortcut: Shortcut;
  notices: Toasts;
  session: () => Session | null;
  /** A setting changed. */
  onSettings: (settings: Settings) => void;
  /** What another account kept is the current one's now. */
  onTakenOver: () => void;
  copyText: (text: string) => void;
  now: () => number;
  openPage: (url: string, baseUrl: string) => Promise<void>;
}

export function createHandlers(features: Features): CommandHandlers {
  const { assigned, board, reminders, watched, notifications, outbox, known, creation, quickAdd, shortcut, notices } =
    features;

  const account = features.account.required;
  const acting = features.account.requiredSession;
  const reading = features.account.read;

  return {
    ...createBoardHandlers({ ...features, account, knownAccount: features.account.current, reading }),
    ...projectHandlers(features.projects, features.account, features.context),
    ...serverHandlers(features.server, features.account, features.context),

    ...settingsHandlers(features.system, features.context),

    ...accountHandlers(features.account, features.context),

    'tasks.refresh': () => assigned.refresh(true),
    'tasks.fetched-at': () => assigned.fetchedAt(),
    'tasks.attach-picture': ({ taskId, identifier }) => features.projects.attachPicture({ id: taskId, identifier }),
    ...createTaskHandlers({ ...features, account, reading }),

    ...timeHandlers(features.time, features.account),
    ...idleHandlers(features.idle, features.time),

    'quick-add.open': ({ projectId }) => quickAdd.show({ ...(projectId !== undefined && { projectId }) }),
    'quick-add.edit': ({ itemId }) => {
      const task = creation.waiting(account().id, Number(itemId));
      if (task !== null) quickAdd.show({ edit: { itemId, task } });
    },
    'quick-add.ready': () => quickAdd.ready(),
    'quick-add.directory': () => {
      known.refreshIfStale();
      return features.quickAddKnown();
    },
    'quick-add.columns': ({ projectId }) => known.need(projectId),
    'quick-add.create': ({ tasks, startTimer, instead }) =>
      features.makeTasks(tasks, { startTimer, ...(instead !== undefined && { instead: Number(instead) }) }),
    'quick-add.height': ({ height }) => quickAdd.resize(height),
    'quick-add.typed': ({ text }) => quickAdd.typed(text),
    'quick-add.window-blurred': ({ turn }) => quickAdd.left(turn),

    'shortcut.record': ({ on }) => shortcut.record(on),
    'shortcut.set': ({ accelerator }) => shortcut.set(accelerator),

    'reminders.snooze': ({ taskId, length }) => reminders.snooze(features.findListed(taskId), length),
    'reminders.pause': ({ length }) => reminders.pause(length),
    'reminders.resume': () => reminders.resume(),
    'reminders.watch-board': ({ projectId, on }) => {
      const project = board.view()?.project;
      watched.watch(account().id, { id: projectId, name: project?.id === projectId ? project.name : '' }, on);
      if (!on) reminders.end(boardList(projectId));
    },
    'reminders.test': async () => {
      const isShown = await notifications.show(testNotification(), { onAction: () => undefined });
      return { isShown, hasButtons: isShown && (await notifications.hasButtons()) };
    },

    'undo.undo': ({ undoId }) => {
      features.undo.undo(account().id, undoId);
      notices.clear();
    },

    'unsent.send-now': ({ itemId }) => {
      // Signed out nothing can leave; why, is said.
      acting();
      outbox.retry(itemId === undefined ? undefined : Number(itemId));
    },
    'unsent.change-task': ({ itemId, taskId }) => {
      const item = outbox.openItem(Number(itemId));
      if (item) features.time.edit.move(account().id, item.subject, features.time.taskToTrack(taskId));
    },
    'unsent.transfer': async ({ accountId }) => {
      await features.accounts.takeOver(accountId);
      outbox.wake();
      features.onTakenOver();
    },
    'unsent.copy-text': ({ itemId }) => {
      const item = outbox.openItem(Number(itemId));
      const text = item?.accountId === account().id ? outbox.text(item) : undefined;
      if (text === undefined) return;
      features.copyText(text);
      notices.say(messages.app.textCopied);
    },
    'unsent.discard': ({ itemId }) => {
      creation.giveUp(account().id, Number(itemId));
      outbox.remove(account().id, Number(itemId));
    },
  };
}
