/**
 * Starts and stops reading and writing with the session; without one, the views show what is on disk. Features/account/accounts.ts
 * decides when a session ends, for example because the service no longer accepts its credential.
 */
import type { Session } from '../features/account/index.ts';
import type { MainParts } from './context.ts';

/** When the quick-add window is created, if it is kept ready, after the sign-in (ms). */
const PREPARE_MS = 1_500;

export type AppSession = ReturnType<typeof setUpSession>;

export function setUpSession({ featureContext, features, windows }: MainParts) {
  const { parts } = features;
  const { accounts } = features.account;

  return {
    /** null: signed out, or the credential is missing. */
    use(session: Session | null): void {
      const workspaceId = session?.account.workspaceId;
      if (session === null || workspaceId == null) {
        for (const part of parts) part.load(session?.account ?? accounts.current());
      } else {
        for (const part of parts) part.start(session, workspaceId);
        setTimeout(windows.updateQuickAdd, PREPARE_MS);
      }
      features.time.entriesReplaced();
      featureContext.invalidate('timeRules', 'taskPage');
    },

    /** Loads the account's data from disk, without a request. */
    loadStored(): void {
      const current = accounts.current();
      if (current === null) return;
      for (const part of parts) part.load(current);
    },
  };
}
