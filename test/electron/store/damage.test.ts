/** Damaged databases: the app starts, and readable data is kept. */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WRITE_KINDS } from '../../../electron/app/outbox.ts';
import { damageDetail, damageNotice } from '../../../electron/desktop/system/damage-text.ts';
import { createAccounts } from '../../../electron/features/account/accounts.ts';
import { createIdleStore } from '../../../electron/features/idle/idle-store.ts';
import { outboxView, unsentOfOthers } from '../../../electron/features/outbox/outbox-view.ts';
import { createEntries } from '../../../electron/features/time/entry-store.ts';
import { createOutbox } from '../../../electron/outbox/outbox.ts';
import { type OpenedDatabase, openDatabase } from '../../../electron/store/database.ts';
import { SCHEMA_VERSION } from '../../../electron/store/migrations.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import type { Damage } from '../../../shared/errors/damage.ts';
import { NewerDatabaseError } from '../../../shared/errors/database-errors.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import * as german from '../../../shared/i18n/generated/main-process-de.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { cases } from '../../properties.ts';
import { ends } from '../../until.ts';
import { MemoryTokens } from '../features/account/desk.ts';
import { bytesOf, makeUsed, NOW, type Write, writesIn } from './used.ts';

const PAGE = 4096;
let used: { closed: string; killed: string };
let usedFolder: string;
let original: Record<'closed' | 'killed', Write[]>;

beforeAll(async () => {
  usedFolder = mkdtempSync(join(tmpdir(), 'punchcard-used-'));
  used = await makeUsed(usedFolder);
  const read = (path: string) => {
    const copy = copyOf(path, join(usedFolder, 'copies', basename(path)));
    const { database } = openDatabase(copy, NOW);
    const writes = writesIn(database);
    database.close();
    return writes;
  };
  original = { closed: read(used.closed), killed: read(used.killed) };
});
afterAll(() => rmSync(usedFolder, { recursive: true }));

function copyOf(path: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  for (const suffix of ['', '-wal', '.backup']) if (existsSync(path + suffix)) cpSync(path + suffix, to + suffix);
  return to;
}

function fresh(from: 'closed' | 'killed' = 'closed'): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-damage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return copyOf(used[from], join(folder, 'punchcard.sqlite'));
}

/** Opens the database and reads it like a start of the app. */
function start(path: string): OpenedDatabase {
  vi.spyOn(console, 'error').mockReturnValue();
  const opened = openDatabase(path, NOW);
  const { database } = opened;
  onTestFinished(() => {
    vi.restoreAllMocks();
    if (database.isOpen) database.close();
  });
  readAll(database);
  return opened;
}

function readAll(database: OpenedDatabase['database']): void {
  const now = () => NOW.getTime();
  const settings = createSettings(database);
  settings.setAside(NOW);
  const accounts = createAccounts({
    database,
    settings,
    tokens: new MemoryTokens(),
    userAgent: 'test',
    transportFor: () => async () => new Response(),
    openLocalSession: async () => '',
    onRecovered: () => undefined,
    hasRunningTimer: () => false,
    hasData: () => false,
    stopTimer: () => undefined,
    transfer: () => undefined,
    whenIdle: async () => undefined,
    now,
    onChange: () => undefined,
    onSession: () => undefined,
  });
  const entries = createEntries(database);
  const outbox = createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    random: () => 0.5,
    isCredentialDead: async () => false,
    onChange: () => undefined,
    onSent: () => undefined,
    onMarkedSent: () => undefined,
    onNeedsYou: () => undefined,
    onRejected: () => undefined,
  });
  accounts.view();
  for (const { id } of database.prepare('SELECT id FROM account').all()) {
    const accountId = String(id);
    createIdleStore({ database, now, isOn: () => true, thresholdMs: () => 600_000, find: entries.find }).recover(
      now(),
      entries.running(accountId),
    );
    entries.view(accountId, NOW, outbox);
    outboxView(outbox, accountId, () => '');
    unsentOfOthers(outbox, accounts.others());
  }
  outbox.close();
}

/** The message names the files that were set aside. */
function expectFilesNamed(damage: Damage): void {
  for (const language of [{}, german]) {
    activeMessages.set(language);
    const text = damageDetail(damage);
    expect(damageNotice(damage).length).toBeGreaterThan(20);
    const files = [damage.file, damage.rows, ...damage.inTheWay];
    for (const file of files) if (file !== null) expect(text).toContain(file);
  }
  activeMessages.set({});
  for (const file of [damage.file, damage.rows]) {
    if (file !== null && existsSync(file)) expect(statSync(file).mode & 0o077).toBe(0);
  }
}

const isOpenWrite = ({ state }: Write): boolean => state !== 'sent';

/** Each unsent write is in the new database or in a file that was set aside, unless its bytes are destroyed. */
function expectKept(
  from: Write[],
  writes: Write[],
  damage: Damage | null,
  destroyed: (mark: string) => boolean,
): number {
  const marks = new Set(writes.map(({ mark }) => mark));
  const aside = [damage?.file, damage?.rows].filter((file) => typeof file === 'string').map((file) => bytesOf(file));
  const lost = from.filter(isOpenWrite).filter(({ mark }) => !marks.has(mark) && !destroyed(mark));
  for (const { mark } of lost) {
    expect(
      aside.some((bytes) => bytes.includes(mark)),
      `${mark} is nowhere`,
    ).toBe(true);
  }
  return lost.length;
}

/** A sent write is never sent again automatically. */
function expectNotTwice(from: Write[], writes: Write[]): void {
  const sent = new Set(from.filter(({ state }) => state === 'sent').map(({ mark }) => mark));
  const again = writes.filter(({ mark, state }) => sent.has(mark) && state !== 'sent' && state !== 'needs-you');
  expect(again).toEqual([]);
}

describe('a damaged file', () => {
  test.each(['last_error', 'payload'])(
    'whose schema has another name for %s: the app starts, no write is lost',
    (name) => {
      const path = fresh();
      const raw = new DatabaseSync(path);
      raw.exec(`ALTER TABLE outbox RENAME COLUMN ${name} TO ${name.replace('r', '\uFFFD').replace('l', '\uFFFD')}`);
      raw.close();
      const { database, damage } = start(path);
      expect(damage).not.toBeNull();
      const writes = writesIn(database);
      expectKept(original.closed, writes, damage, () => false);
      expectNotTwice(original.closed, writes);
      if (name === 'last_error') expect(writes).toEqual(original.closed);
    },
  );

  test('that is empty but has a log: the content of the log and both files are kept', () => {
    const path = fresh('killed');
    const log = readFileSync(`${path}-wal`);
    truncateSync(path, 0);
    const { database, damage } = start(path);
    expect(damage).not.toBeNull();
    expect(readFileSync(`${damage?.file}-wal`).equals(log)).toBe(true);
    expect(statSync(damage?.file ?? '').size).toBe(0);
    // Writes since the last checkpoint are in the log. Whether they were sent is unknown.
    const writes = writesIn(database);
    const added = original.killed.filter((write) => write.id > 80 && isOpenWrite(write));
    expect(writes).toEqual(expect.arrayContaining(added.map((write) => ({ ...write, state: 'needs-you' }))));
    expectNotTwice(original.killed, writes);
    if (damage) expectFilesNamed(damage);
  });

  test.each([
    ['magic', 0, 16],
    ['page size', 16, 2],
    ['format versions', 18, 2],
    ['payload fractions', 20, 4],
    ['size', 28, 4],
    ['free list', 32, 8],
    ['schema format', 44, 4],
    ['encoding', 56, 4],
    ['all of it', 0, 100],
  ])('with a damaged header (%s): everything is kept', (_what, from, length) => {
    for (const filler of [0xff, 0x07, 0]) {
      const path = fresh();
      const bytes = readFileSync(path);
      bytes.fill(filler, from, from + length);
      writeFileSync(path, bytes);
      const { database, damage } = start(path);
      expect(writesIn(database)).toEqual(original.closed);
      expect(database.prepare('SELECT count(*) AS n FROM time_entry').get()).toEqual({ n: 301 });
      expect(database.prepare('SELECT count(*) AS n FROM watched_board').get()).toEqual({ n: 1 });
      expect(createSettings(database).read().theme).toBe('dark');
      if (damage) expectFilesNamed(damage);
      database.close();
      // The damage is reported once.
      expect(openAgain(path)).toBeNull();
    }
  });

  test.each([-1, -2_147_483_648, 2_147_483_647, 10_000, 0, 3])('with the version %i: everything is kept', (version) => {
    const path = fresh();
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const opened = start(path);
    expect(opened.damage).toMatchObject({ kept: { accounts: 3, entries: 301, unsent: 48 }, doubtful: 0, rows: null });
    expect(writesIn(opened.database)).toEqual(original.closed);
  });

  test('with a lost root page of the outbox: its writes wait for the person', () => {
    const path = fresh();
    const root = rootOf(path, 'outbox');
    const bytes = readFileSync(path);
    bytes.fill(0, (root - 1) * PAGE, root * PAGE);
    writeFileSync(path, bytes);
    const { database, damage } = start(path);
    const writes = writesIn(database);
    expect(writes.map(({ mark }) => mark)).toEqual(original.closed.map(({ mark }) => mark));
    expect(new Set(writes.map(({ state }) => state))).toEqual(new Set(['needs-you', 'sent']));
    expect(damage?.doubtful).toBe(36);
    expectNotTwice(original.closed, writes);
  });

  test('with a log that is damaged in the middle: no write is lost or sent automatically', () => {
    const path = fresh('killed');
    const log = readFileSync(`${path}-wal`);
    const at = 32 + (24 + PAGE) * 4 + 2_000;
    log.writeUInt8(log.readUInt8(at) ^ 0xff, at);
    writeFileSync(`${path}-wal`, log);
    const { database, damage } = start(path);
    const writes = writesIn(database);
    expect(writes.filter(isOpenWrite).every(({ state }) => state === 'needs-you')).toBe(true);
    expect(damage?.doubtful).toBeGreaterThan(10);
    expectKept(original.killed, writes, damage, () => false);
    expectNotTwice(original.killed, writes);
    expect(writes.length).toBeGreaterThanOrEqual(60);
    expectLossTold(damage);
  });

  test.each([
    ['empty', (path: string) => truncateSync(path, 0)],
    ['gone', (path: string) => rmSync(path)],
  ])('that is %s: everything comes from its backup, and its writes wait for the person', (_what, damageIt) => {
    const path = fresh();
    damageIt(path);
    const { database, damage } = start(path);
    expect(damage).toMatchObject({ kept: { accounts: 3, entries: 301, unsent: 48 }, doubtful: 36 });
    const writes = writesIn(database);
    expect(writes.map(({ mark }) => mark)).toEqual(original.closed.map(({ mark }) => mark));
    expect(new Set(writes.map(({ state }) => state))).toEqual(new Set(['needs-you', 'sent']));
    expectLossTold(damage);
  });

  test('whose newest backup is damaged too is completed by the one before', () => {
    const path = fresh();
    cpSync(`${path}.backup`, `${path}.backup-2`);
    writeFileSync(`${path}.backup`, 'rotten');
    truncateSync(path, 0);
    expect(start(path).damage?.kept).toEqual({ accounts: 3, entries: 301, unsent: 48 });
  });

  test('without a backup: what SQLite can read on either side of the damage is kept', () => {
    const path = fresh();
    rmSync(`${path}.backup`);
    const bytes = readFileSync(path);
    const [middle] = leavesOf(bytes, rootOf(path, 'time_entry')).slice(2);
    bytes.fill(0xff, ((middle ?? 0) - 1) * PAGE, (middle ?? 0) * PAGE);
    writeFileSync(path, bytes);
    const { database, damage } = start(path);
    const count = Number(database.prepare('SELECT count(*) AS n FROM time_entry').get()?.n);
    expect(count).toBeGreaterThan(250);
    expect(count).toBeLessThan(301);
    expect(createEntries(database).running('ada')).toMatchObject({ id: 'running' });
    expect(writesIn(database)).toEqual(original.closed);
    expectLossTold(damage);
  });

  test('with an index that lacks a write: everything is kept', () => {
    const path = fresh();
    const bytes = readFileSync(path);
    const countAt = (rootOf(path, 'outbox_due') - 1) * PAGE + 3;
    bytes.writeUInt16BE(bytes.readUInt16BE(countAt) - 1, countAt);
    writeFileSync(path, bytes);
    const { database, damage } = start(path);
    expect(damage?.doubtful).toBe(0);
    expect(writesIn(database)).toEqual(original.closed);
  });

  test('with exhausted row ids: everything is kept', () => {
    const path = fresh();
    const damaging = new DatabaseSync(path);
    damaging.exec(`UPDATE sqlite_sequence SET seq = 9223372036854775807`);
    damaging.close();
    const { database } = start(path);
    expect(writesIn(database)).toEqual(original.closed);
    expect(database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'outbox'`).get()).toEqual({ seq: 60 });
  });

  test.runIf(process.platform !== 'win32')('replaced by a folder or a pipe is set aside', () => {
    const folder = fresh();
    rmSync(folder);
    mkdirSync(folder);
    expect(start(folder).damage?.file).toContain('damaged');
    const pipe = fresh();
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    expect(start(pipe).damage?.file).toContain('damaged');
  });

  test.runIf(process.platform !== 'win32').each([...['-wal', '-shm', '-journal', '.new', '.new-wal', '.new-journal']])(
    'with a folder or a pipe named like its file %s: that is renamed, and everything is kept',
    (suffix) => {
      const folder = fresh();
      mkdirSync(folder + suffix);
      writeFileSync(join(folder + suffix, 'kept'), '');
      const { database, damage } = start(folder);
      expect(writesIn(database)).toEqual(original.closed);
      expect(damage).toMatchObject({ file: null, rows: null, inTheWay: [expect.stringContaining('damaged')] });
      expect(existsSync(join(damage?.inTheWay[0] ?? '', 'kept'))).toBe(true);
      if (damage) expectFilesNamed(damage);
      database.close();
      expect(openAgain(folder)).toBeNull();

      const pipe = fresh();
      execFileSync('mkfifo', [pipe + suffix]);
      expect(writesIn(start(pipe).database)).toEqual(original.closed);
    },
  );

  test('with a folder where its replacement is written: what can be read is kept', () => {
    const path = fresh();
    mkdirSync(`${path}.new-journal`);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 16);
    writeFileSync(path, bytes);
    const { damage } = start(path);
    expect(damage).toMatchObject({ kept: { entries: 301 }, inTheWay: [expect.stringContaining('.new-journal')] });
  });

  test('whose replacement was interrupted: the next start completes it', () => {
    const path = fresh();
    // The damaged file was set aside, but the new one was not yet renamed.
    for (const log of [[], ['-wal']]) {
      cpSync(path, `${path}.new`);
      rmSync(path);
      for (const suffix of log) writeFileSync(path + suffix, 'of the damaged one');
      const { database } = start(path);
      expect(writesIn(database)).toEqual(original.closed);
      database.close();
      expect(existsSync(`${path}.new`)).toBe(false);
    }
    // The damaged file was not yet set aside: the incomplete new one is deleted.
    const early = fresh();
    writeFileSync(`${early}.new`, 'half');
    const { database, damage } = start(early);
    expect(damage).toBeNull();
    expect(writesIn(database)).toEqual(original.closed);
    expect(existsSync(`${early}.new`)).toBe(false);
  });

  test('of a newer Punchcard is not changed', () => {
    const path = fresh();
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, PAGE * 3, PAGE * 5);
    writeFileSync(path, bytes);
    expect(() => openDatabase(path, NOW)).toThrow(NewerDatabaseError);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

/** The message says that something may be missing, and since when. */
function expectLossTold(damage: Damage | null): void {
  if (damage === null) throw new Error('Nothing was reported');
  expect(damage.isIncomplete).toBe(true);
  expect(damageDetail(damage)).toContain('may be missing');
  if (damage.backupAt !== null) expect(damageDetail(damage)).toContain(clock(damage.backupAt));
}

/** Numbers of the pages that a page of a table refers to, in order. */
function leavesOf(bytes: Buffer, root: number): number[] {
  const page = bytes.subarray((root - 1) * PAGE, root * PAGE);
  return Array.from({ length: page.readUInt16BE(3) }, (_, index) =>
    page.readUInt32BE(page.readUInt16BE(12 + 2 * index)),
  );
}

function openAgain(path: string): Damage | null {
  const { database, damage } = openDatabase(path, NOW);
  database.close();
  return damage;
}

function rootOf(path: string, name: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage;
  database.close();
  return Number(root);
}

describe('an unusable row', () => {
  const change = (path: string, sql: string) => {
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`);
    database.close();
  };

  test.each<[sql: string, table: string, count: number]>([
    [`UPDATE account SET workspaces = '[{' WHERE id = 'ada'`, 'account', 1],
    [`UPDATE account SET workspaces = '7' WHERE id = 'ada'`, 'account', 1],
    [`UPDATE account SET base_url = 'no address of ' || id`, 'account', 3],
    [`UPDATE time_entry SET start_time = 'soon' WHERE id = 'running'`, 'time_entry', 1],
    [`UPDATE time_entry SET start_time = '2026-02-31T08:00:00.000Z' WHERE id = 'e7'`, 'time_entry', 1],
    [`UPDATE time_entry SET end_time = '' WHERE id IN ('e7', 'e8')`, 'time_entry', 2],
    [`UPDATE outbox SET not_before = 'never' WHERE id < 21`, 'outbox', 20],
    [`UPDATE outbox SET not_before = '+275760-09-13T00:00:00.001Z' WHERE id < 21`, 'outbox', 20],
    [`UPDATE outbox SET created_at = '', sending_since = 'x' WHERE id = 2`, 'outbox', 1],
    [`UPDATE outbox SET attempts = 9223372036854775807 WHERE id = 1`, 'outbox', 1],
    [`UPDATE dropped_task SET task = 'no'`, 'dropped_task', 1],
    [`UPDATE closed_week SET cells = '['`, 'closed_week', 1],
    [`UPDATE closed_week SET week_start = '2026-02-30'`, 'closed_week', 1],
    [`UPDATE closed_week SET closed_at = 'soon'`, 'closed_week', 1],
    [`INSERT INTO assigned_tasks VALUES ('ada', '{}', 'yesterday')`, 'assigned_tasks', 1],
    [`INSERT INTO away_segment VALUES (1, 'idle', 9e18, 9e18, 'running', 'ada', 5)`, 'away_segment', 1],
    [`INSERT INTO away_heartbeat VALUES (1, -9223372036854775808, 'running')`, 'away_heartbeat', 1],
    [`PRAGMA foreign_keys = OFF; UPDATE outbox SET account_id = 'nobody' WHERE id = 1`, 'account', 1],
  ])('%s', (sql, table, count) => {
    const path = fresh();
    change(path, sql);
    const { database, damage } = start(path);
    expect(damage).toMatchObject({ file: null, badRows: { [table]: count } });
    if (damage) expectFilesNamed(damage);
    // No write is lost or duplicated, and none changes its state.
    expect(writesIn(database)).toEqual(original.closed);
    const rows = readFileSync(damage?.rows ?? '', 'utf8');
    expect(JSON.parse(rows)).toHaveLength(count);
    database.close();
    expect(openAgain(path)).toBeNull();
  });

  test('of a running timer: it starts at its creation', () => {
    const path = fresh();
    change(path, `UPDATE time_entry SET start_time = 'soon' WHERE id = 'running'`);
    const running = createEntries(start(path).database).running('ada');
    expect(running).toMatchObject({ startTime: running?.createdAt, endTime: null });
  });

  test('of an account without a server address: it is not the current account, and its writes stay', () => {
    const path = fresh();
    change(path, `UPDATE account SET base_url = 'no address' WHERE id = 'ada'`);
    const { database } = start(path);
    expect(createSettings(database).readValue('current-account')).toBeUndefined();
    expect(database.prepare(`SELECT count(*) AS n FROM outbox WHERE account_id = 'ada'`).get()).toEqual({ n: 20 });
  });

  test('with an invalid state: the write waits for the person', () => {
    const path = fresh();
    change(path, `UPDATE outbox SET state = 'waitinh' WHERE id = 5; UPDATE outbox SET state = '' WHERE id = 10`);
    const { database, damage } = start(path);
    expect(damage).toMatchObject({ doubtful: 2, badRows: { outbox: 2 } });
    expect(writesIn(database).filter(({ id }) => id === 5 || id === 10)).toMatchObject([
      { state: 'needs-you' },
      { state: 'needs-you' },
    ]);
  });

  test('missing tables are created again', () => {
    const path = fresh();
    change(path, 'DROP TABLE setting; DROP TABLE away_heartbeat');
    expect(writesIn(start(path).database)).toEqual(original.closed);
  });
});

test.runIf(process.platform !== 'win32')('all files are private', () => {
  const path = fresh('killed');
  chmodSync(dirname(path), 0o755);
  for (const suffix of ['', '-wal']) chmodSync(path + suffix, 0o644);
  const { database } = start(path);
  database.exec(`INSERT INTO setting VALUES ('x', '1')`);
  for (const name of readdirSync(dirname(path))) expect(statSync(join(dirname(path), name)).mode & 0o077, name).toBe(0);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

describe('random damage', () => {
  const where = fc.double({ min: 0, max: 0.999_999, noNaN: true });
  const damages = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('flip' as const), at: where, mask: fc.integer({ min: 1, max: 255 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('fill' as const),
        at: where,
        length: fc.integer({ min: 1, max: 9_000 }),
        byte: fc.nat(255),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('page' as const), at: where, from: where }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('header' as const), at: fc.nat(99), byte: fc.nat(255) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at: where }) },
  );
  type OneDamage = typeof damages extends fc.Arbitrary<infer T> ? T : never;

  function apply(bytes: Buffer, damage: OneDamage): Buffer {
    if (bytes.length < 100) return bytes;
    const at = Math.floor(bytes.length * ('at' in damage && damage.do !== 'header' ? damage.at : 0));
    switch (damage.do) {
      case 'flip':
        bytes.writeUInt8(bytes.readUInt8(at) ^ damage.mask, at);
        return bytes;
      case 'fill':
        return bytes.fill(damage.byte, at, Math.min(bytes.length, at + damage.length));
      case 'page': {
        const to = Math.floor(at / PAGE) * PAGE;
        const from = Math.floor((bytes.length * damage.from) / PAGE) * PAGE;
        bytes.copy(bytes, to, from, from + PAGE);
        return bytes;
      }
      case 'header':
        bytes.writeUInt8(damage.byte, damage.at);
        return bytes;
      case 'cut':
        return bytes.subarray(0, at);
    }
  }

  // A third of the killed app's writes are in its log only. SQLite drops those after the damage; they are in the file set aside.
  test.each([
    ['closed', 0.15],
    ['killed', 0.25],
  ] as const)('the database opens and keeps every readable write: %s', (from, most) => {
    vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const base = mkdtempSync(join(tmpdir(), 'punchcard-random-'));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    let runs = 0;
    let lost = 0;
    let unsent = 0;
    fc.assert(
      fc.property(fc.array(damages, { minLength: 1, maxLength: 4 }), fc.boolean(), (todo, inLog) => {
        runs += 1;
        const path = copyOf(used[from], join(base, String(runs), 'punchcard.sqlite'));
        const target = inLog && from === 'killed' ? `${path}-wal` : path;
        const isCut = todo.some((damage) => damage.do === 'cut');
        writeFileSync(target, todo.reduce(apply, readFileSync(target)));
        const damaged = bytesOf(path);
        let opened: OpenedDatabase;
        try {
          opened = ends(() => openDatabase(path, NOW));
        } catch (error) {
          // The damage made the file look like a newer version.
          expect(error).toBeInstanceOf(NewerDatabaseError);
          return;
        }
        const { database, damage } = opened;
        try {
          ends(() => readAll(database));
          const writes = writesIn(database);
          if (damage) expectFilesNamed(damage);
          // A truncated log is indistinguishable from a shorter one.
          if (isCut && target !== path) return;
          lost += expectKept(original[from], writes, damage, (mark) => !damaged.includes(mark));
          unsent += original[from].filter(isOpenWrite).length;
          expectNotTwice(original[from], writes);
        } finally {
          database.close();
          rmSync(dirname(path), { recursive: true });
        }
      }),
      { numRuns: cases(60) },
    );
    // Most of the queue is in the new database, not only in the files that were set aside.
    expect(lost / unsent).toBeLessThan(most);
  });
});
