/** A file of each released schema is opened: nothing is lost, its account is open, and the file as it was stays beside it. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccounts } from '../../../electron/features/account/accounts.ts';
import { createEntries } from '../../../electron/features/time/entry-store.ts';
import { openDatabase } from '../../../electron/store/database.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../electron/store/migrations.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import { MemoryTokens } from '../features/account/desk.ts';
import { writeAndDie } from './killed.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const AT = NOW.toISOString();
const RELEASED = MIGRATIONS.map((_, index) => index + 1);
const OLD = RELEASED.slice(0, -1);

/** A file as a release with that schema left it: an account in front and one that was signed out, with a timer and an unsent write. */
function fileOf(version: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'punchcard.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS.slice(0, version).join('')} PRAGMA user_version = ${version}`);
  for (const id of ['ada', 'earlier']) {
    database.exec(`
      INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at) VALUES
        ('${id}', 'device', 'https://${id}.example/api', 'c', NULL, 'u', 'Ada', NULL, '[{"id":"w","name":"Work"}]', 'w', '${AT}');
      INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, created_at)
        VALUES ('timer of ${id}', '${id}', 't', 'T-1', 'A task', 'P', '${AT}', '${AT}');
      INSERT INTO assigned_tasks VALUES ('${id}', '[]', '${AT}');
      INSERT INTO outbox (account_id, kind, subject, payload, state, created_at, not_before)
        VALUES ('${id}', 'time-entry.create', 'timer of ${id}', '{}', 'waiting', '${AT}', '${AT}')`);
  }
  database.exec(`INSERT INTO setting VALUES ('current-account', '"ada"'), ('theme', '"dark"')`);
  database.close();
  return path;
}

function openedAt(path: string) {
  const { database, damage } = openDatabase(path, NOW);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return { database, damage };
}

const OWN = ['account', 'time_entry', 'assigned_tasks', 'outbox', 'setting'];
const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get()?.user_version;
/** The columns that the first schema had, which every later one has, too. */
function rowsOf(database: DatabaseSync) {
  const first = new DatabaseSync(':memory:');
  first.exec(MIGRATIONS[0] ?? '');
  const rows = OWN.map((table) => {
    const columns = first.prepare(`SELECT group_concat(name) AS names FROM pragma_table_info('${table}')`).get()?.names;
    return database.prepare(`SELECT ${columns} FROM ${table} ORDER BY rowid`).all();
  });
  first.close();
  return rows;
}
function rowsAt(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = { version: versionOf(database), rows: rowsOf(database) };
  database.close();
  return found;
}

test.each(RELEASED)(
  'schema %i: every row is there, and the account that was in front is open alone',
  async (version) => {
    const path = fileOf(version);
    const before = rowsAt(path);
    const { database, damage } = openedAt(path);
    expect(damage).toBeNull();
    expect([versionOf(database), rowsOf(database)]).toEqual([SCHEMA_VERSION, before.rows]);
    const settings = createSettings(database);
    const tokens = new MemoryTokens();
    tokens.kept.set('ada', 'a-token');
    const onSession = vi.fn();
    const accounts = createAccounts({
      database,
      settings,
      tokens,
      userAgent: 'test',
      transportFor: () => async () => Promise.reject(new TypeError('offline')),
      openLocalSession: async () => '',
      hasRunningTimer: () => false,
      hasData: () => false,
      stopTimer: () => undefined,
      transfer: () => undefined,
      whenIdle: async () => undefined,
      now: () => NOW.getTime(),
      onChange: () => undefined,
      onSession,
    });
    expect([accounts.openIds(), accounts.current()?.id]).toEqual([['ada'], 'ada']);
    expect(accounts.others().map(({ id }) => id)).toEqual(['earlier']);
    await accounts.open();
    expect(onSession.mock.calls.map(([session, id]) => [session?.account.workspaceId, id])).toEqual([['w', 'ada']]);
    expect(createEntries(database, accounts.together).running('ada')?.id).toBe('timer of ada');
    expect(settings.read().theme).toBe('dark');
  },
);

test.each(OLD)('schema %i: the file as it was stays beside the new one, for its owner only', (version) => {
  const path = fileOf(version);
  const before = rowsAt(path);
  openedAt(path).database.exec(`DELETE FROM setting`);
  const beside = `${path}.schema-${version}`;
  expect(rowsAt(beside)).toEqual(before);
  expect(before.version).toBe(version);
  if (process.platform !== 'win32') expect(statSync(beside).mode & 0o777).toBe(0o600);
});

test('the last changes of a killed Punchcard are in it', () => {
  const path = fileOf(3);
  writeAndDie(path, `INSERT INTO setting VALUES ('last', '1')`);
  openedAt(path);
  const { rows } = rowsAt(`${path}.schema-3`);
  expect(rows.at(-1)).toContainEqual({ key: 'last', value: '1' });
});

test('the column for started timers is kept by account, whose it may be', () => {
  const path = fileOf(MIGRATIONS.findIndex((sql) => sql.includes("'moveOnStart'")));
  const doing = { slug: 'doing', name: 'Doing', isFinal: false };
  writeAndDie(path, `INSERT INTO setting VALUES ('moveOnStart', '${JSON.stringify({ p1: doing })}')`);
  const { database } = openedAt(path);
  expect(createSettings(database).read().moveOnStart).toEqual({ 'ada p1': doing, 'earlier p1': doing });
});

test('a file of this schema gets no copy', () => {
  const path = fileOf(SCHEMA_VERSION);
  openedAt(path);
  expect(existsSync(`${path}.schema-${SCHEMA_VERSION}`)).toBe(false);
});

test('a migration that fails leaves all of the file as it was', () => {
  const path = fileOf(1);
  const before = rowsAt(path);
  // The disk is full at the last change.
  MIGRATIONS.push(`PRAGMA max_page_count = 1; INSERT INTO setting VALUES ('long', hex(zeroblob(100000)))`);
  onTestFinished(() => void MIGRATIONS.pop());
  expect(() => openDatabase(path, NOW)).toThrow(/full/);
  expect(rowsAt(path)).toEqual(before);
});
