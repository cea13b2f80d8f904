/**
 * Who is signed in, where, and with what. Accounts are rows on disk; a token is never among them: it is in the
 * keychain, or in memory for this run where no keychain answers.
 */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AccountKind, AccountView } from '../../../shared/contract/account-view.ts';
import { Name } from '../../../shared/contract/text.ts';
import { credentialFlaw } from '../../../shared/credential.ts';
import { AppError, type AppErrorView, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Transport } from '../../../shared/transport.ts';
import { isUnencrypted, parseAddress } from '../../service/address.ts';
import { type Client, createClient } from '../../service/client.ts';
import { signedOutError, toAppErrorView } from '../../service/error-messages.ts';
import { createHttp, type HttpCall, type HttpOptions } from '../../service/http.ts';
import { createRateLimit, type RateLimit } from '../../service/rate-limit.ts';
import { type OpenSocket, openSocket } from '../../service/realtime.ts';
import { Email, type User, unreadableIn, Workspace } from '../../service/records.ts';
import { type Database, transaction } from '../../store/database.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { addressNotChangedError, otherPersonError } from './account-errors.ts';
import { createIdentify, type Identify, identifiedSocket, isPersonOf, isSameEmail } from './identity.ts';
import type { TokenStore } from './keychain.ts';
import { findIdentityDoubt } from './same-server.ts';

export interface Account {
  id: string;
  kind: AccountKind;
  baseUrl: string;
  clientId: string;
  /** Root of the web app without a trailing slash, where it is known. */
  webUrl: string | null;
  user: { id: string; name: string; email: string | null };
  workspaces: { id: string; name: string }[];
  workspaceId: string | null;
}

/** An account that was signed in here before. */
export interface OtherAccount {
  id: string;
  server: string;
  /** Called the same at its server, and with the same e-mail address: perhaps the same server, under the address it had. */
  isSamePerson: boolean;
}

/** A credential that was just given, and where. */
export interface NewCredential {
  kind: AccountKind;
  baseUrl: string;
  clientId: string;
  webUrl: string | null;
  credential: string;
}

/** What is needed to act for the person. It exists only while there is a credential. */
export interface Session {
  account: Account;
  server: string;
  /** Each of its requests leaves only once the service has said in this run that the credential is the account's person's. */
  client: Client;
  /** Resolves once that is so. Throws ServiceError. */
  confirm: () => Promise<void>;
  rateLimit: RateLimit;
  /** Sockets of the service (docs/service.md#realtime); null for the local workspace, which is told everything anyway. */
  openSocket: OpenSocket | null;
}

export interface AccountsOptions {
  database: Database;
  settings: SettingsStore;
  tokens: TokenStore;
  userAgent: string;
  /** Gives the transport for an API root; the local workspace has its own. */
  transportFor: (baseUrl: string) => Transport;
  /** A credential for the local workspace, made anew for each run. */
  openLocalSession: () => Promise<string>;
  /** The server at that API root has no such route. */
  onMissingRoute?: (baseUrl: string, call: HttpCall) => void;
  now: () => number;
  /** The view of the account changed. */
  onChange: () => void;
  /** Acting for the person became possible (a session) or impossible (null). */
  onSession: (session: Session | null) => void;
}

export type Accounts = ReturnType<typeof createAccounts>;

const Workspaces = z.array(Workspace.pick({ id: true, name: true }));

export function createAccounts(options: AccountsOptions) {
  const { database, settings, tokens, onChange, onSession } = options;
  const sql = {
    byId: database.prepare('SELECT * FROM account WHERE id = ?'),
    /** Also those in whose place the server knows somebody else by now (`setApart`). */
    byUser: database.prepare(`SELECT * FROM account WHERE base_url = ?1 AND user_id IN (?2, ?2 || ' ' || id)`),
    setApart: database.prepare(`UPDATE account SET user_id = user_id || ' ' || id WHERE id = ?`),
    others: database.prepare('SELECT * FROM account WHERE id <> ?'),
    isRunning: database.prepare(
      'SELECT 1 FROM time_entry WHERE account_id = ? AND end_time IS NULL AND discarded_at IS NULL',
    ),
    move: database.prepare('UPDATE account SET base_url = ?, web_url = ? WHERE id = ?'),
    upsert: database.prepare(
      `INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, client_id = excluded.client_id, web_url = excluded.web_url,
         user_id = excluded.user_id, user_name = excluded.user_name, user_email = excluded.user_email, workspaces = excluded.workspaces,
         workspace_id = excluded.workspace_id`,
    ),
  };

  let account: Account | null = read(settings.readValue('current-account') ?? null);
  let token: string | undefined;
  let status: AccountView['status'] = 'signed-in';
  let tokenIn: AccountView['tokenIn'] = 'none';
  let error: AppErrorView | null = null;
  /** Counts sign-ins and sign-outs, so that a slow answer about an older state changes nothing. */
  let generation = 0;
  let checking: Promise<boolean> | null = null;
  /** Whose a credential is, as the service said in this run. */
  let confirmed: { accountId: string; credential: string; user: User } | null = null;
  let identify: Identify | null = null;

  function read(id: string | null): Account | null {
    const row = id === null ? undefined : sql.byId.get(id);
    return row ? fromRow(row) : null;
  }

  function write(changed: Account): void {
    const { id, kind, baseUrl, clientId, webUrl, user, workspaces, workspaceId } = changed;
    sql.upsert.run(
      id,
      kind,
      baseUrl,
      clientId,
      webUrl,
      user.id,
      user.name,
      user.email,
      JSON.stringify(workspaces),
      workspaceId,
      new Date(options.now()).toISOString(),
    );
  }

  function become(next: Partial<{ status: typeof status; tokenIn: typeof tokenIn; error: typeof error }>): void {
    status = next.status ?? status;
    tokenIn = next.tokenIn ?? tokenIn;
    error = next.error === undefined ? error : next.error;
    onChange();
  }

  function openSession(): void {
    if (account === null || token === undefined) return;
    // Its own for good: a request that is still under way must never leave with the credential of a later sign-in.
    const mine = token;
    const { baseUrl, kind } = account;
    const whoIs = identifyFor(account, mine);
    identify = whoIs;
    const confirm = async () => void (await whoIs());
    const rateLimit = createRateLimit();
    const client = clientFor(baseUrl, kind, () => mine, { before: confirm, rateLimit });
    const at = { baseUrl, credential: mine, userAgent: options.userAgent };
    const open = identifiedSocket(whoIs, (socket) => openSocket({ ...socket, ...at }));
    const own = { account, server: serverName(account), client, confirm, rateLimit };
    onSession({ ...own, openSocket: kind === 'local' ? null : open });
  }

  function identifyFor(asked: Account, credential: string): Identify {
    const mine = generation;
    const client = clientFor(asked.baseUrl, asked.kind, () => credential);
    const isKnown = confirmed?.accountId === asked.id && confirmed.credential === credential;
    const known = isKnown ? confirmed?.user : undefined;
    return createIdentify(client, known, async (user) => {
      // The local workspace always belongs to the person at this computer, so its user id proves nothing.
      if (asked.kind !== 'local' && !(await isPersonOf(asked, user, client.listWorkspaces))) {
        if (mine === generation && account?.id === asked.id) leaveAsOther(asked, user);
        return false;
      }
      if (mine === generation) confirmed = { accountId: asked.id, credential, user };
      return true;
    });
  }

  /** The credential is somebody else's: nothing leaves with it any more. The keychain keeps what it holds. */
  function leaveAsOther(asked: Account, user: User): void {
    generation += 1;
    token = undefined;
    const wasKept = tokenIn === 'keychain';
    onSession(null);
    become({
      status: 'signed-out',
      tokenIn: 'none',
      error: otherPersonError(serverName(asked), asked, user, wasKept),
    });
  }

  function clientFor(
    baseUrl: string,
    kind: AccountKind,
    credential: () => string | undefined,
    guards?: Pick<HttpOptions, 'before' | 'rateLimit'>,
  ): Client {
    const http = createHttp({
      baseUrl,
      transport: options.transportFor(baseUrl),
      userAgent: options.userAgent,
      credential,
      isApiKey: kind === 'api-key',
      ...guards,
      onMissingRoute: (call) => options.onMissingRoute?.(baseUrl, call),
    });
    return createClient(http, kind === 'api-key' ? credential : undefined);
  }

  /** Reads the credential of the account last used and opens its session. Never rejects: what fails is in the view. */
  async function open(): Promise<void> {
    if (account === null) return;
    generation += 1;
    const mine = generation;
    if (account.kind === 'local') {
      let credential: string;
      try {
        credential = await options.openLocalSession();
      } catch (error) {
        if (mine === generation)
          become({ status: 'signed-out', error: toAppErrorView(error, messages.account.thisComputer) });
        return;
      }
      if (mine !== generation) return;
      token = credential;
      become({ status: 'signed-in', tokenIn: 'none', error: null });
      openSession();
      // It may be another one: a damaged workspace is set aside, and a new one begins.
      void refreshProfile();
      return;
    }
    const answer = await tokens.get(account.id);
    if (mine !== generation || account === null) return;
    if (!answer.ok && answer.reason === 'timeout') {
      become({
        status: 'locked',
        tokenIn: 'none',
        error: { kind: 'keychain', ...messages.account.locked({ message: answer.message }) },
      });
    } else if (!answer.ok) {
      become({
        status: 'signed-out',
        tokenIn: 'none',
        error: { kind: 'keychain', ...messages.account.noKeychain({ message: answer.message }) },
      });
    } else if (answer.value === null || credentialFlaw(answer.value) !== null) {
      become({
        status: 'signed-out',
        tokenIn: 'none',
        error: { kind: 'signed-out', ...messages.account.notStored({ server: serverName(account) }) },
      });
    } else {
      token = answer.value;
      become({ status: 'signed-in', tokenIn: 'keychain', error: null });
      openSession();
      void refreshProfile();
    }
  }

  /** Names and workspaces may have changed since the sign-in. Best effort: what is known stays where nobody answers. */
  async function refreshProfile(): Promise<void> {
    if (account === null || token === undefined || identify === null) return;
    const [asked, credential, mine] = [account, token, generation];
    const client = clientFor(asked.baseUrl, asked.kind, () => credential);
    try {
      const [user, found] = [await identify(), await client.listWorkspaces()];
      if (mine !== generation || account?.id !== asked.id) return;
      // One that cannot be read may be the one in use: it is not gone.
      if (unreadableIn(found)?.dropped.workspace !== undefined) return;
      const workspaces = found.map(({ id, name }) => ({ id, name }));
      const isGone = !workspaces.some(({ id }) => id === account?.workspaceId);
      const workspaceId = isGone ? (workspaces[0]?.id ?? null) : account.workspaceId;
      const next = {
        ...account,
        user: { id: user.id, name: user.name, email: user.email ?? null },
        workspaces,
        workspaceId,
      };
      if (JSON.stringify(next) === JSON.stringify(account)) return;
      account = next;
      write(next);
      onChange();
      if (isGone) openSession();
    } catch {
      // Offline, most likely; the list says so.
    }
  }

  /** The keychain answered late, or is open now: a sign-in held in memory can be kept after all. */
  async function keepAfterAll(): Promise<void> {
    if (account === null || token === undefined || tokenIn !== 'memory') return;
    const [asked, credential, mine] = [account, token, generation];
    const kept = await tokens.set(asked.id, credential);
    if (kept.ok && mine === generation) become({ tokenIn: 'keychain', error: null });
  }

  /** The account of a person at a server, and the one that has the person's id there by now and is somebody else's. */
  async function accountsAt(
    baseUrl: string,
    user: User,
    workspaces: readonly { id: string }[],
  ): Promise<{ own: Account | null; others: Account[] }> {
    let own: Account | null = null;
    const others: Account[] = [];
    for (const row of sql.byUser.all(baseUrl, user.id)) {
      const found = fromRow({ ...row, user_id: user.id });
      const isOwn = own === null && (await isPersonOf(found, user, async () => workspaces));
      if (isOwn) own = found;
      else if (row.user_id === user.id) others.push(found);
    }
    return { own, others };
  }

  /** That a server is the one of an account, by a credential that it takes. Throws AppError where it is not. */
  async function prove(
    from: Account,
    { baseUrl, kind }: Pick<Account, 'baseUrl' | 'kind'>,
    credential: string,
  ): Promise<User> {
    const host = hostOf(baseUrl);
    const client = clientFor(baseUrl, kind, () => credential);
    try {
      const user = await client.whoAmI();
      if (user === null) throw new AppError({ kind: 'rejected', ...messages.account.somebodyElse({ server: host }) });
      const doubt = await findIdentityDoubt(database, from, {
        user,
        workspaces: await client.listWorkspaces(),
        client,
      });
      if (doubt !== null) throw new AppError(addressNotChangedError(host, doubt));
      return user;
    } catch (error) {
      throw new AppError(toAppErrorView(error, host), error);
    }
  }

  /** Undoes the keeping of a token: the one in use is kept again, where there is one. */
  async function putBack(id: string): Promise<void> {
    if (account?.id === id && token !== undefined && tokenIn === 'keychain') await tokens.set(id, token);
    else await tokens.delete(id);
  }

  return {
    current: (): Account | null => account,
    serverName,
    clientFor,
    open,

    /** After the keychain did not answer: reads it again, or keeps there what is held in memory. */
    async askKeychainAgain(): Promise<void> {
      if (status !== 'signed-in' && error?.kind === 'keychain') await open();
      else await keepAfterAll();
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
        userName: user.name,
        userEmail: user.email,
        workspaces,
        workspaceId,
        tokenIn,
        error,
      };
    },

    /**
     * Takes over a fresh credential: finds out whose it is, keeps it, and opens the session. Throws ServiceError and
     * AppError. Once `signal` is aborted it throws too, and leaves everything as it was. `forId`: the account that the person
     * signs in for. Somebody else's credential is rejected then. Given for another address, the person says that its server has
     * moved: the account goes there if that can be proved, and nothing changes if not.
     */
    async signIn(fresh: NewCredential, signal?: AbortSignal, forId?: string): Promise<void> {
      const client = clientFor(fresh.baseUrl, fresh.kind, () => fresh.credential);
      const user: User | null = await client.whoAmI(signal);
      if (user === null)
        throw new AppError({
          kind: 'key-not-accepted',
          ...messages.account.keyNotAccepted({ server: hostOf(fresh.baseUrl) }),
        });
      const workspaces = (await client.listWorkspaces()).map(({ id, name }) => ({ id, name }));
      signal?.throwIfAborted();
      const { own, others } = await accountsAt(fresh.baseUrl, user, workspaces);
      const meant = read(forId ?? null);
      if (meant?.baseUrl === fresh.baseUrl && own?.id !== meant.id) {
        throw new AppError(otherPersonError(serverName(meant), meant, user, false));
      }
      const moved = own === null ? meant : null;
      if (moved !== null) {
        const doubt = await findIdentityDoubt(database, moved, { user, workspaces, client });
        if (doubt !== null) throw new AppError(addressNotChangedError(hostOf(fresh.baseUrl), doubt));
        signal?.throwIfAborted();
      }
      const earlier = own ?? moved;
      const next: Account = {
        id: earlier?.id ?? randomUUID(),
        kind: fresh.kind,
        baseUrl: fresh.baseUrl,
        clientId: fresh.clientId,
        webUrl: fresh.webUrl,
        user: { id: user.id, name: user.name, email: user.email ?? null },
        workspaces,
        workspaceId:
          workspaces.find((workspace) => workspace.id === earlier?.workspaceId)?.id ?? workspaces[0]?.id ?? null,
      };
      if (next.workspaceId === null)
        throw new AppError({
          kind: 'no-workspace',
          ...messages.account.noWorkspace({ server: hostOf(fresh.baseUrl) }),
        });
      generation += 1;
      const mine = generation;
      const kept = fresh.kind === 'local' ? null : await tokens.set(next.id, fresh.credential);
      if (signal?.aborted) {
        // A later sign-in has put its own token in the place of this one.
        if (kept !== null && mine === generation) await putBack(next.id);
        signal.throwIfAborted();
      }
      transaction(database, () => {
        for (const { id } of others) sql.setApart.run(id);
        write(next);
        sql.move.run(next.baseUrl, next.webUrl, next.id);
      });
      settings.writeValue('current-account', next.id);
      onSession(null);
      account = next;
      token = fresh.credential;
      confirmed = { accountId: next.id, credential: token, user };
      // The local workspace gives a new credential at every start: there is nothing to keep, and nothing to miss.
      become({
        status: 'signed-in',
        tokenIn: kept === null ? 'none' : kept.ok ? 'keychain' : 'memory',
        error: kept && !kept.ok ? { kind: 'keychain', ...messages.account.notKept({ message: kept.message }) } : null,
      });
      openSession();
    },

    /**
     * After a 401: asks the service who we are before the token is given up, since not every 401 is about the token
     * (docs/service.md#signing-in). True where the credential is dead; the account is then signed out. One question at a time.
     */
    isCredentialDead(): Promise<boolean> {
      checking ??= (async () => {
        const mine = generation;
        if (account === null || token === undefined) return true;
        const [asked, credential] = [account, token];
        try {
          const client = clientFor(asked.baseUrl, asked.kind, () => credential);
          const user = await client.whoAmI();
          if (mine !== generation) return false;
          if (user !== null) {
            if (asked.kind === 'local' || (await isPersonOf(asked, user, client.listWorkspaces))) return false;
            if (mine !== generation) return false;
            leaveAsOther(asked, user);
            return true;
          }
        } catch {
          return false;
        }
        // All at once, before anything is waited for: a new sign-in may come meanwhile.
        token = undefined;
        onSession(null);
        become({ status: 'signed-out', tokenIn: 'none', error: signedOutError(serverName(asked)) });
        if (asked.kind !== 'local') await tokens.delete(asked.id);
        return true;
      })().finally(() => {
        checking = null;
      });
      return checking;
    },

    /** Ends the session at the service where it answers, and forgets the credential here in any case. */
    async signOut(): Promise<void> {
      const leaving = account;
      if (leaving === null) return;
      generation += 1;
      const credential = token;
      token = undefined;
      onSession(null);
      // Before the service is asked, which may take its time: the app could be quit meanwhile.
      const deleted = leaving.kind === 'local' ? null : await tokens.delete(leaving.id);
      if (leaving.kind === 'device' && credential !== undefined) {
        // Best effort, and nobody waits: an unreachable server must not keep anybody signed in here.
        void clientFor(leaving.baseUrl, leaving.kind, () => credential)
          .signOut()
          .catch(() => undefined);
      }
      // Unless somebody signed in meanwhile.
      if (token === undefined) {
        account = null;
        settings.writeValue('current-account', null);
        become({ status: 'signed-in', tokenIn: 'none', error: null });
      }
      if (deleted && !deleted.ok)
        throw new AppError({ kind: 'keychain', ...messages.account.notForgotten({ message: deleted.message }) });
    },

    /** Accounts that were signed in here before, and still keep something. */
    others(): OtherAccount[] {
      const rows = account === null ? [] : sql.others.all(account.id).map(fromRow);
      return rows.map((other) => ({
        id: other.id,
        server: serverName(other),
        isSamePerson:
          other.kind !== 'local' &&
          account?.kind !== 'local' &&
          other.user.id === account?.user.id &&
          isSameEmail(other.user.email, account.user.email),
      }));
    },

    /**
     * What another account of the same person keeps is this one's from now on: the person says that it is the same server, and its
     * data proves it. Throws AppError.
     */
    async takeOver(otherId: string): Promise<void> {
      const other = this.others().find(({ id, isSamePerson }) => id === otherId && isSamePerson);
      const from = read(other?.id ?? null);
      if (account === null || from === null) return;
      const [to, credential, mine] = [account, token, generation];
      const server = serverName(to);
      if (credential === undefined) throw new AppError(error ?? signedOutError(server));
      const bothAreRunning = () => [otherId, to.id].every((id) => sql.isRunning.get(id) !== undefined);
      if (bothAreRunning()) throw new ValidationError(messages.account.bothRun);
      await prove(from, to, credential);
      if (mine !== generation) return;
      if (bothAreRunning()) throw new ValidationError(messages.account.bothRun);
      transferAccount(database, otherId, to.id);
      onChange();
    },

    /**
     * The server moved: the same account under another address. The credential is sent there, as the person asks; the same person
     * and the same data must be there. Throws ServiceError and AppError, and then everything is as it was. It asks before the
     * credential goes unencrypted to another computer, unless `isUnencryptedMeant`.
     */
    async changeAddress(typed: string, isUnencryptedMeant = false): Promise<void> {
      const { baseUrl, host } = parseAddress(typed);
      if (account === null || account.kind === 'local' || baseUrl === account.baseUrl) return;
      if (token === undefined) {
        throw new AppError(
          status === 'locked'
            ? { kind: 'keychain', ...messages.account.lockedAway }
            : (error ?? signedOutError(serverName(account))),
        );
      }
      if (isUnencrypted(baseUrl) && !isUnencryptedMeant)
        throw new AppError({ kind: 'needs-confirmation', ...messages.account.signInReadable({ server: host }) });
      const [asked, credential, mine] = [account, token, generation];
      const user = await prove(asked, { baseUrl, kind: asked.kind }, credential);
      if (mine !== generation || account.id !== asked.id) return;
      if (sql.byUser.get(baseUrl, asked.user.id) !== undefined)
        throw new ValidationError(messages.account.accountThere({ server: host }));
      const webUrl = asked.webUrl === addressOf(asked.baseUrl) ? addressOf(baseUrl) : asked.webUrl;
      account = { ...account, baseUrl, webUrl };
      sql.move.run(baseUrl, webUrl, asked.id);
      confirmed = { accountId: asked.id, credential, user };
      onChange();
      openSession();
    },

    chooseWorkspace(workspaceId: string): void {
      if (account === null || !account.workspaces.some(({ id }) => id === workspaceId)) return;
      account = { ...account, workspaceId };
      write(account);
      onChange();
      if (token !== undefined) openSession();
    },
  };
}

/** The address as a person would type it. */
export function addressOf(baseUrl: string): string {
  return baseUrl.replace(/\/api$/, '');
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

function serverName(account: Pick<Account, 'kind' | 'baseUrl'>): string {
  return account.kind === 'local' ? messages.account.thisComputer : hostOf(account.baseUrl);
}

function fromRow(row: Record<string, unknown>): Account {
  return {
    id: String(row.id),
    kind: String(row.kind) as AccountKind,
    baseUrl: String(row.base_url),
    clientId: String(row.client_id),
    webUrl: row.web_url === null ? null : String(row.web_url),
    user: {
      id: String(row.user_id),
      name: Name.parse(row.user_name),
      email: Email.nullable().parse(row.user_email),
    },
    workspaces: Workspaces.parse(JSON.parse(String(row.workspaces))),
    workspaceId: row.workspace_id === null ? null : String(row.workspace_id),
  };
}

export const TABLES = ['time_entry', 'outbox', 'given_up', 'remote', 'away_segment', 'away_answer'] as const;

export function transferAccount(database: Database, fromId: string, toId: string): void {
  transaction(database, () => {
    for (const table of TABLES) {
      database.prepare(`UPDATE ${table} SET account_id = ? WHERE account_id = ?`).run(toId, fromId);
    }
  });
}
