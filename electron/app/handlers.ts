/** Which feature answers which command. */

import { setTimeout as delay } from 'node:timers/promises';
import { addDays, parseISO, startOfDay } from 'date-fns';
import type { CommandHandlers, QuickAddDirectory, Settings } from '../../shared/contract/index.ts';
import type { TaskView } from '../../shared/contract/task-view.ts';
import type { Day } from '../../shared/dates/week-start.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import {
  type NotificationContent,
  type NotificationEvents,
  testNotification,
} from '../../shared/reminders/notification.ts';
import { type TaskRef, taskRef } from '../../shared/time/entry.ts';
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
import type { IdleController } from '../features/idle/idle-controller.ts';
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

import { toCsv } from '../features/time/csv-export.ts';
import type { EntryEditor } from '../features/time/edit-entries.ts';
import type { Entries } from '../features/time/entry-store.ts';
import type { LinkQuestions } from '../features/time/link-question.ts';
import type { RemoteTimers } from '../features/time/remote-timer.ts';
import type { Timer } from '../features/time/timer.ts';

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
  entries: Entries;
  timer: Timer;
  edit: EntryEditor;
  taskChanges: TaskChanges;
  openTask: OpenTask;
  taskPage: TaskPage;
  elsewhere: RemoteTimers;
  idleController: IdleController;
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
  linkQuestions: LinkQuestions;
  notices: Toasts;
  weekStartsOn: Day;
  session: () => Session | null;
  /** A setting changed. */
  onSettings: (settings: Settings) => void;
  /** What another account kept is the current one's now. */
  onTakenOver: () => void;
  copyText: (text: string) => void;
  now: () => number;
  openPage: (url: string, baseUrl: string) => Promise<void>;
  /** Asks where to, and writes; null where the person cancels. */
  saveText: (name: string, text: string) => Promise<string | null>;
}

/** How long a last look before something is done may take (ms). */
const GLANCE_MS = 2_000;

export function createHandlers(features: Features): CommandHandlers {
  const {
    assigned,
    board,
    entries,
    timer,
    edit,
    elsewhere,
    idleController,
    reminders,
    watched,
    notifications,
    outbox,
    settings,
    openTask,
    known,
    creation,
    quickAdd,
    shortcut,
    linkQuestions,
    notices,
  } = features;

  const account = features.account.required;
  const acting = features.account.requiredSession;
  const reading = features.account.read;

  const shown = (taskId: string): TaskView | undefined =>
    assigned.find(taskId) ?? board.find(taskId) ?? watched.find(taskId);

  function listed(taskId: string): TaskView {
    const task = shown(taskId);
    if (task) return task;
    throw new ValidationError(messages.tasks.notListed);
  }

  function startable(taskId: string): TaskRef {
    const { id } = account();
    // What is open need not be assigned to the person.
    const task = shown(taskId) ?? openTask.find(id, taskId);
    return (task && taskRef(task)) ?? entries.taskOf(id, taskId) ?? taskRef(listed(taskId));
  }

  /** Whether a timer seen elsewhere was stopped since; a service that does not answer soon is no reason to wait. */
  async function isOver(serverId: string): Promise<boolean> {
    const asked = features.session()?.client.getTimeEntry(serverId);
    const entry = await Promise.race([asked?.catch(() => undefined), delay(GLANCE_MS, undefined)]);
    return entry?.endTime != null;
  }

  /** Where the person chose a column for it, a task goes there when its timer starts. */
  function moveOnStart(taskId: string): void {
    // The board may know better where it lies: it was moved there just now.
    const task = board.find(taskId) ?? shown(taskId);
    const to = task && settings.read().moveOnStart[task.projectId];
    if (to === undefined || task === undefined) return;
    const from = { slug: task.status, name: task.statusName ?? messages.tasks.outside.planned, isFinal: false };
    features.taskChanges.setStatus(account().id, task, from, to);
  }

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

    'timer.start': ({ taskId, startTime }) => {
      timer.start(account().id, startable(taskId), startTime === undefined ? undefined : Date.parse(startTime));
      moveOnStart(taskId);
    },
    'timer.stop': ({ endTime, isLongMeant }) =>
      timer.stop(account().id, endTime === undefined ? undefined : Date.parse(endTime), isLongMeant),
    'timer.set-start': ({ startTime }) => timer.setStart(account().id, Date.parse(startTime)),
    'timer.set-note': ({ note }) => timer.setNote(account().id, note),
    'timer.discard': () => timer.discard(account().id),

    'time.day': ({ day }) => entries.day(account().id, day, features.weekStartsOn, outbox),
    'time.continue': ({ entryId }) => {
      const { id } = account();
      const earlier = entries.find(id, entryId);
      if (earlier) timer.start(id, earlier.task, undefined, earlier.note);
    },
    'time.add': ({ taskId, startTime, endTime, note, isLongMeant }) => {
      timer.checkMayTrack();
      edit.add(
        account().id,
        startable(taskId),
        { start: Date.parse(startTime), end: Date.parse(endTime), note },
        isLongMeant ?? false,
      );
    },
    'time.edit': ({ entryId, startTime, endTime, note, taskId, isLongMeant }) =>
      edit.edit(
        account().id,
        entryId,
        { start: Date.parse(startTime), end: endTime === null ? null : Date.parse(endTime), note },
        isLongMeant ?? false,
        taskId === undefined ? undefined : startable(taskId),
      ),
    'time.split': ({ entryId, at }) => edit.split(account().id, entryId, Date.parse(at)),
    'time.move': ({ fromTaskId, taskId }) => edit.moveAll(account().id, fromTaskId, startable(taskId)),
    'time.delete': ({ entryId }) => edit.remove(account().id, entryId),
    'time.trim': ({ entryId, otherId }) => edit.trim(account().id, entryId, otherId),
    'time.export': ({ from, to }) => {
      const [first, last] = [startOfDay(parseISO(from)), startOfDay(addDays(parseISO(to), 1))];
      const period = { start: first.getTime(), end: last.getTime() };
      const csv = toCsv(entries.between(account().id, first, last), new Date(), period);
      return features.saveText(`punchcard-${from}-${to}.csv`, csv);
    },

    'away-time.answer': ({ id, answer, taskId }) =>
      idleController.applyAwayAnswer(id, answer, taskId === undefined ? undefined : startable(taskId)),
    'still-working.answer': ({ answer }) => idleController.answerStillWorking(answer),

    'stopped-timer.answer': ({ answer }) => idleController.answerStopped(answer),

    'remote-timer.adopt': async ({ serverId }) => {
      if (!(await isOver(serverId))) return elsewhere.adopt(serverId);
      elsewhere.leave(serverId);
      throw new ValidationError(messages.time.endedElsewhere);
    },
    'remote-timer.complete': ({ serverId, endTime, isLongMeant }) =>
      elsewhere.complete(serverId, Date.parse(endTime), isLongMeant ?? false),
    'remote-timer.leave': ({ serverId }) => elsewhere.leave(serverId),

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

    'link.answer': ({ id, isMeant }) => linkQuestions.answer(account().id, id, isMeant),
    'reminders.snooze': ({ taskId, length }) => reminders.snooze(listed(taskId), length),
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
      if (item) edit.move(account().id, item.subject, startable(taskId));
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
