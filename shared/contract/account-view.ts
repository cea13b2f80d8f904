/** Views of the account and of the sign-in. */
import type { AppErrorView } from '../errors/app-error.ts';

export type AccountKind = 'device' | 'api-key' | 'local';

export interface AccountView {
  id: string;
  kind: AccountKind;
  /** `signed-out`: known, but its token is gone, expired or revoked. `locked`: the keychain did not answer. */
  status: 'signed-in' | 'signed-out' | 'locked';
  /** Host (and port) people know the server by; "This computer" for the local workspace. */
  server: string;
  /** What to type to reach it: the address with scheme and path, without `/api`. */
  address: string;
  clientId: string;
  userName: string;
  userEmail: string | null;
  workspaces: { id: string; name: string }[];
  workspaceId: string | null;
  /** Where the token is: `memory` means that it will be gone when Punchcard quits. */
  tokenIn: 'keychain' | 'memory' | 'none';
  /** Why the token is not in the keychain, or why it cannot be read; null where all is well. */
  error: AppErrorView | null;
}

export type SignInMethod = 'device' | 'api-key' | 'local';

export type SignInView =
  | { step: 'none' }
  /** Talking to the server for the first time. */
  | { step: 'contacting'; method: SignInMethod; server: string }
  /** The code is shown and we wait for the browser. */
  | {
      step: 'waiting';
      server: string;
      /** Eight characters, sometimes with a dash that is not part of it. */
      userCode: string;
      /** Without scheme, for people to type on any device. */
      verificationAddress: string;
      startedAt: string;
      expiresAt: string;
      codeCopied: boolean;
      /** Set while the server does not answer our polls; we keep trying. Else a warning, where there is one. */
      notice: string | null;
    }
  /** It ended without an account. */
  | {
      step: 'failed';
      method: SignInMethod;
      server: string;
      /** What was typed to reach it, with scheme and path, for the next try. */
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
  /** null: never. */
  expiresAt: string | null;
}

export const LOCAL_WORKSPACE_URL = 'http://local.punchcard.invalid/api';
