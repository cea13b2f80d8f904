/**
 * The program as far as accounts, time and the outbox go, over a real SQLite file: every part is the app's own, put together as in
 * compose/, with clocks that move when told and a network that is a function call. It can be killed between any two commits: it
 * then goes on with a copy of its file as it was at that moment, as after SIGKILL.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WRITE_KINDS } from '../../electron/app/outbox.ts';
import { createAccounts } from '../../electron/features/account/accounts.ts';
import type { KeychainError, TokenStore } from '../../electron/features/account/keychain.ts';
import { createEntryEditor } from '../../electron/features/time/edit-entries.ts';
import { type Database, openDatabase } from '../../electron/store/database.ts';
import { createSettings } from '../../electron/store/settings.ts';
import type { Transport } from '../../shared/transport.ts';
import { createTimeParts } from '../electron/features/time/parts.ts';
import type { Chance } from './chance.ts';

export const DATABASE = 'punchcard.sqlite';
/** Memory, where there is a file system of it: a thousand runs wait for many commits. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const newFolder = (): string => mkdtempSync(join(PLACE, 'punchcard-hostile-'));

/** What goes on around the program and outlives it. */
export interface Surroundings {
  chance: Chance;
  /** The clock that people set (ms). */
  wall: () => number;
  /** The one that nobody sets (ms). */
  monotonic: () => number;
  tokens: TokenStore;
  /** Carries a request; the program may be killed meanwhile. */
  carry: (url: string, init: RequestInit, app: Pick<SimulatedApp, 'kill'>) => Promise<Response>;
}

export type SimulatedApp = ReturnType<typeof startSimulatedApp>;

/** Throws what a start throws. `onOpened`: sees the file before anything is done with it. */
export function startSimulatedApp(
  folder: string,
  { chance, wall, monotonic, tokens, carry }: Surroundings,
  onOpened: (database: Database) => void,
) {
  const { database, damage } = openDatabase(join(folder, DATABASE), new Date(wall()));
  onOpened(database);
  let commitsLeft = Number.POSITIVE_INFINITY;
  /** Where it goes on after it was killed. */
  let snapshot: string | null = null;
  let die: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });

  function kill(): void {
    if (snapshot !== null) return;
    snapshot = newFolder();
    for (const suffix of ['', '-wal']) {
      const from = join(folder, DATABASE + suffix);
      if (existsSync(from)) copyFileSync(from, join(snapshot, DATABASE + suffix));
    }
    die();
  }

  watchCommits(database, () => {
    commitsLeft -= 1;
    if (commitsLeft === 0) kill();
  });

  const settings = createSettings(database);
  const transport: Transport = async (url, init) => {
    // A process that is no more sends nothing and hears nothing.
    if (snapshot !== null) return new Promise<Response>(() => undefined);
    const outcome = await carry(url, init, { kill }).then(
      (response) => () => response,
      (error: unknown) => () => {
        throw error;
      },
    );
    return snapshot === null ? outcome() : new Promise<Response>(() => undefined);
  };
  const accounts = createAccounts({
    database,
    settings,
    tokens,
    userAgent: 'Punchcard/test',
    transportFor: () => transport,
    openLocalSession: () => Promise.reject(new Error('no local workspace here')),
    now: wall,
    onChange: () => undefined,
    onSession(session) {
      if (session === null) {
        parts.outbox.pause();
        return;
      }
      const { account, client, confirm } = session;
      parts.outbox.resume({
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
    kinds: WRITE_KINDS.filter(({ kind }) => !kind.startsWith('time-entry.')),
    now: wall,
    monotonic,
    random: chance.next,
    isCredentialDead: accounts.isCredentialDead,
  });
  const { outbox, entries, changes, timer, runClock } = parts;
  const edit = createEntryEditor({ entries, changes, inherit: () => undefined, now: wall });
  const current = accounts.current();
  const left = current === null ? undefined : entries.running(current.id);
  if (left !== undefined && wall() >= Date.parse(left.startTime)) runClock.observe(left);

  return {
    folder,
    database,
    accounts,
    outbox,
    timer,
    edit,
    /** What was wrong with the file, as the person is told; null where it was whole. */
    damage,
    kill,
    /** It is killed after so many commits. */
    killAfter(commits: number): void {
      commitsLeft = commits;
    },
    isKilled: (): boolean => snapshot !== null,
    /** Resolves with the work, or once it was killed. What fails is the program's to say. */
    orKilled: (work: Promise<unknown>): Promise<unknown> => Promise.race([work, died]),
    /** Nothing more fits on the disk, or everything does again. */
    setFull(isFull: boolean): void {
      const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
      database.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_073_741_823}`);
    },
    /** Ends it, and gives the folder in which it starts again. */
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
    // Assigned as a whole: its overloads cannot be told apart here.
    return Object.assign(statement, {
      run: (...values: Parameters<typeof run>) => {
        const result = run(...values);
        if (!database.isTransaction) onCommit();
        return result;
      },
    });
  };
}

/** A keychain that outlives the program; it may refuse. */
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
