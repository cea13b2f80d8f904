/**
 * Starts and stops reading and writing with the session; without one, the views show what is on disk. When a session
 * ends is decided in features/account/open-account.ts, for example because the service no longer accepts its credential.
 */
import type { Session } from '../features/account/index.ts';
import type { AccountFeatures } from './account-features.ts';
import type { MainParts } from './context.ts';

/** When the quick-add window is created, if it is kept ready, after the sign-in (ms). */
const PREPARE_MS = 1_500;

export type AppSession = ReturnType<typeof setUpSession>;

export function setUpSession({ featureContext, features, statePublisher, windows }: MainParts) {
  /** What all accounts share loads and starts with the account in front. */
  const partsOf = (one: AccountFeatures) =>
    one === features.inFront() ? [...features.parts, ...one.parts] : one.parts;

  return {
    /** null: signed out, or the credential is missing. */
    use(one: AccountFeatures, session: Session | null): void {
      const workspaceId = session?.account.workspaceId;
      if (session === null || workspaceId == null) {
        for (const part of partsOf(one)) part.load(session?.account ?? one.account.current());
      } else {
        for (const part of partsOf(one)) part.start(session, workspaceId);
        setTimeout(windows.updateKept, PREPARE_MS);
      }
      features.time.entriesReplaced();
      featureContext.invalidate('timeRules', 'taskPage');
    },

    /** Another account is in front, or none. */
    frontChanged(): void {
      const { account } = features.inFront();
      for (const part of features.parts) part.load(account.current());
      for (const one of features.each()) if (one !== features.inFront()) one.boards.board.close();
      features.time.entriesReplaced();
      for (const subject of ['projects', 'inbox', 'apiKeys'] as const) featureContext.readAgain(subject);
      statePublisher.invalidateAll();
    },

    /** Loads the accounts' data from disk, without a request. */
    loadStored(): void {
      for (const one of features.each()) {
        const account = one.account.current();
        if (account !== null) for (const part of partsOf(one)) part.load(account);
      }
    },
  };
}
