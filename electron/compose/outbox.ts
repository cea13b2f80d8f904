/** The outbox, and who hears what became of a write. */
import type { Notices } from '../bridge/notices.ts';
import type { NetworkWatch } from '../desktop/network.ts';
import type { TaskNotices } from '../desktop/task-notices.ts';
import type { News } from '../instance/news.ts';
import { WRITE_KINDS } from '../outbox/kinds.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { CreatedTask, TASK_CREATE, TaskCreatePayload } from '../outbox/task-create.ts';
import { TIME_ENTRY_CLOSE, TimeEntryClosePayload } from '../outbox/time-entry-close.ts';
import type { Reminders } from '../reminders/reminders.ts';
import type { Assigned } from '../tasks/assigned.ts';
import type { Board } from '../tasks/board.ts';
import { writeConcerns } from '../tasks/concerns.ts';
import type { Creation } from '../tasks/create.ts';
import type { Follow } from '../tasks/follow.ts';
import type { OpenTask } from '../tasks/open-task.ts';
import { pendingChanges } from '../tasks/pending.ts';
import { oneLine } from '../tasks/task-view.ts';
import type { WatchedBoards } from '../tasks/watched-boards.ts';
import { adoptTask } from '../time/adopt-task.ts';
import { words } from '../words/index.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './ground.ts';
import type { Touch } from './telling.ts';

/** They write, so they are made after it. */
export interface WriteHearers {
  assigned: Pick<Assigned, 'absorb'>;
  board: Pick<Board, 'overlay' | 'sent'>;
  watched: Pick<WatchedBoards, 'absorb'>;
  openTask: Pick<OpenTask, 'sent'>;
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
