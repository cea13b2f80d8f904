/** The accounts of this computer: signing in and out, and the one that is open (open-account.ts). */

import { randomUUID } from 'node:crypto';
import type { AccountKind, AccountView } from '../../../shared/contract/account-view.ts';
import { AppError, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Transport } from '../../../shared/transport.ts';
import { type Client, createClient } from '../../service/client.ts';
import { signedOutError } from '../../service/error-messages.ts';
import { createHttp, type HttpCall, type HttpOptions } from '../../service/http.ts';
import type { User } from '../../service/records.ts';
import { type Database, transaction } from '../../store/database.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { otherPersonError, otherServerError } from './account-errors.ts';
import { type Account, createAccountStore } from './account-store.ts';
import { isPersonOf, isSameEmail, whyOtherServer } from './identity.ts';
import { createOpenAccount, type OpenAccount, type OpenAccountOptions, serverName } from './open-account.ts';

/** An account that was signed in on this computer before. */
export interface OtherAccount {
  id: string;
  server: string;
  /** Has the same user id and e-mail address, so it may be the same server under its former address. */
  isSamePerson: boolean;
  /** Its owner. */
  person: string;
  isSameServer: boolean;
}

/** A credential from a new sign-in, and the server that it is for. */
export interface NewCredential {
  kind: AccountKind;
  baseUrl: string;
  clientId: string;
  webUrl: string | null;
  credential: string;
}

export interface AccountsOptions extends Omit<OpenAccountOptions, 'store' | 'clientFor'> {
  database: Database;
  settings: SettingsStore;
  /** The transport for an API root; the local workspace has its own. */
  transportFor: (baseUrl: string) => Transport;
  /** The server at that API root has no such route. */
  onMissingRoute?: (baseUrl: string, call: HttpCall) => void;
  hasRunningTimer: (accountId: string) => boolean;
  /** Moves the entries, with what belongs to them, and the unsent writes of one account to another. Called in a transaction. */
  transfer: (fromId: string, toId: string) => void;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(options: AccountsOptions) {
  const { database, settings, tokens } = options;
  const store = createAccountStore(database, options.now);
  /** The open account; null: nobody is signed in. */
  let current: OpenAccount | null = null;
  /** Grows with every sign-in and sign-out: a cancelled one must not touch the token of a later one. */
  let changes = 0;

  const openAccount = (account: Account): OpenAccount => createOpenAccount(account, { ...options, store, clientFor });
  const remembered = store.find(settings.readValue('current-account'));
  if (remembered !== null) current = openAccount(remembered);

  function clientFor(
    baseUrl: string,
    kind: AccountKind,
    credential: () => string | undefined,
    guards?: Pick<HttpOptions, 'before' | 'rateLimit' | 'onForbidden' | 'onRecovered'>,
  ): Client {
    const http = createHttp({
      baseUrl,
      transport: options.transportFor(baseUrl),
      userAgent: options.userAgent,
      credential,
      isApiKey: kind === 'api-key',
      isKnown: store.isKnown(baseUrl),
      ...guards,
      onMissingRoute: (call) => options.onMissingRoute?.(baseUrl, call),
    });
    return createClient(http, kind === 'api-key' ? credential : undefined);
  }

  /** `own`: the person's account at a server. `otherHolders`: other people's accounts that hold the same user id there. */
  async function accountsAt(
    baseUrl: string,
    user: User,
    workspaces: readonly { id: string }[],
  ): Promise<{ own: Account | null; otherHolders: Account[] }> {
    let own: Account | null = null;
    const otherHolders: Account[] = [];
    for (const { account: found, holdsUserId } of store.byUser(baseUrl, user.id)) {
      const isOwn = own === null && (await isPersonOf(found, user, async () => workspaces));
      if (isOwn) own = found;
      else if (holdsUserId) otherHolders.push(found);
    }
    return { own, otherHolders };
  }

  return {
    current: (): Account | null => current?.account() ?? null,
    serverName,
    clientFor,
    isKnown: store.isKnown,
    view: (): AccountView | null => current?.view() ?? null,
    /** Reads the credential of the open account and opens its session. Never rejects; the view shows errors. */
    open: async (): Promise<void> => current?.open(),
    refreshProfile: async (): Promise<void> => current?.refreshProfile(),
    /** After the keychain did not answer: reads the token again, or stores the one in memory. */
    retryKeychain: async (): Promise<void> => current?.retryKeychain(),
    /** If the result is true, the account has been signed out. */
    isCredentialDead: async (): Promise<boolean> => current?.isCredentialDead() ?? true,

    /**
     * Identifies the owner of a new credential, stores it and opens the session. Throws ServiceError and AppError; if `signal` is
     * aborted, it throws and changes nothing. `forId`: the account to sign in to; a credential of another person is rejected. If
     * that account has another address, the person says that its server has moved there: the account moves if the person and the
     * workspace in use are there, unless there is an account for that address already.
     */
    async signIn(fresh: NewCredential, signal?: AbortSignal, forId?: string): Promise<void> {
      const host = hostOf(fresh.baseUrl);
      const client = clientFor(fresh.baseUrl, fresh.kind, () => fresh.credential);
      const user: User | null = await client.whoAmI(signal);
      if (user === null)
        throw new AppError({ kind: 'key-not-accepted', ...messages.account.keyNotAccepted({ server: host }) });
      const workspaces = (await client.listWorkspaces()).map(({ id, name }) => ({ id, name }));
      signal?.throwIfAborted();
      const { own, otherHolders } = await accountsAt(fresh.baseUrl, user, workspaces);
      const requested = store.find(forId);
      if (requested?.baseUrl === fresh.baseUrl && own?.id !== requested.id) {
        throw new AppError(otherPersonError(serverName(requested), requested, user, false));
      }
      const moved = own === null ? requested : null;
      if (moved !== null) {
        const why = whyOtherServer(moved, { user, workspaces });
        if (why !== null) throw new AppError(otherServerError(host, why));
      }
      const existing = own ?? moved;
      const next: Account = {
        id: existing?.id ?? randomUUID(),
        kind: fresh.kind,
        baseUrl: fresh.baseUrl,
        clientId: fresh.clientId,
        webUrl: fresh.webUrl,
        user: { id: user.id, name: user.name, email: user.email ?? null },
        workspaces,
        workspaceId:
          workspaces.find((workspace) => workspace.id === existing?.workspaceId)?.id ?? workspaces[0]?.id ?? null,
      };
      if (next.workspaceId === null)
        throw new AppError({ kind: 'no-workspace', ...messages.account.noWorkspace({ server: host }) });
      const open = current?.account().id === next.id ? current : null;
      changes += 1;
      const startedIn = changes;
      open?.expectCredential();
      // The local workspace creates a credential at every start, so its credential is not stored.
      const stored = fresh.kind === 'local' ? null : await tokens.set(next.id, fresh.credential);
      if (signal?.aborted) {
        // Unless a later sign-in has already replaced the token.
        if (stored !== null && startedIn === changes) await (open ? open.restoreToken() : tokens.delete(next.id));
        signal.throwIfAborted();
      }
      store.saveAsHolder(next, otherHolders);
      settings.writeValue('current-account', next.id);
      if (open === null) current?.close();
      current = open ?? openAccount(next);
      current.signedIn(next, fresh.credential, user, stored);
    },

    /** Deletes the credential here and ends the session at the service, if the service answers. */
    async signOut(): Promise<void> {
      if (current === null) return;
      const closed = current;
      const signedOut = closed.account();
      changes += 1;
      const credential = closed.close();
      // Before the request to the service, during which the app may be quit.
      const deleted = signedOut.kind === 'local' ? null : await tokens.delete(signedOut.id);
      if (signedOut.kind === 'device' && credential !== undefined) {
        // Best effort and not awaited: an unreachable server must not prevent signing out.
        void clientFor(signedOut.baseUrl, signedOut.kind, () => credential)
          .signOut()
          .catch(() => undefined);
      }
      // Not after a sign-in in the meantime.
      if (current === closed && !closed.hasCredential()) {
        current = null;
        settings.writeValue('current-account', null);
        options.onChange();
      }
      if (deleted && !deleted.ok)
        throw new AppError({ kind: 'keychain', ...messages.account.notForgotten({ message: deleted.message }) });
    },

    /** The accounts that were signed in on this computer before. */
    others(): OtherAccount[] {
      const account = current?.account() ?? null;
      return store.others(account?.id ?? '').map((other) => ({
        id: other.id,
        server: serverName(other),
        person: other.user.name,
        isSameServer: other.baseUrl === account?.baseUrl,
        isSamePerson:
          other.kind !== 'local' &&
          account !== null &&
          account.kind !== 'local' &&
          other.user.id === account.user.id &&
          isSameEmail(other.user.email, account.user.email),
      }));
    },

    /**
     * Moves the entries and unsent writes of an earlier account of the same person to the current one. The person says that its
     * server has the current account's address now; the workspace in use must be there. Throws AppError.
     */
    takeOver(otherId: string): void {
      const other = this.others().find(({ id, isSamePerson }) => id === otherId && isSamePerson);
      const from = store.find(other?.id);
      if (current === null || from === null) return;
      const account = current.account();
      if (!current.hasCredential()) throw new AppError(current.error() ?? signedOutError(serverName(account)));
      const why = whyOtherServer(from, account);
      if (why !== null) throw new AppError(otherServerError(serverName(account), why));
      if ([otherId, account.id].every(options.hasRunningTimer)) throw new ValidationError(messages.account.bothRun);
      const toId = account.id;
      transaction(database, () => options.transfer(otherId, toId));
      options.onChange();
    },

    chooseWorkspace: (workspaceId: string): void => current?.chooseWorkspace(workspaceId),
  };
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
