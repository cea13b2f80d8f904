/**
 * One signed-in account: its credential, its session, and whether its person still belongs to the workspace. The token is kept in the
 * keychain; if the keychain fails, it is kept in memory until the app quits.
 */

import type { AccountKind, AccountView } from '../../../shared/contract/account-view.ts';
import { credentialFlaw } from '../../../shared/credential.ts';
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Client } from '../../service/client.ts';
import { signedOutError, toAppErrorView } from '../../service/error-messages.ts';
import type { HttpOptions } from '../../service/http.ts';
import { createRateLimit, type RateLimit } from '../../service/rate-limit.ts';
import { type OpenSocket, openSocket } from '../../service/realtime.ts';
import type { User } from '../../service/records.ts';
import { addressOf, serverName } from './account-names.ts';
import { type Account, type AccountStore, credentialKey } from './account-store.ts';
import { createIdentify, hasIdentity, type Identify, identifiedSocket, isPersonOf } from './identity.ts';
import { otherPersonError } from './identity-errors.ts';
import type { KeychainResult, TokenStore } from './keychain.ts';

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

export interface OpenAccountOptions {
  store: Pick<AccountStore, 'save'>;
  tokens: TokenStore;
  userAgent: string;
  /** A client for an API root. */
  clientFor: (
    baseUrl: string,
    kind: AccountKind,
    credential: () => string | undefined,
    guards?: Pick<HttpOptions, 'before' | 'rateLimit' | 'onForbidden' | 'onRecovered'>,
  ) => Client;
  /** Creates a credential for the local workspace; each run gets a new one. */
  openLocalSession: () => Promise<string>;
  /** The service answers again after an outage. */
  onRecovered: () => void;
  now: () => number;
  /** The person was removed from the workspace. Called before another one is opened. */
  onRemoved?: (notice: AppErrorView) => void;
  onChange: () => void;
  /** A session was opened, or closed (null). */
  onSession: (session: Session | null) => void;
}

/** How often a refusal makes the list of workspaces be read again, at most (ms). */
const MEMBERSHIP_MS = 10_000;
/** The list of workspaces may lag behind the first refusal, so it is read again after these times (ms). */
const MEMBERSHIP_AGAIN_MS = [3_000, 15_000, 60_000];
/** Later refusals within this time (ms) cause no such reads: they may be about something else. */
const MEMBERSHIP_PAUSE_MS = 600_000;

export type OpenAccount = ReturnType<typeof createOpenAccount>;

export function createOpenAccount(opened: Account, options: OpenAccountOptions) {
  const { store, tokens, clientFor, onChange, onSession } = options;
  let account = opened;
  let token: string | undefined;
  let status: AccountView['status'] = 'signed-in';
  let tokenIn: AccountView['tokenIn'] = 'none';
  let error: AppErrorView | null = null;
  /** Incremented by every sign-in and sign-out, so that a late answer about an earlier state is ignored. */
  let generation = 0;
  let credentialCheck: Promise<boolean> | null = null;
  /** The owner of the credential, as the service answered in this run. */
  let confirmed: { credential: string; user: User } | null = null;
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
    if (token === undefined) return;
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
    const known = confirmed?.credential === credential ? confirmed.user : undefined;
    return createIdentify(client, known, async (user) => {
      // The local workspace always belongs to the person at this computer, so its user id proves nothing.
      if (owner.kind !== 'local' && !(await isPersonOf(owner, user, client.listWorkspaces))) {
        if (startedIn === generation) closeForOtherPerson(owner, user);
        return false;
      }
      if (startedIn === generation) confirmed = { credential, user };
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

  /** Reads the credential and opens the session. Never rejects; the view shows errors. */
  async function open(): Promise<void> {
    generation += 1;
    const startedIn = generation;
    const answer = await readToken(account);
    if (startedIn !== generation) return;
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
    const answer = await tokens.get(credentialKey(owner));
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
    if (token === undefined || identify === null) return;
    const [owner, credential, startedIn] = [account, token, generation];
    try {
      const client = clientFor(owner.baseUrl, owner.kind, () => credential);
      const [user, found] = [await identify(), await client.listWorkspaces()];
      if (startedIn !== generation) return;
      // An unreadable workspace may be the current one, so a missing id does not prove that it is gone.
      if (found.unreadable?.dropped.workspace !== undefined) return;
      const workspaces = found.map(({ id, name }) => ({ id, name }));
      const isGone = !workspaces.some(({ id }) => id === account.workspaceId);
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
      const left = account.workspaces.find(({ id }) => id === account.workspaceId)?.name;
      // A damaged local workspace was replaced, which has a message of its own.
      const isRemoved = isGone && left !== undefined && account.kind !== 'local';
      // A further workspace is closed then. On disk it stays what it was, with what is not sent there.
      if (!isRemoved || account.credentialOf === null) {
        account = next;
        store.save(next);
      }
      if (isRemoved) {
        const other = workspaces.find(({ id }) => id === account.workspaceId)?.name ?? null;
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
    if (token === undefined || tokenIn !== 'memory') return;
    const startedIn = generation;
    const stored = await tokens.set(credentialKey(account), token);
    if (stored.ok && startedIn === generation) update({ tokenIn: 'keychain', error: null });
  }

  return {
    account: (): Account => account,
    error: (): AppErrorView | null => error,
    hasCredential: (): boolean => token !== undefined,
    /** undefined while signed out. */
    credential: (): { token: string; tokenIn: typeof tokenIn } | undefined =>
      token === undefined ? undefined : { token, tokenIn },
    open,
    refreshProfile,

    view(): AccountView {
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
        credentialOf: credentialKey(account),
        isFurther: account.credentialOf !== null,
        tokenIn,
        error,
      };
    },

    /** After the keychain did not answer: reads the token again, or stores the one in memory. */
    async retryKeychain(): Promise<void> {
      if (status !== 'signed-in' && error?.kind === 'keychain') await open();
      else await moveTokenToKeychain();
    },

    /** A sign-in is about to replace the credential: pending answers about the one in use are ignored. */
    expectCredential(): void {
      generation += 1;
    },
    /** `credential`: one that the service has just accepted as the person's. `stored`: how the keychain answered; null if it was not asked. */
    signedIn(next: Account, credential: string, user: User, stored: KeychainResult<void> | null): void {
      onSession(null);
      account = next;
      token = credential;
      confirmed = { credential, user };
      update({
        status: 'signed-in',
        tokenIn: stored === null ? 'none' : stored.ok ? 'keychain' : 'memory',
        error:
          stored && !stored.ok ? { kind: 'keychain', ...messages.account.notKept({ message: stored.message }) } : null,
      });
      openSession();
    },
    /** Opens the session of a further workspace with the credential of the account beside it. */
    openWith(next: Account, shared: { token: string; tokenIn: typeof tokenIn }): void {
      generation += 1;
      onSession(null);
      account = next;
      token = shared.token;
      update({ status: 'signed-in', tokenIn: shared.tokenIn, error: null });
      openSession();
    },
    /** Puts the token in use back into the keychain, or removes one that is not used. */
    async restoreToken(): Promise<void> {
      if (token !== undefined && tokenIn === 'keychain') await tokens.set(account.id, token);
      else await tokens.delete(account.id);
    },

    /**
     * After a 401: asks the service for the credential's owner before signing out, because not every 401 is about the token
     * (docs/service.md#signing-in). If the result is true, the account has been signed out. Concurrent calls share one request.
     */
    isCredentialDead(): Promise<boolean> {
      credentialCheck ??= (async () => {
        const startedIn = generation;
        if (token === undefined) return true;
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
        // All of this before the next await, during which the person may sign in again.
        token = undefined;
        onSession(null);
        update({ status: 'signed-out', tokenIn: 'none', error: signedOutError(serverName(owner)) });
        if (owner.kind !== 'local') await tokens.delete(credentialKey(owner));
        return true;
      })().finally(() => {
        credentialCheck = null;
      });
      return credentialCheck;
    },

    /** Ends the session. Returns the credential, which the service still accepts. */
    close(): string | undefined {
      generation += 1;
      const credential = token;
      token = undefined;
      onSession(null);
      return credential;
    },

    chooseWorkspace(workspaceId: string): void {
      if (!account.workspaces.some(({ id }) => id === workspaceId)) return;
      account = { ...account, workspaceId };
      if (error?.kind === 'no-workspace') error = null;
      store.save(account);
      onChange();
      if (token !== undefined) openSession();
    },
  };
}
