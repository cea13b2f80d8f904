/**
 * Signing in to accounts, the open ones (open-account.ts), which is in front, and closing them: a sign-out begins in account-registry.ts
 * and ends in `closeAndForget`, which deletes the token.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountKind, AccountView } from '../../../shared/contract/account-view.ts';
import type { OtherOutboxView } from '../../../shared/contract/outbox-view.ts';
import { AppError, type AppErrorView, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Transport } from '../../../shared/transport.ts';
import { type Client, createClient } from '../../service/client.ts';
import { signedOutError } from '../../service/error-messages.ts';
import { createHttp, type HttpCall, type HttpOptions } from '../../service/http.ts';
import type { User } from '../../service/records.ts';
import { type Database, transaction } from '../../store/database.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { placeOf, serverName } from './account-names.ts';
import { type Account, createAccountStore, credentialKey } from './account-store.ts';
import { isPersonOf, isSameEmail, whyOtherServer } from './identity.ts';
import { otherPersonError, otherServerError } from './identity-errors.ts';
import { createOpenAccount, type OpenAccount, type OpenAccountOptions, type Session } from './open-account.ts';

/** Between the starts of two accounts (ms). */
const SPREAD_MS = 200;
/** How long the other accounts wait for the one in front to start (ms). */
const FRONT_MS = 500;

/** An account that was signed in on this computer before. */
export type OtherAccount = Omit<OtherOutboxView, 'accountId' | 'total' | 'needing'> & { id: string };

/** A credential from a new sign-in, and the server that it is for. */
export interface NewCredential extends Pick<Account, 'kind' | 'baseUrl' | 'clientId' | 'webUrl'> {
  credential: string;
}

type OpenAccountEvents = 'onChange' | 'onRecovered' | 'onRemoved' | 'onSession';

export interface AccountsOptions extends Omit<OpenAccountOptions, 'store' | 'clientFor' | OpenAccountEvents> {
  database: Database;
  settings: SettingsStore;
  /** The transport for an API root; the local workspace has its own. */
  transportFor: (baseUrl: string) => Transport;
  /** The server at that API root has no such route. */
  onMissingRoute?: (baseUrl: string, call: HttpCall) => void;
  hasRunningTimer: (accountId: string) => boolean;
  /** It has entries or unsent writes. */
  hasData: (accountId: string) => boolean;
  /** Stops the account's timer, if it runs, before the account is closed. */
  stopTimer: (accountId: string) => void;
  onChange: () => void;
  /** A session was opened, or closed (null). */
  onSession: (session: Session | null, accountId: string) => void;
  /** The service answers again after an outage. */
  onRecovered?: (accountId: string) => void;
  /** The person was removed from the workspace. Called before another one is opened. */
  onRemoved?: (notice: AppErrorView, accountId: string) => void;
  /** Another account is in front, or none. */
  onFront?: () => void;
  /** The person has added an account that was open already; it is in front now. */
  onAlreadyOpen?: (accountId: string) => void;
  /** Moves the entries, with what belongs to them, and the unsent writes of one account to another. Called in a transaction. */
  transfer: (fromId: string, toId: string) => void;
  /** Does the work when the account has no write in progress. Resolves after it. */
  whenIdle: (accountId: string, work: () => void) => Promise<void>;
  /** An account has taken what a closed one had. Called after the transaction. */
  onTaken?: (fromId: string, toId: string) => void;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(options: AccountsOptions) {
  const { database, settings, tokens } = options;
  const store = createAccountStore(database, options.now);
  /** By id, in the order of adding them unless the person moved them. */
  const opened = new Map<string, OpenAccount>();
  /** The id of the account in front; null while nobody is signed in. */
  let front: string | null = null;
  /** By account: grows with every sign-in and sign-out, because a cancelled one must not touch the token of a later one. */
  const changes = new Map<string, number>();
  function countChange(accountId: string): number {
    const count = (changes.get(accountId) ?? 0) + 1;
    changes.set(accountId, count);
    return count;
  }

  for (const id of rememberedIds()) {
    const account = store.find(id);
    if (account !== null) openAccount(account);
  }
  const lastFront = settings.readValue('current-account') ?? '';
  front = opened.has(lastFront) ? lastFront : firstOpen();

  /** Before several accounts could be open, only the one in front was remembered. */
  function rememberedIds(): string[] {
    const current = settings.readValue('current-account');
    return settings.readValue('open-accounts') ?? (current == null ? [] : [current]);
  }

  function openAccount(account: Account): OpenAccount {
    const { id } = account;
    const open = createOpenAccount(account, {
      ...options,
      store,
      clientFor,
      onSession: (session) => options.onSession(session, id),
      onRecovered: () => options.onRecovered?.(id),
      onRemoved(notice) {
        options.onRemoved?.(notice, id);
        if (account.credentialOf !== null) close(id);
        else takeFurther(open.account());
        keepFront(account.credentialOf ?? id);
      },
    });
    opened.set(id, open);
    return open;
  }

  /** The open further workspaces of an account. */
  const furtherOf = (accountId: string): OpenAccount[] =>
    [...opened.values()].filter((one) => one.account().credentialOf === accountId);

  /** Closes further workspaces that an account shows itself now. What they have goes to it, or nothing could send that. */
  function takeFurther(account: Account, hasData: (accountId: string) => boolean = () => true): void {
    const { id, workspaceId } = account;
    for (const one of furtherOf(id)) if (one.account().workspaceId === workspaceId) close(one.account().id);
    for (const one of store.further(credentialKey(account), workspaceId).filter((further) => hasData(further.id)))
      void take(one.id, id, () => !opened.has(one.id) && opened.get(id)?.account().workspaceId === workspaceId);
  }

  /** Moves what a closed account has, once it sends nothing, if that is still wanted then. */
  function take(fromId: string, toId: string, isWanted: () => boolean): Promise<void> {
    // The answer to a write belongs to the account that sent it, and another one would send that write again.
    return options.whenIdle(fromId, () => {
      if (!database.isOpen || !isWanted()) return;
      transaction(database, () => options.transfer(fromId, toId));
      options.onTaken?.(fromId, toId);
      options.onChange();
    });
  }

  /** Of the account in front. */
  function showWorkspace(workspaceId: string): void {
    const account = inFront()?.account();
    if (!account?.workspaces.some(({ id }) => id === workspaceId)) return;
    takeFurther({ ...account, workspaceId });
    inFront()?.chooseWorkspace(workspaceId);
  }

  function close(accountId: string): void {
    for (const further of furtherOf(accountId)) close(further.account().id);
    options.stopTimer(accountId);
    const closed = opened.get(accountId);
    // First, or the features would load the account again when its session ends.
    opened.delete(accountId);
    closed?.close();
  }

  function firstOpen(): string | null {
    return opened.keys().next().value ?? null;
  }
  const inFront = (): OpenAccount | undefined => opened.get(front ?? '');

  /** Remembers which accounts are open, and puts one in front. */
  function putInFront(id: string | null): void {
    settings.writeValue('open-accounts', [...opened.keys()]);
    settings.writeValue('current-account', id);
    if (front === id) return;
    front = id;
    options.onFront?.();
    options.onChange();
  }

  /** Another comes to the front if that in front was closed. */
  function keepFront(other = firstOpen()): void {
    putInFront(front !== null && opened.has(front) ? front : other);
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

  /** Ends a session of ours at the service. Best effort and not awaited: an unreachable server must hold nothing up. */
  function endSession({ baseUrl, kind }: Account, credential: string | undefined): void {
    if (kind !== 'device' || credential === undefined) return;
    void clientFor(baseUrl, kind, () => credential)
      .signOut()
      .catch(() => undefined);
  }

  function openFrom({ credentialOf, workspaceId }: Account): OtherAccount['openFrom'] {
    const holder = opened.get(credentialOf ?? '');
    if (workspaceId === null || holder?.hasCredential() !== true) return null;
    const isThere = holder.account().workspaces.some(({ id }) => id === workspaceId);
    return isThere ? { accountId: holder.account().id, workspaceId } : null;
  }

  /** The accounts, but for one, whose credential a keychain got. */
  const inKeychain = (except?: string): string[] =>
    (settings.readValue('in-keychain') ?? []).filter((id) => id !== except);

  /** The open account of the person in front that shows a workspace. */
  function openWith(workspaceId: string): Account | undefined {
    const account = inFront()?.account();
    if (account === undefined) return undefined;
    const key = credentialKey(account);
    const all = [...opened.values()].map((one) => one.account());
    return all.find((one) => credentialKey(one) === key && one.workspaceId === workspaceId);
  }

  return {
    /** The account in front; null while nobody is signed in. */
    current: (): Account | null => inFront()?.account() ?? null,
    /** All that were ever signed in here. */
    known: (): Account[] => store.others(''),
    /** The ids of the open accounts. */
    openIds: (): string[] => [...opened.keys()],
    /** An account and those that are open beside it. */
    together: (accountId: string): string[] => (opened.has(accountId) ? [...opened.keys()] : [accountId]),
    furtherIds: (accountId: string): string[] => furtherOf(accountId).map((one) => one.account().id),
    /** An open account; undefined if it is not open. */
    find: (accountId: string): OpenAccount | undefined => opened.get(accountId),
    serverName,
    clientFor,
    isKnown: store.isKnown,
    /** Of the account in front. */
    view: (): AccountView | null => inFront()?.view() ?? null,
    /**
     * Reads the credentials of the open accounts and opens their sessions. Never rejects; the views show errors. Waits for the account
     * in front alone, which the window shows: a keychain may hold the others up. These start one after the other, so that ten of them do
     * not keep the window from being drawn, and soon, because the keychain may wait for the person and the local workspace needs none.
     */
    async open(): Promise<void> {
      // The app may have been quit before the last answer of a closed one. Those that were taken have nothing left.
      for (const one of opened.values()) takeFurther(one.account(), options.hasData);
      const shown = inFront();
      const opening = shown?.open();
      await Promise.race([opening, delay(FRONT_MS, undefined, { ref: false })]);
      const others = [...opened.values()].filter((account) => account !== shown);
      for (const [at, account] of others.entries()) {
        // The app may be quit, and the account closed or signed in to, before its turn.
        const isWaiting = () =>
          database.isOpen && opened.get(account.account().id) === account && !account.hasCredential();
        void delay(at * SPREAD_MS, undefined, { ref: false }).then(() => (isWaiting() ? account.open() : undefined));
      }
      await opening;
    },
    /** After the keychain did not answer: reads the tokens again, or stores those in memory. */
    async retryKeychain(): Promise<void> {
      await Promise.all([...opened.values()].map((account) => account.retryKeychain()));
    },
    /** If the result is true, the account has been signed out. Without an id: of the one in front. */
    isCredentialDead: async (accountId = front ?? ''): Promise<boolean> =>
      opened.get(accountId)?.isCredentialDead() ?? true,
    putInFront(accountId: string): void {
      if (opened.has(accountId)) putInFront(accountId);
    },
    /** Moves an open account one place in their order; the ends stay the ends. */
    move(accountId: string, by: -1 | 1): void {
      const ids = [...opened.keys()];
      const at = ids.indexOf(accountId);
      const other = ids[at + by];
      if (at === -1 || other === undefined) return;
      ids[at] = other;
      ids[at + by] = accountId;
      const accounts = ids.map((id) => [id, opened.get(id)] as const);
      opened.clear();
      for (const [id, account] of accounts) if (account !== undefined) opened.set(id, account);
      settings.writeValue('open-accounts', ids);
      options.onChange();
    },

    /**
     * Identifies the owner of a new credential, stores it and opens the session; the account comes to the front. Throws ServiceError
     * and AppError; if `signal` is aborted, it throws and changes nothing. `asked`: the account to sign in to; a credential of
     * another person is rejected. If that account has another address, the person says that its server has moved there: the
     * account moves if the person and the workspace in use are there, unless there is an account for that address already.
     */
    async signIn(fresh: NewCredential, signal?: AbortSignal, asked?: string): Promise<void> {
      // A further workspace has no credential of its own.
      const forId = store.find(asked)?.credentialOf ?? asked;
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
      const moved = requested?.id === own?.id ? null : requested;
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
        credentialOf: null,
      };
      if (next.workspaceId === null)
        throw new AppError({ kind: 'no-workspace', ...messages.account.noWorkspace({ server: host }) });
      const open = opened.get(next.id) ?? null;
      const startedIn = countChange(next.id);
      for (const one of [open, ...furtherOf(next.id)]) one?.expectCredential();
      // The local workspace creates a credential at every start, so its credential is not stored.
      const stored = fresh.kind === 'local' ? null : await tokens.set(next.id, fresh.credential);
      if (signal?.aborted) {
        // Unless a later sign-in has already replaced the token.
        if (stored !== null && startedIn === changes.get(next.id))
          await (open ? open.restoreToken() : tokens.delete(next.id));
        signal.throwIfAborted();
      }
      store.saveAsHolder(next, otherHolders);
      if (stored?.ok) settings.writeValue('in-keychain', [...inKeychain(next.id), next.id]);
      // Its server has moved to a place where the person has an account already.
      if (forId !== undefined && forId !== next.id) {
        close(forId);
      }
      const account = open ?? openAccount(next);
      takeFurther(next);
      const [replaced, { token } = {}] = [account.account(), account.credential()];
      if (account.hasCredential() && forId === undefined) options.onAlreadyOpen?.(next.id);
      for (const { id, workspaceId } of furtherOf(next.id).map((one) => one.account()))
        if (!workspaces.some((workspace) => workspace.id === workspaceId)) close(id);
      const inUse = furtherOf(next.id).find((one) => one.account().id === asked);
      putInFront(inUse?.account().id ?? next.id);
      account.signedIn(next, fresh.credential, user, stored);
      const { tokenIn } = account.view();
      for (const further of furtherOf(next.id)) {
        const { id, workspaceId } = further.account();
        const moved = { ...next, id, credentialOf: next.id, workspaceId };
        store.save(moved);
        further.openWith(moved, { token: fresh.credential, tokenIn });
      }
      // A former address may be another server's by now.
      if (token !== fresh.credential && replaced.baseUrl === next.baseUrl) endSession(replaced, token);
    },

    /**
     * Closes the account, deletes its credential here and ends the session at the service, if the service answers. Unsent writes stay
     * on disk. Without an id: the account in front.
     */
    async closeAndForget(accountId = front ?? ''): Promise<void> {
      const closed = opened.get(accountId);
      if (closed === undefined) return;
      const [signedOut, { tokenIn }] = [closed.account(), closed.view()];
      for (const further of furtherOf(accountId)) close(further.account().id);
      keepFront();
      countChange(accountId);
      if (signedOut.credentialOf !== null) {
        close(accountId);
        keepFront();
        options.onChange();
        return;
      }
      const credential = closed.close();
      // Before the request to the service, during which the app may be quit.
      const deleted = signedOut.kind === 'local' ? null : await tokens.delete(signedOut.id);
      endSession(signedOut, credential);
      // Not after a sign-in in the meantime.
      if (!closed.hasCredential()) {
        // A timer may have been started, or a workspace opened, while the keychain, or in account-registry.ts the last writes, were
        // waited for.
        close(accountId);
        keepFront();
        options.onChange();
      }
      const others = inKeychain(signedOut.id);
      // A keychain may be missing today only.
      const wasKept = tokenIn !== 'memory' || others.length < inKeychain().length;
      if (deleted?.ok) settings.writeValue('in-keychain', others);
      else if (deleted !== null && (wasKept || deleted.reason !== 'missing'))
        throw new AppError({ kind: 'keychain', ...messages.account.notForgotten({ message: deleted.message }) });
    },

    /** The accounts beside the one in front that were signed in on this computer before and are not signed in now. */
    others(): OtherAccount[] {
      const account = inFront()?.account() ?? null;
      const closed = store.others(account?.id ?? '').filter(({ id }) => opened.get(id)?.hasCredential() !== true);
      return closed.map((other) => ({
        id: other.id,
        server: placeOf(other),
        person: other.user.name,
        isSameServer: other.baseUrl === account?.baseUrl,
        openFrom: openFrom(other),
        // The changes of a further workspace can be sent in that one only.
        isSamePerson:
          other.credentialOf === null &&
          other.kind !== 'local' &&
          account !== null &&
          account.kind !== 'local' &&
          other.user.id === account.user.id &&
          isSameEmail(other.user.email, account.user.email),
      }));
    },

    /**
     * Moves the entries and unsent writes of an earlier account of the same person to the current one; resolves after that
     * (`whenIdle`). The person says that its server has the current account's address now; the workspace in use must be there.
     * Throws AppError.
     */
    takeOver(otherId: string): Promise<void> {
      const taker = (): string | undefined => {
        const other = this.others().find(({ id, isSamePerson }) => id === otherId && isSamePerson);
        const from = store.find(other?.id);
        const current = inFront();
        if (current === undefined || from === null) return undefined;
        const account = current.account();
        if (!current.hasCredential()) throw new AppError(current.error() ?? signedOutError(serverName(account)));
        const why = whyOtherServer(from, account);
        if (why !== null) throw new AppError(otherServerError(serverName(account), why));
        if ([otherId, account.id].every(options.hasRunningTimer)) throw new ValidationError(messages.account.bothRun);
        return account.id;
      };
      const toId = taker();
      return toId === undefined ? Promise.resolve() : take(otherId, toId, () => taker() === toId);
    },

    /** Shows another workspace of the account in front in its place; one that is open beside it comes to the front. */
    chooseWorkspace(workspaceId: string): void {
      const shown = openWith(workspaceId);
      if (shown === undefined) showWorkspace(workspaceId);
      else putInFront(shown.id);
    },

    /** Opens another workspace of an open account, or of that in front, beside it. It comes to the front, also if it was open already. */
    openWorkspace(workspaceId: string, accountId?: string): void {
      if (accountId !== undefined && opened.has(accountId)) putInFront(accountId);
      const from = inFront();
      const account = from?.account();
      const shown = openWith(workspaceId);
      if (shown !== undefined) {
        // An earlier version may have left a closed one.
        takeFurther(shown);
        putInFront(shown.id);
        return;
      }
      if (!from || !account?.workspaces.some(({ id }) => id === workspaceId)) return;
      const credentialOf = credentialKey(account);
      const id = store.further(credentialOf, workspaceId)[0]?.id ?? randomUUID();
      const next = { ...account, id, credentialOf, workspaceId };
      store.save(next);
      const further = openAccount(next);
      takeFurther(next);
      putInFront(id);
      const shared = from.credential();
      if (shared === undefined) void further.open();
      else further.openWith(next, shared);
    },
  };
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
