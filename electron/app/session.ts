/** Reads and writes go through the session there is, or stop; before there is one, what is kept on disk is shown. */
import type { Session } from '../features/account/accounts.ts';
import type { AccountService } from '../features/account/index.ts';
import { boardAccess } from '../features/board/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { ServerNotifications } from '../features/server/notifications.ts';
import type { TimeService } from '../features/time/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { ListParts } from './task-lists.ts';
import type { TaskParts } from './tasks.ts';
import type { WindowParts } from './windows.ts';

/** When the window of quick add is made, after the sign-in (ms). */
const PREPARE_MS = 1_500;

export interface SessionOptions {
  context: Pick<AppContext, 'now'>;
  account: Pick<AccountService, 'accounts' | 'permissions'>;
  outbox: Outbox;
  time: Pick<TimeService, 'remoteTimers' | 'running' | 'runClock'>;
  tasks: Pick<TaskParts, 'known'>;
  lists: Pick<ListParts, 'assigned' | 'board' | 'watched' | 'follow' | 'realtime'>;
  news: Pick<ServerNotifications, 'start'>;
  reminders: Pick<Reminders, 'tidy'>;
  windows: Pick<WindowParts, 'prepareQuickAdd'>;
  touch: Invalidate;
}

export function setUpSession(options: SessionOptions) {
  const { context, account, outbox, time, tasks, lists, news, reminders, windows, touch } = options;
  const { accounts, permissions } = account;
  const { assigned, board, watched, follow, realtime } = lists;
  const { remoteTimers, running, runClock } = time;
  const { known } = tasks;

  return {
    actFor(next: Session | null): void {
      const current = next?.account ?? accounts.current();
      const of = current?.workspaceId == null ? null : { accountId: current.id, workspaceId: current.workspaceId };
      follow.forget();
      if (next === null || current?.workspaceId == null || of === null) {
        assigned.stop();
        watched.stop();
        watched.load(current?.id ?? null);
        outbox.pause();
        remoteTimers.start(null);
        permissions.start(of);
        known.load(of);
        news.start(null);
        realtime.start(null);
        board.use(null, current?.id ?? null);
      } else {
        const { client, confirm, server, openSocket, rateLimit } = next;
        const { id: accountId, workspaceId } = current;
        const userId = current.user.id;
        assigned.start({ accountId, userId, workspaceId, server, client, rateLimit });
        watched.start({ accountId, client });
        outbox.resume({ accountId, userId, server, client, confirm, rateLimit });
        remoteTimers.start({ accountId, userId, client });
        permissions.start(of, client);
        known.start(of, client);
        setTimeout(windows.prepareQuickAdd, PREPARE_MS);
        news.start(client);
        realtime.start(openSocket, rateLimit);
        board.use(boardAccess(next), accountId);
      }
      touch('time', 'unsent', 'taskPage');
    },

    /** What is known of the account without asking anybody. */
    load(): void {
      const current = accounts.current();
      if (current === null) return;
      const { id, workspaceId } = current;
      watched.load(id);
      assigned.load(id, workspaceId);
      if (workspaceId !== null) {
        known.load({ accountId: id, workspaceId });
        permissions.start({ accountId: id, workspaceId });
      }
      reminders.tidy();
      const left = running();
      // Unless the clock makes no sense already.
      if (left && context.now() >= Date.parse(left.startTime)) runClock.see(left);
    },
  };
}
