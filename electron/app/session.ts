/** Reads and writes go through the session there is, or stop; before there is one, what is kept on disk is shown. */

import type { AccountService, Session } from '../features/account/index.ts';
import { type BoardService, boardAccess } from '../features/board/index.ts';
import type { ProjectsService } from '../features/projects/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { ServerService } from '../features/server/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AppContext } from './context.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { StatePublisher } from './state.ts';
import type { WindowParts } from './windows.ts';

/** When the window of quick add is made, after the sign-in (ms). */
const PREPARE_MS = 1_500;

export interface SessionOptions {
  context: Pick<AppContext, 'now'>;
  account: Pick<AccountService, 'accounts' | 'permissions'>;
  outbox: Outbox;
  time: Pick<TimeService, 'remoteTimers' | 'running' | 'runClock'>;
  projects: Pick<ProjectsService, 'directory'>;
  tasks: Pick<TasksService, 'assigned'>;
  boards: Pick<BoardService, 'board' | 'watched'>;
  live: Pick<LiveUpdates, 'affected' | 'realtime'>;
  server: Pick<ServerService, 'notifications'>;
  reminders: Pick<Reminders, 'tidy'>;
  windows: Pick<WindowParts, 'prepareQuickAdd'>;
  invalidate: StatePublisher['invalidate'];
}

export function setUpSession(options: SessionOptions) {
  const { context, account, outbox, time, projects, tasks, boards, live, server, reminders, windows, invalidate } =
    options;
  const { accounts, permissions } = account;
  const { assigned } = tasks;
  const { board, watched } = boards;
  const { affected, realtime } = live;
  const { remoteTimers, running, runClock } = time;
  const { directory } = projects;
  const { notifications } = server;

  return {
    actFor(next: Session | null): void {
      const current = next?.account ?? accounts.current();
      const of = current?.workspaceId == null ? null : { accountId: current.id, workspaceId: current.workspaceId };
      affected.forget();
      if (next === null || current?.workspaceId == null || of === null) {
        assigned.stop();
        watched.stop();
        watched.load(current?.id ?? null);
        outbox.pause();
        remoteTimers.start(null);
        permissions.start(of);
        directory.load(of);
        notifications.start(null);
        realtime.start(null);
        board.use(null, current?.id ?? null);
      } else {
        const { client, confirm, openSocket, rateLimit } = next;
        const { id: accountId, workspaceId } = current;
        const userId = current.user.id;
        assigned.start({ accountId, userId, workspaceId, server: next.server, client, rateLimit });
        watched.start({ accountId, client });
        outbox.resume({ accountId, userId, server: next.server, client, confirm, rateLimit });
        remoteTimers.start({ accountId, userId, client });
        permissions.start(of, client);
        directory.start(of, client);
        setTimeout(windows.prepareQuickAdd, PREPARE_MS);
        notifications.start(client);
        realtime.start(openSocket, rateLimit);
        board.use(boardAccess(next), accountId);
      }
      invalidate('time', 'unsent', 'taskPage');
    },

    /** What is known of the account without asking anybody. */
    load(): void {
      const current = accounts.current();
      if (current === null) return;
      const { id, workspaceId } = current;
      watched.load(id);
      assigned.load(id, workspaceId);
      if (workspaceId !== null) {
        directory.load({ accountId: id, workspaceId });
        permissions.start({ accountId: id, workspaceId });
      }
      reminders.tidy();
      const left = running();
      // Unless the clock makes no sense already.
      if (left && context.now() >= Date.parse(left.startTime)) runClock.see(left);
    },
  };
}
