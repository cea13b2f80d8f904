/**
 * Accounts, sign-in, outbox and timer over one SQLite file, connected as in the app, with a token store in memory that can be
 * made to fail, and a real local workspace over HTTP on loopback.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createAccounts } from '../../../../electron/features/account/accounts.ts';
import type { KeychainError, TokenStore } from '../../../../electron/features/account/keychain.ts';
import type { Session } from '../../../../electron/features/account/open-account.ts';
import { createSignIn } from '../../../../electron/features/account/sign-in.ts';
import { createRulesStore } from '../../../../electron/features/time-rules/rules-store.ts';
import type { LocalWorkspaceOptions } from '../../../../electron/local/local-workspace.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { createSettings } from '../../../../electron/store/settings.ts';
import { LOCAL_WORKSPACE_URL, type SignInView } from '../../../../shared/contract/account-view.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { eventually } from '../../../until.ts';
import { type ServedWorkspace, serveLocalWorkspace } from '../../local/serve.ts';
import { NOON, testWorkspace } from '../../local/workspace.ts';
import { createTimeParts } from '../time/parts.ts';

export const LOCKED: KeychainError = { ok: false, reason: 'timeout', message: 'The keychain is locked.' };
export const MISSING: KeychainError = { ok: false, reason: 'missing', message: 'There is no keychain.' };

/** Stores secrets in memory; can be made to fail or wait. */
export class MemoryTokens implements TokenStore {
  readonly kept = new Map<string, string>();
  readonly calls: string[] = [];
  failing: Partial<Record<'get' | 'set' | 'delete', KeychainError>> = {};
  /** Awaited before a secret is stored. */
  beforeSet: () => Promise<void> | void = () => undefined;

  async get(account: string) {
    this.calls.push('get');
    return this.failing.get ?? { ok: true as const, value: this.kept.get(account) ?? null };
  }
  async set(account: string, secret: string) {
    this.calls.push('set');
    await this.beforeSet();
    if (this.failing.set) return this.failing.set;
    this.kept.set(account, secret);
    return { ok: true as const, value: undefined };
  }
  async delete(account: string) {
    this.calls.push('delete');
    return this.failing.delete ?? { ok: true as const, value: this.kept.delete(account) };
  }
}

export type Desk = Awaited<ReturnType<typeof startDesk>>;

export async function startDesk(options: Partial<LocalWorkspaceOptions> = {}) {
  const begun = performance.now();
  const fast = {
    // The server's clock runs three times as fast as ours: a poll after the interval is never too early for it.
    now: () => NOON + (performance.now() - begun) * 3,
    deviceIntervalSeconds: 0.02,
    deviceClientIds: ['service-cli', 'kaneo-cli'],
  };
  const remote = await testWorkspace({ ownerName: 'Ada', ...fast, ...options });
  const own = await testWorkspace();
  const server = await serveLocalWorkspace(remote.workspace);
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-account-'));
  const path = join(folder, 'punchcard.sqlite');
  const tokens = new MemoryTokens();
  /** Every published view as JSON. */
  const shown: string[] = [];
  const clock = { ms: NOON };

  function boot() {
    const { database } = openDatabase(path, new Date());
    const settings = createSettings(database);
    const sessions: (Session | null)[] = [];
    const copied: string[] = [];
    const opened: string[] = [];
    const addedTwice: string[] = [];
    const now = () => clock.ms;
    const transportFor = (baseUrl: string) =>
      baseUrl === LOCAL_WORKSPACE_URL
        ? async (url: string, init: RequestInit) => own.workspace.fetch(new Request(url, init))
        : fetch;
    const openLocalSession = async () => own.workspace.openSession().token;
    const userAgent = 'Punchcard/test';
    const look = () => void shown.push(JSON.stringify([accounts.view(), signIn.view()]));
    const accounts = createAccounts({
      database,
      settings,
      tokens,
      userAgent,
      transportFor,
      openLocalSession,
      onRecovered: () => outbox.tryNow(),
      hasRunningTimer: (accountId) => entries.hasRunning(accountId),
      hasData: (accountId) => outbox.count(accountId) > 0 || entries.recent(accountId, 1).length > 0,
      stopTimer: (accountId) => entries.hasRunning(accountId) && timer.stop(accountId),
      transfer(fromId, toId) {
        entries.transfer(fromId, toId);
        createRulesStore(database).transfer(fromId, toId);
        outbox.transfer(fromId, toId);
      },
      whenIdle: (accountId, work) => outbox.idle(accountId).then(work),
      onTaken: () => outbox.wake(),
      now,
      onChange: look,
      onAlreadyOpen: (accountId) => addedTwice.push(accountId),
      onSession(session, accountId) {
        sessions.push(session);
        if (session === null) outbox.stopSending(accountId);
        else {
          const { account, client, confirm } = session;
          outbox.startSending({
            accountId: account.id,
            userId: account.user.id,
            server: 'pm.example.org',
            client,
            confirm,
          });
        }
      },
    });
    const signIn = createSignIn({
      accounts,
      settings,
      transportFor,
      userAgent,
      openLocalSession,
      copyText: (text) => copied.push(text),
      openPage: async (url) => void opened.push(url),
      now,
      monotonic: () => performance.now(),
      onChange: look,
    });
    const { outbox, entries, timer } = createTimeParts({
      database,
      now,
      monotonic: now,
      isCredentialDead: accounts.isCredentialDead,
    });
    return { database, settings, sessions, copied, opened, addedTwice, accounts, signIn, outbox, entries, timer };
  }

  let run = boot();
  function quit(): void {
    run.signIn.cancel();
    run.outbox.close();
    run.database.close();
  }
  onTestFinished(async () => {
    quit();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  return {
    remote,
    own,
    server,
    tokens,
    shown,
    clock,
    get run() {
      return run;
    },
    /** Restarts over the same file and opens the account. */
    async restart(): Promise<void> {
      quit();
      run = boot();
      await run.accounts.open();
    },
    apiKey: () => remote.workspace.createApiKey('test'),
    /** Signs in with a fresh session of the owner, as after a device flow. */
    async signIn(): Promise<string> {
      const { token } = remote.workspace.openSession();
      await run.accounts.signIn({
        kind: 'device',
        baseUrl: server.baseUrl,
        clientId: 'service-cli',
        webUrl: server.url,
        credential: token,
      });
      return token;
    },
    /** Revokes a session at the service, as an administrator would. */
    async revoke(token: string): Promise<void> {
      const { status } = await remote.call('POST', '/auth/sign-out', {}, { token });
      expect(status).toBe(200);
    },
    async task(): Promise<TaskRef> {
      const { id, number } = await remote.addTask();
      return { taskId: id, identifier: `ME-${number}`, title: 'A task', projectName: 'Personal' };
    },
    async entriesOf({ taskId }: TaskRef): Promise<unknown> {
      return (await remote.call('GET', `/time-entry/task/${taskId}`)).json;
    },
    /** Resolves with the sign-in view once it reaches that step. */
    reaches<S extends SignInView['step']>(step: S): Promise<Extract<SignInView, { step: S }>> {
      return eventually(() => {
        const view = run.signIn.view();
        if (view.step !== step) throw new Error(`is at ${view.step}`);
        return view as Extract<SignInView, { step: S }>;
      });
    },
    approve: async (userCode: string) => {
      const { status } = await remote.call('POST', '/auth/device/approve', { userCode });
      expect(status).toBe(200);
    },
    deny: (userCode: string) => remote.call('POST', '/auth/device/deny', { userCode }),
    /** Checks that a secret is neither in the database file nor in any published view. */
    expectHidden(secret: string): void {
      expect(secret.length).toBeGreaterThan(10);
      for (const suffix of ['', '-wal', '-shm']) {
        if (existsSync(path + suffix)) expect(readFileSync(path + suffix).includes(secret)).toBe(false);
      }
      expect(shown.some((text) => text.includes(secret))).toBe(false);
      expect(JSON.stringify([run.accounts.view(), run.signIn.view()])).not.toContain(secret);
    },
  };
}

/** Holds requests to a path until released. */
export function hold(server: ServedWorkspace, path: string): { arrived: Promise<void>; release: () => void } {
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.intercept = async (request) => {
    if (!request.url.endsWith(path)) return undefined;
    arrive();
    await released;
    return undefined;
  };
  return { arrived, release };
}
