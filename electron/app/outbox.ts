/** The outbox, and who hears what became of a write. */

import { messages } from '../../shared/i18n/main-messages.ts';
import type { NetworkWatch } from '../desktop/network-watch.ts';
import type { AccountService } from '../features/account/index.ts';
import type { Board } from '../features/board/board.ts';
import type { WatchedBoards } from '../features/board/watched-boards.ts';
import type { CreatedNotifications } from '../features/quick-add/created-notification.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { ServerNotifications } from '../features/server/notifications.ts';
import { affectedByWrite } from '../features/tasks/affected-data.ts';
import { pendingChanges } from '../features/tasks/apply-pending.ts';
import type { AssignedTasksReader } from '../features/tasks/assigned-tasks.ts';
import type { OpenTask } from '../features/tasks/open-task.ts';
import type { RefreshAffected } from '../features/tasks/refresh-affected.ts';
import { CreatedTask, TASK_CREATE, TaskCreatePayload } from '../features/tasks/task-create-write.ts';
import type { Creation } from '../features/tasks/task-creation.ts';
import { TASK_DESCRIPTION, TaskDescriptionPayload } from '../features/tasks/task-writes.ts';
import { TIME_ENTRY_CLOSE, TimeEntryClosePayload } from '../features/time/entry-close-write.ts';
import { linkCreatedTask } from '../features/time/index.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { Toasts } from './toasts.ts';
import { WRITE_KINDS } from './write-kinds.ts';

/** They write, so they are made after it. */
export interface WriteListeners {
  assigned: Pick<AssignedTasksReader, 'absorb'>;
  board: Pick<Board, 'overlay' | 'sent'>;
  watched: Pick<WatchedBoards, 'absorb'>;
  openTask: Pick<OpenTask, 'sent' | 'reread'>;
  follow: Pick<RefreshAffected, 'touch'>;
  creation: Pick<Creation, 'made'>;
  news: Pick<ServerNotifications, 'overlay' | 'sent'>;
  createdNotifications: Pick<CreatedNotifications, 'rejected'>;
  reminders: Pick<Reminders, 'look' | 'adopt'>;
  network: Pick<NetworkWatch, 'wait'>;
}

export interface OutboxPartOptions {
  context: Pick<AppContext, 'database' | 'now' | 'monotonic'>;
  account: Pick<AccountService, 'accounts' | 'permissions' | 'id'>;
  touch: Invalidate;
  say: Toasts['say'];
  listeners: () => WriteListeners;
}

export function setUpOutbox({ context, account, touch, say, listeners }: OutboxPartOptions): Outbox {
  const { database, now, monotonic } = context;
  return createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    monotonic,
    random: Math.random,
    isCredentialDead: account.accounts.isCredentialDead,
    onChange: () => {
      const { board, news, network } = listeners();
      touch('unsent', 'time', 'tasks', 'board', 'taskPage');
      board.overlay();
      news.overlay();
      network.wait();
    },
    onTaken: (item, value) => {
      if (item.kind !== TASK_CREATE) return;
      const task = CreatedTask.parse(value);
      linkCreatedTask(database, item.accountId, item.subject, task);
      listeners().reminders.adopt(item.accountId, item.subject, task.id);
    },
    onSent: (item, value) => {
      const { creation, assigned, watched, board, openTask, follow, news } = listeners();
      if (item.kind === TASK_CREATE) creation.made(item, value);
      if (item.kind === TIME_ENTRY_CLOSE) {
        say(messages.outbox.entry.closed({ task: TimeEntryClosePayload.parse(item.payload).identifier }));
      }
      // Before the list, which the page is compared with.
      openTask.sent(item);
      if (item.accountId === account.id()) {
        const taken = pendingChanges([item]);
        assigned.absorb(taken);
        watched.absorb(taken);
      }
      board.sent(item, value);
      if (item.kind.startsWith('notification.')) news.sent(item);
      if (item.accountId === account.id()) follow.touch(affectedByWrite(item, value), true);
    },
    onNeedsYou: ({ kind, subject, payload }, why) => {
      const described = kind === TASK_DESCRIPTION ? TaskDescriptionPayload.safeParse(payload).data : undefined;
      if (described !== undefined) listeners().openTask.reread(described.taskId);
      const task = kind === TASK_CREATE ? TaskCreatePayload.safeParse(payload).data : undefined;
      if (task !== undefined) void listeners().createdNotifications.rejected(subject, task.title, why);
    },
    onRejected: (_, sentence, error) => {
      account.permissions.learn(error);
      say(sentence);
      // What it would have changed is as before.
      listeners().reminders.look();
    },
  });
}
