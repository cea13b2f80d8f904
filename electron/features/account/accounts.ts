/**
 * The signed-in account, its credential and its session. The token is kept in the keychain; if the keychain fails, it is kept in
 * memory until the app quits.
 */

import { randomUUID } from 'node:crypto';
import type { AccountKind, AccountView } from '../../../shared/contract/account-view.ts';
import { credentialFlaw } from '../../../shared/credential.ts';
import { AppError, type AppErrorView, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Transport } from '../../../shared/transport.ts';
import { type Client, createClient } from '../../service/client.ts';
import { signedOutError, toAppErrorView } from '../../service/error-messages.ts';
import { createHttp, type HttpCall, type HttpOptions } from '../../service/http.ts';
import { createRateLimit, type RateLimit } from '../../service/rate-limit.ts';
import { type OpenSocket, openSocket } from '../../service/realtime.ts';
import type { User } from '../../service/records.ts';
import { type Database, transaction } from '../../store/database.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { otherPersonError, otherServerError } from './account-errors.ts';
import { type Account, createAccountStore } from './account-store.ts';
import {
  createIdentify,
  hasIdentity,
  type Identify,
  identifiedSocket,
  isPersonOf,
  isSameEmail,
  whyOtherServer,
} from './identity.ts';
import type { TokenStore } from './keychain.ts';

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

/** Access to the service as the person. It exists only while there is a credential. */
export interface Session {
  account: Account;
  server: string;
  /** Sends no request before `confirm` has succeeded. */
  client: Client;
  /** Asks the service once per run whether the credential belongs to the account's person. Throws ServiceError. */
  confirm: () => Promise<void>;
  rateLimit: RateLimit;
  /** Sockets of the service (docs/service.md#realtime); null for the local workspace, which needs none. */
  openSocket: OpenSocket | null;
}

export interface AccountsOptions {
  database: Database;
  settings: SettingsStore;
  tokens: TokenStore;
  userAgent: string;
  /** The transport for an API root; the local workspace has its own. */
  transportFor: (baseUrl: string) => Transport;
  /** Creates a credential for the local workspace; each run gets a new one. */
  openLocalSession: () => Promise<string>;
  /** The server at that API root has no such route. */
  onMissingRoute?: (baseUrl: string, call: HttpCall) => void;
  /** The service answers again after an outage. */
  onRecovered: () => void;
  hasRunningTimer: (accountId: string) => boolean;
  /** Moves the entries, with what belongs to them, and the unsent writes of one account to another. Called in a transaction. */
  transfer: (fromId: string, toId: string) => void;
  now: () => number;
  /** The person was removed from the workspace. Called before another one is opened. */
  onRemoved?: (notice: AppErrorView) => void;
  onChange: () => void;
  /** A session was opened, or closed (null). */
  onSession: (session: Session | null) => void;
}

/** How often a refusal makes the list of workspaces be read again, at most (ms). */
const MEMBERSHIP_MS = 10_000;
/** The list of workspaces may lag behind the first refusal, so it is read again after these times (ms), */
const MEMBERSHIP_AGAIN_MS = [3_000, 15_000, 60_000];
/** but not for later refusals within this time (ms): they may be about something else. */
const MEMBERSHIP_PAUSE_MS = 600_000;

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(options: AccountsOptions) {
  const { database, settings, tokens, onChange, onSession } = options;
  const store = createAccountStore(database, options.now);

  let account: Account | null = store.find(settings.readValue('current-account'));
  let token: string | undefined;
  let status: AccountView['status'] = 'signed-in';
  let tokenIn: AccountView['tokenIn'] = 'none';
  let error: AppErrorView | null = null;
  /** Incremented by every sign-in and sign-out, so that a late answer about an earlier state is ignored. */
  let generation = 0;
  let credentialCheck: Promise<boolean> | null = null;
  /** The owner of the credential, as the service answered in this run. */
  let confirmed: { accountId: string; credential: string; user: User } | null = null;
  let identify: Identify | null = null;
  /** The last check whether the person still belongs to the workspace. */
  let membership = { at: Number.NEGATIVE_INFINITY, check: Promise.resolve() };
  let checkedAgainAt = Number.NEGATIVE_INFINITY;

  function update(next: Partial<{ status: typeof status; tokenIn: typeof tokenIn; error: typeof error }>): void {
    status = next.status ?? status;
    tokenIn = next.tokenIn ?? tokenIn;
    error = next.error === undefined ? error : next.error;
    onChange();
  }

  function openSession(): void {
    if (account === null || token === undefined) return;
    // A constant: a pending request of this session must never be sent with the credential of a later sign-in.
    const credential = token;
    const { baseUrl, kind } = account;
    const identifySession = identifyFor(account, credential);
    identify = identifySession;
    const confirm = async () => void (await identifySession());
    const rateLimit = createRateLimit();
    const onForbidden = () => void checkMembership();
    const guards = { before: confirm, rateLimit, onForbidden, onRecovered: options.onRecovered };
    const client = clientFor(baseUrl, kind, () => credential, guards);
    const open = identifiedSocket(identifySession, (socket) =>
      openSocket({ ...socket, baseUrl, credential, userAgent: options.userAgent }),
    );
    const server = serverName(account);
    onSession({ account, server, client, confirm, rateLimit, openSocket: kind === 'local' ? null : open });
  }

  function identifyFor(owner: Account, credential: string): Identify {
    const startedIn = generation;
    const client = clientFor(owner.baseUrl, owner.kind, () => credential);
    const isConfirmed = confirmed?.accountId === owner.id && confirmed.credential === credential;
    return createIdentify(client, isConfirmed ? confirmed?.user : undefined, async (user) => {
      // The local workspace always belongs to the person at this computer, so its user id proves nothing.
      if (owner.kind !== 'local' && !(await isPersonOf(owner, user, client.listWorkspaces))) {
        if (startedIn === generation && account?.id === owner.id) closeForOtherPerson(owner, user);
        return false;
      }
      if (startedIn === generation) confirmed = { accountId: owner.id, credential, user };
      return true;
    });
  }

  /** The credential belongs to another person: it is not used any more, but stays in the keychain. */
  function closeForOtherPerson(owner: Account, user: User): void {
    generation += 1;
    token = undefined;
    const isInKeychain = tokenIn === 'keychain';
    onSession(null);
    update({
      status: 'signed-out',
      tokenIn: 'none',
      error: otherPersonError(serverName(owner), owner, user, isInKeychain),
    });
  }

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

  /** Reads the credential of the current account and opens its session. Never rejects; the view shows errors. */
  async function open(): Promise<void> {
    if (account === null) return;
    generation += 1;
    const startedIn = generation;
    const answer = await readToken(account);
    if (startedIn !== generation || account === null) return;
    if ('error' in answer) return update({ ...answer, tokenIn: 'none' });
    token = answer.token;
    update({ status: 'signed-in', tokenIn: account.kind === 'local' ? 'none' : 'keychain', error: null });
    openSession();
    // Also the ids of the local workspace may have changed: a new one replaces one whose file is damaged.
    void refreshProfile();
  }

  /** The local workspace creates a credential at every start; that of a server is in the keychain. Never rejects. */
  async function readToken(
    owner: Account,
  ): Promise<{ token: string } | { status: 'locked' | 'signed-out'; error: AppErrorView }> {
    const server = serverName(owner);
    if (owner.kind === 'local') {
      return options.openLocalSession().then(
        (created) => ({ token: created }),
        (error: unknown) => ({ status: 'signed-out', error: toAppErrorView(error, server) }),
      );
    }
    const answer = await tokens.get(owner.id);
    if (!answer.ok) {
      const { reason, message } = answer;
      return reason === 'timeout'
        ? { status: 'locked', error: { kind: 'keychain', ...messages.account.locked({ message }) } }
        : { status: 'signed-out', error: { kind: 'keychain', ...messages.account.noKeychain({ message }) } };
    }
    if (answer.value === null || credentialFlaw(answer.value) !== null) {
      return { status: 'signed-out', error: { kind: 'signed-out', ...messages.account.notStored({ server }) } };
    }
    return { token: answer.value };
  }

  /** Updates names and workspaces, which may have changed since the sign-in. Best effort: errors change nothing. */
  async function refreshProfile(): Promise<void> {
    if (account === null || token === undefined || identify === null) return;
    const [owner, credential, startedIn] = [account, token, generation];
    try {
      const client = clientFor(owner.baseUrl, owner.kind, () => credential);
      const [user, found] = [await identify(), await client.listWorkspaces()];
      if (startedIn !== generation || account?.id !== owner.id) return;
      // An unreadable workspace may be the current one, so a missing id does not prove that it is gone.
      if (found.unreadable?.dropped.workspace !== undefined) return;
      const workspaces = found.map(({ id, name }) => ({ id, name }));
      const isGone = !workspaces.some(({ id }) => id === account?.workspaceId);
      const workspaceId = isGone ? (workspaces[0]?.id ?? null) : account.workspaceId;
      // Without the address and without a workspace, a counted id would be another person's.
      const email = user.email ?? account.user.email;
      if (email === null && workspaces.length === 0 && !hasIdentity(user.id)) return;
      const next = {
        ...account,
        user: { id: user.id, name: user.name, email },
        workspaces,
        workspaceId,
      };
      if (JSON.stringify(next) === JSON.stringify(account)) return;
      const left = account.workspaces.find(({ id }) => id === account?.workspaceId)?.name;
      account = next;
      store.save(next);
      // A damaged local workspace was replaced, which has a message of its own.
      if (isGone && left !== undefined && account.kind !== 'local') {
        const other = workspaces.find(({ id }) => id === workspaceId)?.name ?? null;
        error = { kind: 'no-workspace', ...messages.account.removed({ workspace: left, other }) };
        options.onRemoved?.(error);
      }
      onChange();
      if (isGone) openSession();
    } catch {
      // Most likely offline, which the task list shows.
    }
  }

  /** A request was forbidden. Refusals come in bursts, and some are about a permission. */
  async function checkMembership(): Promise<void> {
    await membership.check;
    if (Math.abs(options.now() - membership.at) < MEMBERSHIP_MS) return;
    const [at, refusedIn] = [options.now(), generation];
    membership = { at, check: refreshProfile() };
    await membership.check;
    if (Math.abs(at - checkedAgainAt) < MEMBERSHIP_PAUSE_MS) return;
    checkedAgainAt = at;
    for (const ms of MEMBERSHIP_AGAIN_MS) {
      const again = setTimeout(() => void (refusedIn === generation && refreshProfile()), ms);
      again.unref?.();
    }
  }

  /** Moves a token from memory to the keychain, if the keychain answers now. */
  async function moveTokenToKeychain(): Promise<void> {
    if (account === null || token === undefined || tokenIn !== 'memory') return;
    const startedIn = generation;
    const stored = await tokens.set(account.id, token);
    if (stored.ok && startedIn === generation) update({ tokenIn: 'keychain', error: null });
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

  /** Restores the token in use, after the token of a cancelled sign-in was stored in its place. */
  async function restoreToken(id: string): Promise<void> {
    if (account?.id === id && token !== undefined && tokenIn === 'keychain') await tokens.set(id, token);
    else await tokens.delete(id);
  }

  return {
    current: (): Account | null => account,
    serverName,
    clientFor,
    isKnown: store.isKnown,
    open,

    refreshProfile,

    /** After the keychain did not answer: reads the token again, or stores the one in memory. */
    async retryKeychain(): Promise<void> {
      if (status !== 'signed-in' && error?.kind === 'keychain') await open();
      else await moveTokenToKeychain();
    },

    view(): AccountView | null {
      if (account === null) return null;
      const { id, kind, clientId, user, workspaces, workspaceId } = account;
      return {
        id,
        kind,
        status,
        server: serverName(account),
        address: addressOf(account.baseUrl),
        clientId,
        userId: user.id,
        userName: user.name,
        userEmail: user.email,
        workspaces,
        workspaceId,
        tokenIn,
        error,
      };
    },

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
      generation += 1;
      const startedIn = generation;
      // The local workspace creates a credential at every start, so its credential is not stored.
      const stored = fresh.kind === 'local' ? null : await tokens.set(next.id, fresh.credential);
      if (signal?.aborted) {
        // Unless a later sign-in has already replaced the token.
        if (stored !== null && startedIn === generation) await restoreToken(next.id);
        signal.throwIfAborted();
      }
      store.saveAsHolder(next, otherHolders);
      settings.writeValue('current-account', next.id);
      onSession(null);
      account = next;
      token = fresh.credential;
      confirmed = { accountId: next.id, credential: token, user };
      update({
        status: 'signed-in',
        tokenIn: stored === null ? 'none' : stored.ok ? 'keychain' : 'memory',
        error:
          stored && !stored.ok ? { kind: 'keychain', ...messages.account.notKept({ message: stored.message }) } : null,
      });
      openSession();
    },

    /**
     * After a 401: asks the service for the credential's owner before signing out, because not every 401 is about the token
     * (docs/service.md#signing-in). If the result is true, the account has been signed out. Concurrent calls share one request.
     */
    isCredentialDead(): Promise<boolean> {
      credentialCheck ??= (async () => {
        const startedIn = generation;
        if (account === null || token === undefined) return true;
        const [owner, credential] = [account, token];
        try {
          const client = clientFor(owner.baseUrl, owner.kind, () => credential);
          const user = await client.whoAmI();
          if (startedIn !== generation) return false;
          if (user !== null) {
            if (owner.kind === 'local' || (await isPersonOf(owner, user, client.listWorkspaces))) return false;
            if (startedIn !== generation) return false;
            closeForOtherPerson(owner, user);
            return true;
          }
        } catch {
          return false;
        }
        // Everything before the first await: a new sign-in may happen during it.
        token = undefined;
        onSession(null);
        update({ status: 'signed-out', tokenIn: 'none', error: signedOutError(serverName(owner)) });
        if (owner.kind !== 'local') await tokens.delete(owner.id);
        return true;
      })().finally(() => {
        credentialCheck = null;
      });
      return credentialCheck;
    },

    /** Deletes the credential here and ends the session at the service, if the service answers. */
    async signOut(): Promise<void> {
      const signedOut = account;
      if (signedOut === null) return;
      generation += 1;
      const credential = token;
      token = undefined;
      onSession(null);
      // Before the request to the service, during which the app may be quit.
      const deleted = signedOut.kind === 'local' ? null : await tokens.delete(signedOut.id);
      if (signedOut.kind === 'device' && credential !== undefined) {
        // Best effort and not awaited: an unreachable server must not prevent signing out.
        void clientFor(signedOut.baseUrl, signedOut.kind, () => credential)
          .signOut()
          .catch(() => undefined);
      }
      // Not after a sign-in in the meantime.
      if (token === undefined) {
        account = null;
        settings.writeValue('current-account', null);
        update({ status: 'signed-in', tokenIn: 'none', error: null });
      }
      if (deleted && !deleted.ok)
        throw new AppError({ kind: 'keychain', ...messages.account.notForgotten({ message: deleted.message }) });
    },

    /** The accounts that were signed in on this computer before. */
    others(): OtherAccount[] {
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
      if (account === null || from === null) return;
      if (token === undefined) throw new AppError(error ?? signedOutError(serverName(account)));
      const why = whyOtherServer(from, account);
      if (why !== null) throw new AppError(otherServerError(serverName(account), why));
      if ([otherId, account.id].every(options.hasRunningTimer)) throw new ValidationError(messages.account.bothRun);
      const toId = account.id;
      transaction(database, () => options.transfer(otherId, toId));
      onChange();
    },

    chooseWorkspace(workspaceId: string): void {
      if (account === null || !account.workspaces.some(({ id }) => id === workspaceId)) return;
      account = { ...account, workspaceId };
      if (error?.kind === 'no-workspace') error = null;
      store.save(account);
      onChange();
      if (token !== undefined) openSession();
    },
  };
}

/** The address as people type it, without `/api`. */
export function addressOf(baseUrl: string): string {
  return baseUrl.replace(/\/api$/, '');
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

function serverName(account: Pick<Account, 'kind' | 'baseUrl'>): string {
  return account.kind === 'local' ? messages.account.thisComputer : hostOf(account.baseUrl);
}
