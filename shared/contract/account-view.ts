/** Views of the account and of the sign-in. */
import type { AppErrorView } from '../errors/app-error.ts';

export type AccountKind = 'device' | 'api-key' | 'local';

export interface AccountView {
  id: string;
  kind: AccountKind;
  /** `signed-out`: its token is missing, expired or revoked. `locked`: the keychain did not answer. */
  status: 'signed-in' | 'signed-out' | 'locked';
  /** Host (and port) people know the server by; "This computer" for the local workspace. */
  server: string;
  /** The server's address with scheme and path, without `/api`. */
  address: string;
  clientId: string;
  userId: string;
  userName: string;
  userEmail: string | null;
  workspaces: { id: string; name: string }[];
  workspaceId: string | null;
  /** The account that its credential was given to: of a further workspace, the one that it was opened from. */
  credentialOf: string;
  /** A further workspace of an account that is open beside it. */
  isFurther: boolean;
  /** Where the token is stored; in `memory` it is lost when Punchcard quits. */
  tokenIn: 'keychain' | 'memory' | 'none';
  /** Why the token is not in the keychain or cannot be read; null if all is well. */
  error: AppErrorView | null;
}

/** One of the open accounts, as lists and the switcher show it. */
export interface OpenAccountView
  extends Pick<AccountView, 'id' | 'kind' | 'userId' | 'userName' | 'workspaceId' | 'credentialOf'> {
  /** Its host, and what else tells it from the other accounts of that host: "pm.acme.example · Ana". */
  server: string;
  /** Host (and port); "This computer" for the local workspace. */
  host: string;
  /** What lines, links and command lines call it: "nordlicht" for pm.nordlicht.example. No two have the same. */
  name: string;
  /** The workspace on this computer. */
  isLocal: boolean;
  /** Marks what belongs to it where several accounts are shown together; no two have the same. */
  letter: string;
  /** The name of the workspace in use; null if it is not known. */
  workspace: string | null;
  /** `offline`: its service does not answer. */
  state: AccountView['status'] | 'offline';
  /** Since when its service does not answer; null if it does. */
  failingSince: string | null;
  /** Open tasks assigned to the person. */
  tasks: number;
  /** Unsent changes. */
  waiting: number;
  /** Permissions known to be missing in its workspace, as `resource:action`. */
  missingPermissions: string[];
}

export type SignInMethod = 'device' | 'api-key' | 'local';

/** `succeeded`: the last attempt did, so that no step is left. */
export type SignInView = SignInStep & { succeeded?: true };

type SignInStep =
  | { step: 'none' }
  /** The first requests to the server. */
  | { step: 'contacting'; method: SignInMethod; server: string }
  /** Shows the code and waits for the browser. */
  | {
      step: 'waiting';
      server: string;
      /** Eight characters, sometimes with a dash for readability. */
      userCode: string;
      /** Without scheme, to be typed on any device. */
      verificationAddress: string;
      startedAt: string;
      expiresAt: string;
      /** An error while the server does not answer the polls, which continue; otherwise a warning, or null. */
      notice: string | null;
    }
  /** The sign-in failed. */
  | {
      step: 'failed';
      method: SignInMethod;
      server: string;
      /** The typed address with scheme and path, for the next attempt. */
      address: string;
      reason:
        | 'denied'
        | 'expired'
        | 'client-not-allowed'
        | 'unreachable'
        | 'not-the-service'
        | 'untrusted'
        | 'key-not-accepted'
        | 'no-workspace'
        | 'not-encrypted'
        | 'other';
      error: AppErrorView;
    };

export interface ApiKeyView {
  id: string;
  name: string;
  /** The first characters of its value; empty if the server does not give them. */
  start: string;
  createdAt: string;
  /** null if it was never used, or the server does not say. */
  usedAt: string | null;
  /** null if it never expires. */
  expiresAt: string | null;
}

export const LOCAL_WORKSPACE_URL = 'http://local.punchcard.invalid/api';
