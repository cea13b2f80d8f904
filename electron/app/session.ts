/**
 * Starts and stops reading and writing with the session; without one, the views show what is on disk. Features/account/accounts.ts
 * decides when a session ends, for example because the service no longer accepts its credential.
 */
import type { Session } from '../features/account/index.ts';
import { boardAccess } from '../features/board/index.ts';
import type { FeatureContext } from '../features/context.ts';
import type { Features } from './features.ts';
import type { Windows } from './windows.ts';

/** When the quick-add window is created, if it is kept ready, after the sign-in (ms). */
const PREPARE_MS = 1_500;

export interface SessionOptions {
  featureContext: Pick<FeatureContext, 'invalidate' | 'now'>;
  features: Features;
  windows: Pick<Windows, 'updateQuickAdd'>;
}

export type AppSession = ReturnType<typeof setUpSession>;

export function setUpSession({ featureContext, features, windows }: SessionOptions) {
  const { outbox, boards } = features;
  const { accounts, permissions } = features.account;
  const { assigned } = features.tasks;
  const { board, watched } = boards;
  const { affected, realtime } = features.live;
  const { remoteTimers, running, runClock, entriesMoved } = features.time;
  const { directory } = features.projects;
  const { notifications } = features.server;
  const { reminders } = features.reminders;
  const { focus } = features;

  return {
    /** null: signed out, or the credential is missing. */
    use(session: Session | null): void {
      const current = session?.account ?? accounts.current();
      const of = current?.workspaceId == null ? null : { accountId: current.id, workspaceId: current.workspaceId };
      affected.clear();
      focus.start();
      if (session === null || current?.workspaceId == null || of === null) {
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
        const { client, confirm, openSocket, rateLimit } = session;
        const { id: accountId, workspaceId } = current;
        const userId = current.user.id;
        assigned.start({ accountId, userId, workspaceId, server: session.server, client, rateLimit });
        watched.start({ accountId, client });
        outbox.resume({ accountId, userId, server: session.server, client, confirm, rateLimit });
        remoteTimers.start({ accountId, userId, client });
        permissions.start(of, client);
        directory.start(of, client);
        setTimeout(windows.updateQuickAdd, PREPARE_MS);
        notifications.start(client);
        realtime.start(openSocket, rateLimit);
        board.use(boardAccess(session), accountId);
      }
      entriesMoved();
      featureContext.invalidate('timeRules', 'taskPage');
    },

    /** Loads the account's data from disk, without a request. */
    loadStored(): void {
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
      const entry = running();
      // A start in the future means that the clock is wrong.
      if (entry && featureContext.now() >= Date.parse(entry.startTime)) runClock.observe(entry);
    },
  };
}
