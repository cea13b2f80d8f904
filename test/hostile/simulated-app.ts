/**
 * The app's accounts, time tracking and outbox on a real SQLite file, assembled as in electron/app, with controlled clocks and a
 * network that is a function call. It can be killed between any two commits and continues with a copy of its file at that time, as after
 * SIGKILL.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WRITE_KINDS } from '../../electron/app/outbox.ts';
import { createAccounts } from '../../electron/features/account/accounts.ts';
import type { KeychainError, TokenStore } from '../../electron/features/account/keychain.ts';
import { createEntryEditor } from '../../electron/features/time/edit-entries.ts';
import { type Database, openDatabase } from '../../electron/store/database.ts';
import { createSettings } from '../../electron/store/settings.ts';
import type { Transport } from '../../shared/transport.ts';
import { createTimeParts } from '../electron/features/time/parts.ts';
import { type Chance, createChance } from './chance.ts';

export const DATABASE = 'punchcard.sqlite';
/** A file system in memory if there is one, because a thousand runs commit often. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const newFolder = (): string => mkdtempSync(join(PLACE, 'punchcard-hostile-'));

/** The surroundings of the app, which survive a kill. */
export interface Surroundings {
  chance: Chance;
  /** The wall clock (ms). */
  wall: () => number;
  /** The monotonic clock (ms). */
  monotonic: () => number;
  tokens: TokenStore;
  /** Transports a request; the app may be killed meanwhile. */
  carry: (url: string, init: RequestInit, app: Pick<SimulatedApp, 'kill'>) => Promise<Response>;
}

export type SimulatedApp = ReturnType<typeof startSimulatedApp>;

/** Throws the errors of a start. `onOpened` is called before the file is changed. */
export function startSimulatedApp(
  folder: string,
  { chance, wall, monotonic, tokens, carry }: Surroundings,
  onOpened: (database: Database) => void,
) {
  const { database, damage } = openDatabase(join(folder, DATABASE), new Date(wall()));
  onOpened(database);
  let commitsLeft = Number.POSITIVE_INFINITY;
  /** The folder after a kill. */
  let snapshot: string | null = null;
  let die: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });

  function kill(): void {
    if (snapshot !== null) return;
    snapshot = newFolder();
    for (const suffix of ['', '-wal', '.backup', '.backup-2']) {
      const from = join(folder, DATABASE + suffix);
      if (existsSync(from)) copyFileSync(from, join(snapshot, DATABASE + suffix));
    }
    die();
  }

  watchCommits(database, () => {
    commitsLeft -= 1;
    if (commitsLeft === 0) kill();
  });

  const isOver = () => snapshot !== null || !database.isOpen;
  const settings = createSettings(database);
  let requests = 0;
  const transport: Transport = async (url, init) => {
    // A killed process sends and receives nothing.
    if (snapshot !== null) return new Promise<Response>(() => undefined);
    requests += 1;
    const outcome = await carry(url, init, { kill }).then(
      (response) => () => response,
      (error: unknown) => () => {
        throw error;
      },
    );
    requests -= 1;
    return snapshot === null ? outcome() : new Promise<Response>(() => undefined);
  };
  const accounts = createAccounts({
    database,
    settings,
    // The accounts behind the first one may start later than the app ends.
    tokens: { ...tokens, get: (id) => (isOver() ? new Promise(() => undefined) : tokens.get(id)) },
    userAgent: 'Punchcard/test',
    transportFor: () => transport,
    openLocalSession: () => Promise.reject(new Error('no local workspace here')),
    onRecovered: (accountId) => parts.outbox.tryNow(accountId),
    hasRunningTimer: (accountId) => parts.entries.hasRunning(accountId),
    hasData: (accountId) => parts.outbox.count(accountId) > 0 || parts.entries.recent(accountId, 1).length > 0,
    stopTimer(accountId) {
      if (parts.entries.hasRunning(accountId)) parts.timer.stop(accountId);
    },
    transfer(fromId, toId) {
      parts.entries.transfer(fromId, toId);
      parts.outbox.transfer(fromId, toId);
    },
    onTaken: (fromId, toId) => parts.outbox.transferred(fromId, toId),
    // The app reports a failure.
    whenIdle: (accountId, work) =>
      parts.outbox
        .idle(accountId)
        .then(work)
        .catch(() => undefined),
    now: wall,
    onChange: () => undefined,
    onSession(session, accountId) {
      // A keychain may answer after the kill.
      if (snapshot !== null) return;
      if (session === null) {
        parts.outbox.stopSending(accountId);
        return;
      }
      const { account, client, confirm } = session;
      parts.outbox.startSending({
        accountId: account.id,
        userId: account.user.id,
        server: 'pm.example.org',
        client,
        confirm,
      });
    },
  });
  const parts = createTimeParts({
    database,
    together: accounts.together,
    kinds: WRITE_KINDS.filter(({ kind }) => !kind.startsWith('time-entry.')),
    now: wall,
    monotonic,
    random: createChance(chance.between(0, 2 ** 31)).next,
    isCredentialDead: accounts.isCredentialDead,
  });
  const { outbox, entries, changes, timer, runClock } = parts;
  const edit = createEntryEditor({ entries, changes, onSuccessor: () => undefined, now: wall });
  /** The first open account, which stands for all of them in what they share. */
  const sharedId = (): string => accounts.openIds()[0] ?? '';
  const left = entries.running(sharedId());
  if (left !== undefined && wall() >= Date.parse(left.startTime)) runClock.observe(left);

  return {
    folder,
    database,
    accounts,
    sharedId,
    outbox,
    entries,
    timer,
    edit,
    /** The message about damage to the file; null for none. */
    damage,
    kill,
    /** Kills the app after this number of commits. */
    killAfter(commits: number): void {
      commitsLeft = commits;
    },
    isKilled: (): boolean => snapshot !== null,
    /** Resolves when the work is done or the app is killed. The app reports failures itself. */
    orKilled: (work: Promise<unknown>): Promise<unknown> => Promise.race([work, died]),
    /** All accounts at once: the app starts them one after the other. */
    async open(): Promise<void> {
      await accounts.open();
      for (const id of accounts.openIds())
        if (accounts.find(id)?.hasCredential() === false) await accounts.find(id)?.open();
    },
    /** Resolves when no request of any account is in progress. */
    async idle(): Promise<void> {
      do {
        await outbox.idle();
        await nextTurn();
      } while (requests > 0);
    },
    /** Makes the disk full, or writable again. */
    setFull(isFull: boolean): void {
      const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
      database.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_073_741_823}`);
    },
    /** Ends the app; returns the folder for the next start. */
    end(): string {
      outbox.close();
      database.close();
      if (snapshot === null) return folder;
      rmSync(folder, { recursive: true });
      return snapshot;
    },
  };
}

function watchCommits(database: Database, onCommit: () => void): void {
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    exec(sql);
    if (sql === 'COMMIT') onCommit();
  };
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    const statement = prepare(sql);
    const run = statement.run.bind(statement);
    // Assigned at once, because its overloads cannot be distinguished here.
    return Object.assign(statement, {
      run: (...values: Parameters<typeof run>) => {
        const result = run(...values);
        if (!database.isTransaction) onCommit();
        return result;
      },
    });
  };
}

/** A keychain that survives the app; it may fail. */
export function createTokens(): TokenStore & { kept: Map<string, string>; error: KeychainError | null } {
  const kept = new Map<string, string>();
  const tokens = {
    kept,
    error: null as KeychainError | null,
    get: async (account: string) => tokens.error ?? { ok: true as const, value: kept.get(account) ?? null },
    async set(account: string, secret: string) {
      if (tokens.error !== null) return tokens.error;
      kept.set(account, secret);
      return { ok: true as const, value: undefined };
    },
    delete: async (account: string) => tokens.error ?? { ok: true as const, value: kept.delete(account) },
  };
  return tokens;
}
