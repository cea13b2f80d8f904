/** The outbox, and who hears what became of a write. */

import { words } from '../../shared/i18n/main-messages.ts';
import { oneLine } from '../../shared/tasks/clean-text.ts';
import type { NetworkWatch } from '../desktop/network-watch.ts';
import type { Board } from '../features/board/board.ts';
import type { WatchedBoards } from '../features/board/watched-boards.ts';
import type { TaskNotices } from '../features/quick-add/created-notification.ts';
import type { Creation } from '../features/quick-add/task-creation.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { News } from '../features/server/notifications.ts';
import { writeConcerns } from '../features/tasks/affected-data.ts';
import { pendingChanges } from '../features/tasks/apply-pending.ts';
import type { Assigned } from '../features/tasks/assigned-tasks.ts';
import type { OpenTask } from '../features/tasks/open-task.ts';
import type { Follow } from '../features/tasks/refresh-affected.ts';
import { CreatedTask, TASK_CREATE, TaskCreatePayload } from '../features/tasks/task-create-write.ts';
import { TASK_DESCRIPTION, TaskDescriptionPayload } from '../features/tasks/task-writes.ts';
import { TIME_ENTRY_CLOSE, TimeEntryClosePayload } from '../features/time/entry-close-write.ts';
import { adoptTask } from '../features/time/entry-store.ts';

import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './context.ts';
import type { Touch } from './state-publisher.ts';
import type { Notices } from './toasts.ts';
import { WRITE_KINDS } from './write-kinds.ts';

/** They write, so they are made after it. */
export interface WriteHearers {
  assigned: Pick<Assigned, 'absorb'>;
  board: Pick<Board, 'overlay' | 'sent'>;
  watched: Pick<WatchedBoards, 'absorb'>;
  openTask: Pick<OpenTask, 'sent' | 'reread'>;
  follow: Pick<Follow, 'touch'>;
  creation: Pick<Creation, 'made'>;
  news: Pick<News, 'overlay' | 'sent'>;
  taskNotices: Pick<TaskNotices, 'refused'>;
  reminders: Pick<Reminders, 'look' | 'adopt'>;
  network: Pick<NetworkWatch, 'wait'>;
}

export interface OutboxPartOptions {
  ground: Pick<Ground, 'database' | 'now' | 'monotonic'>;
  account: Pick<AccountParts, 'accounts' | 'permissions' | 'id'>;
  touch: Touch;
  say: Notices['say'];
  hearers: () => WriteHearers;
}

export function composeOutbox({ ground, account, touch, say, hearers }: OutboxPartOptions): Outbox {
  const { database, now, monotonic } = ground;
  return createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    monotonic,
    random: Math.random,
    isCredentialDead: account.accounts.isCredentialDead,
    onChange: () => {
      const { board, news, network } = hearers();
      touch('outbox', 'time', 'tasks', 'board', 'details');
      board.overlay();
      news.overlay();
      network.wait();
    },
    onTaken: (item, value) => {
      if (item.kind !== TASK_CREATE) return;
      const task = CreatedTask.parse(value);
      adoptTask(database, item.accountId, item.subject, task);
      hearers().reminders.adopt(item.accountId, item.subject, task.id);
    },
    onSent: (item, value) => {
      const { creation, assigned, watched, board, openTask, follow, news } = hearers();
      if (item.kind === TASK_CREATE) creation.made(item, value);
      if (item.kind === TIME_ENTRY_CLOSE) {
        say(words.outbox.entry.closed(TimeEntryClosePayload.parse(item.payload).identifier));
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
      if (item.accountId === account.id()) follow.touch(writeConcerns(item, value), true);
    },
    onNeedsYou: ({ kind, subject, payload }, why) => {
      const described = kind === TASK_DESCRIPTION ? TaskDescriptionPayload.safeParse(payload).data : undefined;
      if (described !== undefined) hearers().openTask.reread(described.taskId);
      const task = kind === TASK_CREATE ? TaskCreatePayload.safeParse(payload).data : undefined;
      if (task !== undefined) void hearers().taskNotices.refused(subject, oneLine(task.title, 120), why);
    },
    onRefused: (_, sentence, error) => {
      account.permissions.learn(error);
      say(sentence);
      // What it would have changed is as before.
      hearers().reminders.look();
    },
  });
}
