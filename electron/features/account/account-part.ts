/**
 * What a feature does in the background for the account. electron/app calls every part at the same moments, so that a new one cannot
 * miss any of them. Parts belong to an account, not to the app.
 */
import type { Account } from './account-store.ts';
import type { Session } from './open-account.ts';

export interface AccountPart {
  /** Stops reading and shows what is on disk, without a request. null: nobody is signed in. */
  load(account: Account | null): void;
  /** Shows what is on disk, and reads and writes with this session from now on. */
  start(session: Session, workspaceId: string): void;
  /** The window was shown: reads again what may be old. */
  refreshIfStale?(): void;
  /** The computer woke, or the network is back. */
  resume?(): void;
  /** The clock or the time zone was set, or the computer woke: alarms may be due. */
  clockChanged?(): void;
  /** Moves what is on disk from one account to another, in a transaction. */
  transfer(fromId: string, toId: string): void;
  /** The app quits: ends requests, timers and sockets. */
  stop(): void;
}

/** The workspace whose data the account shows; null if there is none. */
export const workspaceOf = (account: Account | null): { accountId: string; workspaceId: string } | null =>
  account?.workspaceId == null ? null : { accountId: account.id, workspaceId: account.workspaceId };

/** For a moment at which a part has nothing to do. */
export const nothing = (): void => undefined;
