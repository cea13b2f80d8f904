/** Reads and damages the files of a data folder. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeptAccount } from './audit.ts';
import type { Chance } from './chance.ts';
import type { Kept } from './person.ts';

const TABLES = {
  account: 'id',
  time_entry: 'id',
  outbox: 'subject',
  server_id: 'subject',
  abandoned_write: 'subject',
} as const;
type Table = keyof typeof TABLES;
type Row = Record<string, unknown>;

/** Rows of the checked tables. */
export type Dump = Record<Table, Row[]>;

export function dump(database: DatabaseSync): Dump {
  const rows = (table: Table): Row[] => database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all();
  return {
    account: rows('account'),
    time_entry: rows('time_entry'),
    outbox: rows('outbox'),
    server_id: rows('server_id'),
    abandoned_write: rows('abandoned_write'),
  };
}

/** Of a copy, so that the app may run. */
export const dumpOf = (path: string): Dump => ofCopy(path, dump);

/** The result of SQLite's check, indexes included. */
export function verdictOn(path: string): string {
  try {
    return ofCopy(path, (database) =>
      database
        .prepare('PRAGMA integrity_check(3)')
        .all()
        .map((row) => row.integrity_check)
        .join('; '),
    );
  } catch (error) {
    return String(error);
  }
}

/** Reads a copy, so that the write-ahead log is not merged into the file. */
function ofCopy<T>(path: string, look: (database: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-copy-'));
  const copy = join(folder, 'copy.sqlite');
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  const database = new DatabaseSync(copy);
  try {
    return look(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

/** Subjects with changed rows. */
export function changedSubjects(before: Dump, now: Dump): Set<string> {
  const changed = new Set<string>();
  for (const [table, key] of Object.entries(TABLES) as [Table, string][]) {
    const text = (row: Row): string => JSON.stringify(row);
    const [was, is] = [new Set(before[table].map(text)), new Set(now[table].map(text))];
    for (const row of before[table]) if (!is.has(text(row))) changed.add(String(row[key]));
    for (const row of now[table]) if (!was.has(text(row))) changed.add(String(row[key]));
  }
  return changed;
}

const ofAccount =
  (accountId: string) =>
  (row: Row): boolean =>
    row.account_id === accountId;

export function entriesIn(kept: Dump, accountId: string): Kept[] {
  return kept.time_entry.filter(ofAccount(accountId)).map((row) => ({
    id: String(row.id),
    accountId,
    taskId: String(row.task_id),
    start: String(row.start_time),
    end: row.end_time === null ? null : String(row.end_time),
    note: String(row.note),
    isDiscarded: row.discarded_at !== null,
  }));
}

export function accountIn(kept: Dump, accountId: string): KeptAccount {
  const open = kept.outbox.filter(ofAccount(accountId)).filter(({ state }) => state !== 'sent');
  const text = (value: unknown): string => String(value);
  return {
    entries: entriesIn(kept, accountId),
    serverIds: new Map(
      kept.server_id.filter(ofAccount(accountId)).map(({ subject, server_id }) => [text(subject), text(server_id)]),
    ),
    needsYou: new Map(
      open
        .filter(({ state }) => state === 'needs-you')
        .map(({ subject, last_error }) => [text(subject), text(last_error)]),
    ),
    waiting: new Set(open.filter(({ state }) => state !== 'needs-you').map(({ subject }) => text(subject))),
  };
}

/**
 * Damages a file as a disk does, and returns a description. A write-ahead log is not truncated, and its last transaction stays as it
 * is: either would look like a log that ends earlier, and the loss could not be detected.
 */
export function damage(path: string, chance: Chance): string {
  const all = readFileSync(path);
  if (all.length === 0) return 'empty as it was';
  const isLog = path.endsWith('-wal');
  // Shares the memory of the file.
  const bytes = isLog ? all.subarray(0, lastTransactionAt(all)) : all;
  const at = chance.between(0, Math.max(1, bytes.length));
  const how = chance.pick(['bytes', 'bytes', 'block', 'cut', 'head'] as const);
  if (how === 'cut' && !isLog) {
    writeFileSync(path, bytes.subarray(0, at));
    return `cut to ${at} of ${bytes.length} bytes`;
  }
  if (how === 'block') bytes.fill(0, at - (at % 512), Math.min(bytes.length, at - (at % 512) + 512));
  else {
    const end = how === 'head' ? Math.min(100, bytes.length) : bytes.length;
    for (let count = chance.between(1, 12); count > 0 && end > 0; count -= 1) {
      bytes[chance.between(0, end)] = chance.between(0, 256);
    }
  }
  writeFileSync(path, all);
  return how;
}

/** Where the last transaction of a write-ahead log begins (sqlite.org/fileformat2.html#walformat). */
function lastTransactionAt(log: Buffer): number {
  const [head, frameHead] = [32, 24];
  if (log.length < head) return log.length;
  const frame = frameHead + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let last = head;
  let next = head;
  for (let at = head; at + frame <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += frame) {
    // The last frame of a transaction names the size of the file.
    if (log.readUInt32BE(at + 4) !== 0) [last, next] = [next, at + frame];
  }
  return last;
}
